import { createHash } from 'node:crypto';
import { ShaonError } from '../errors.ts';

/** A record as flat as a form shows it. */
type Versioned = Readonly<Record<string, string | number | boolean | Date | null>>;

/** What a change accepts that was made on a page: the version of the record that the page showed. */
export interface ExpectedVersion {
  /** `versionOf` what was shown; absent asks for no particular one. */
  readonly expectedVersion?: string | undefined;
}

const LETTERS = 22;

/**
 * A short mark of what a record says: two records that say the same have the same one, whenever and by whom they were
 * changed. A page sends it back with its form, so that of two people who edit one record the second is told.
 */
export function versionOf(record: object): string {
  const sorted = Object.entries(record as Versioned).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, LETTERS);
}

/**
 * Throws `state_conflict` with `details.changed` when the locked record, as `versionOf` was given it, says something else
 * than the page that is being answered.
 */
export function assertVersion({ expectedVersion }: ExpectedVersion, thing: string, locked: () => object): void {
  if (expectedVersion === undefined || versionOf(locked()) === expectedVersion) return;
  throw new ShaonError('state_conflict', 'Somebody else has changed this meanwhile: look at it again.', {
    changed: thing,
  });
}
