import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { holdCompany } from '../companies/company-queries.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { CompanyReads, CompanyWrites, WriteOptions } from '../database/database.ts';
import { listReading } from '../database/reading.ts';
import { orNotFound } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { assertPossibleId, isPossibleId, MAX_BIG_ID } from '../input/possible-id.ts';
import { validate } from '../input/validate.ts';
import { authorize } from '../permissions.ts';
import { type ExternalIdKind, externalIdTable } from './external-id.ts';
import { externalIdCursorInput, externalIdInput, kindAndKeyInput, kindInput } from './external-id-input.ts';
import {
  type ExternalId,
  findRecordIds,
  forgetExternalId,
  keepExternalId,
  listExternalIds,
} from './external-id-queries.ts';
import { retryOnTakenKey } from './external-id-rules.ts';

/** Where a page of keys begins. */
export interface ExternalIdCursor {
  /** The `next` of the page before; absent or null begins at the first. */
  readonly after?: number | null | undefined;
  /** 1 to 1,000; default 200. */
  readonly limit?: number | undefined;
}

/** Records with their keys, by id ascending. */
export interface ExternalIdPage {
  readonly items: readonly ExternalId[];
  /** What the next page comes `after`; null on the last. */
  readonly next: number | null;
}

/**
 * The embedding product's own keys of a company's records: which employee is which of its people. A key is a text of at
 * most 255 characters, unique per company and kind; a record has one at most. The import (docs/import.md) finds records
 * by the same keys. For the product and admins, never for a token and never in the API. Throws `invalid_input` for what
 * is no kind or cannot be a key.
 */
export interface ExternalIdService {
  /** The id of the record that has the key; null where none of the company has it. */
  find(actor: Actor, kind: ExternalIdKind, externalId: string): Promise<number | null>;
  /** The same for at most 1,000 keys by one look: the ids by key, of those keys that a record has. */
  findAll(actor: Actor, kind: ExternalIdKind, externalIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** A record's key; null where it has none, and for an unknown and a foreign id alike. */
  of(actor: Actor, kind: ExternalIdKind, id: number): Promise<string | null>;
  /** Records that have a key, some at a time: a page costs the same wherever it begins. */
  list(actor: Actor, kind: ExternalIdKind, cursor?: ExternalIdCursor): Promise<ExternalIdPage>;
  /**
   * Gives a record its key, in place of the one it has; the same one changes nothing. Throws `not_found`, and
   * `state_conflict` with `details.record_id` where another record has the key.
   */
  set(actor: Actor, kind: ExternalIdKind, id: number, externalId: string, options?: WriteOptions): Promise<void>;
  /** Takes a record's key away; none changes nothing. Throws `not_found`. */
  remove(actor: Actor, kind: ExternalIdKind, id: number, options?: WriteOptions): Promise<void>;
}

/** Locks a record of a kind; null where the company has no such record. */
export type LockRecord = (company: CompanyTransaction, id: number) => Promise<object | null>;

const MOST_KEYS = 1_000;
const DEFAULT_LIMIT = 200;

export function createExternalIdService(parts: {
  readonly database: CompanyReads & CompanyWrites;
  readonly audit: AuditLog;
  readonly records: Readonly<Record<ExternalIdKind, LockRecord>>;
}): ExternalIdService {
  const { database, audit, records } = parts;

  async function findAll(actor: Actor, kind: ExternalIdKind, externalIds: readonly string[]) {
    authorize(actor, 'external_ids.manage');
    const asked = validate(kindInput, { kind }).kind;
    if (externalIds.length > MOST_KEYS) {
      throw new InvalidInputError({ external_ids: [issue('max', { max: MOST_KEYS })] });
    }
    // As they are kept, by what the caller calls them.
    const kept = new Map(externalIds.map((key) => [key, validate(externalIdInput, { external_id: key }).external_id]));
    const ids = await findRecordIds(database.read(actor), asked, [...new Set(kept.values())]);
    return new Map(
      [...kept].flatMap(([key, keptKey]) => (ids.has(keptKey) ? [[key, ids.get(keptKey) as number]] : [])),
    );
  }

  /** One transaction over a locked record, beside which no import into the company runs. */
  function change(
    actor: Actor,
    what: 'set' | 'remove',
    { kind, id }: { readonly kind: ExternalIdKind; readonly id: number },
    options: WriteOptions,
    write: (company: CompanyTransaction) => Promise<boolean>,
  ): Promise<void> {
    assertPossibleId(id, kind, MAX_BIG_ID);
    return database.write(actor, `externalIds.${what}`, options, async (company) => {
      await holdCompany(company);
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
      const row = await database.read(actor).findOne(externalIdTable, { ...asked, recordId: id });
      return row?.externalId ?? null;
    },

    async list(actor, kind, cursor = {}) {
      authorize(actor, 'external_ids.manage');
      const { after, limit = DEFAULT_LIMIT, ...asked } = validate(externalIdCursorInput, { ...cursor, kind });
      const found = await listExternalIds(database.read(actor, listReading('externalIds.list')), asked.kind, {
        after: after ?? 0,
        limit: limit + 1,
      });
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    async set(actor, kind, id, externalId, options = {}) {
      authorize(actor, 'external_ids.manage');
      const asked = validate(kindAndKeyInput, { kind, external_id: externalId });
      await retryOnTakenKey(asked.kind, () =>
        change(actor, 'set', { kind: asked.kind, id }, options, (company) =>
          keepExternalId(company, asked.kind, id, asked.external_id),
        ),
      );
    },

    async remove(actor, kind, id, options = {}) {
      authorize(actor, 'external_ids.manage');
      const asked = validate(kindInput, { kind });
      await change(actor, 'remove', { kind: asked.kind, id }, options, (company) =>
        forgetExternalId(company, asked.kind, id),
      );
    },
  };
}
