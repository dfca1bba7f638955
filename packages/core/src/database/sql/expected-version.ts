import { createHash } from 'node:crypto';
import { stateConflict } from '../../errors.ts';

/** A flat record, as a form shows it. */
type Versioned = Readonly<Record<string, string | number | boolean | Date | null>>;

/** An option of a change made on a page: the version of the record that the page showed. */
export interface ExpectedVersion {
  /** `versionOf` the record that was shown; if absent, any version is accepted. */
  readonly expectedVersion?: string | undefined;
}

const LETTERS = 22;

/**
 * A short hash of a record's values: equal values always have equal hashes. A page sends the hash back with its form,
 * so that when two people edit one record, the second sees that it has changed.
 */
export function versionOf(record: object): string {
  const sorted = Object.entries(record as Versioned).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, LETTERS);
}

/**
 * Throws `state_conflict` with `details.changed` when the locked record no longer has the version that the page showed.
 */
export function assertVersion(expected: string | undefined, thing: string, locked: () => object): void {
  if (expected === undefined || versionOf(locked()) === expected) return;
  throw stateConflict('Somebody else has changed this meanwhile: look at it again.', {
    changed: thing,
  });
}
