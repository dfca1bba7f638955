import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { lockCompanyForShare } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { orNotFound } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { validate } from '../input/validate.ts';
import { isPossibleId, MAX_BIG_ID } from '../possible-id.ts';
import type { ServiceParts } from '../service-parts.ts';
import { type ExternalIdKind, externalIdTable } from './external-id.ts';
import { externalIdCursorInput, externalIdInput, kindAndKeyInput, kindInput } from './external-id-input.ts';
import {
  type ExternalId,
  findKeys,
  listExternalIds,
  removeExternalId,
  retryOnTakenExternalId,
  storeExternalId,
} from './external-id-queries.ts';

/** Where a page of keys begins. */
export interface ExternalIdCursor {
  /** The `next` of the previous page; absent or null for the first page. */
  readonly after?: number | null | undefined;
  /** 1 to 1,000; default 200. */
  readonly limit?: number | undefined;
}

/** Records with their keys, by id ascending. */
export interface ExternalIdPage {
  readonly items: readonly ExternalId[];
  /** The `after` of the next page; null on the last page. */
  readonly next: number | null;
}

/**
 * The embedding product's own keys for a company's records, for example which employee is which of its people. A key is
 * a text of at most 255 characters, unique per company and kind; a record has at most one. The import (docs/import.md)
 * finds records by the same keys. For the product and admins, never for a token or the API. Throws `invalid_input` for
 * an invalid kind or key.
 */
export interface ExternalIdService {
  /** The id of the company's record with the key; null if there is none. */
  find(actor: Actor, kind: ExternalIdKind, externalId: string): Promise<number | null>;
  /** The same for at most 1,000 keys by one query: ids by key, for those keys that a record has. */
  findAll(actor: Actor, kind: ExternalIdKind, externalIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** A record's key; null if it has none, or the id is unknown or foreign. */
  of(actor: Actor, kind: ExternalIdKind, id: number): Promise<string | null>;
  /** Records with a key, in pages; each page costs the same, wherever it begins. */
  list(actor: Actor, kind: ExternalIdKind, cursor?: ExternalIdCursor): Promise<ExternalIdPage>;
  /**
   * Sets a record's key, replacing the one it has; setting the same changes nothing. Throws `not_found`, and
   * `state_conflict` with `details.record_id` if another record has the key.
   */
  set(actor: Actor, kind: ExternalIdKind, id: number, externalId: string, options?: WriteOptions): Promise<void>;
  /** Removes a record's key, if it has one. Throws `not_found`. */
  remove(actor: Actor, kind: ExternalIdKind, id: number, options?: WriteOptions): Promise<void>;
}

/** Locks a record of a kind; null if the company has no such record. */
export type LockRecord = (company: CompanyTransaction, id: number) => Promise<object | null>;

interface ExternalIdParts extends Omit<ServiceParts, 'clock'> {
  readonly records: Readonly<Record<ExternalIdKind, LockRecord>>;
}

const MAX_KEYS = 1_000;
const DEFAULT_LIMIT = 200;

export function createExternalIdService({ database, audit, records }: ExternalIdParts): ExternalIdService {
  async function findAll(actor: Actor, kind: ExternalIdKind, externalIds: readonly string[]) {
    authorize(actor, 'external_ids.manage');
    const asked = validate(kindInput, { kind }).kind;
    if (externalIds.length > MAX_KEYS) {
      throw new InvalidInputError({ external_ids: [issue('max', { max: MAX_KEYS })] });
    }
    // The stored forms of the keys, by the caller's forms.
    const kept = new Map(externalIds.map((key) => [key, validate(externalIdInput, { external_id: key }).external_id]));
    const known = await findKeys(database.scope(actor), asked, [...new Set(kept.values())]);
    const ids = new Map<string, number>();
    for (const [key, keptKey] of kept) {
      const found = known.get(keptKey);
      if (found !== undefined) ids.set(key, found.recordId);
    }
    return ids;
  }

  /** One transaction over a locked record; no import into the company runs at the same time. */
  function change(
    actor: Actor,
    what: 'set' | 'remove',
    { kind, id }: { readonly kind: ExternalIdKind; readonly id: number },
    options: WriteOptions,
    write: (company: CompanyTransaction) => Promise<boolean>,
  ): Promise<void> {
    return database.write(actor, `externalIds.${what}`, options, async (company) => {
      await lockCompanyForShare(company);
      orNotFound(await records[kind](company, id), kind);
      if (await write(company)) await auditAct(audit, company, actor, `external_id.${what}`, { kind, record_id: id });
    });
  }

  return {
    async find(actor, kind, externalId) {
      return (await findAll(actor, kind, [externalId])).get(externalId) ?? null;
    },

    findAll,

    async of(actor, kind, id) {
      authorize(actor, 'external_ids.manage');
      const asked = validate(kindInput, { kind });
      if (!isPossibleId(id, MAX_BIG_ID)) return null;
      const row = await database.scope(actor).findOne(externalIdTable, { ...asked, recordId: id });
      return row?.externalId ?? null;
    },

    async list(actor, kind, cursor = {}) {
      authorize(actor, 'external_ids.manage');
      const { after, limit = DEFAULT_LIMIT, ...asked } = validate(externalIdCursorInput, { ...cursor, kind });
      const found = await listExternalIds(database.scope(actor, listReading('externalIds.list')), asked.kind, {
        after: after ?? 0,
        limit: limit + 1,
      });
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    async set(actor, kind, id, externalId, options = {}) {
      authorize(actor, 'external_ids.manage');
      const asked = validate(kindAndKeyInput, { kind, external_id: externalId });
      await retryOnTakenExternalId(asked.kind, () =>
        change(actor, 'set', { kind: asked.kind, id }, options, (company) =>
          storeExternalId(company, asked.kind, id, asked.external_id),
        ),
      );
    },

    async remove(actor, kind, id, options = {}) {
      authorize(actor, 'external_ids.manage');
      const asked = validate(kindInput, { kind });
      await change(actor, 'remove', { kind: asked.kind, id }, options, (company) =>
        removeExternalId(company, asked.kind, id),
      );
    },
  };
}
