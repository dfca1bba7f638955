import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { validate } from '../input/validate.ts';
import { isPossibleId, MAX_BIG_ID } from '../possible-id.ts';
import { type ExternalIdKind, externalIdTable } from './external-id.ts';
import { externalIdCursorInput, externalIdInput, kindInput } from './external-id-input.ts';
import { type ExternalId, findKeys, listExternalIds } from './external-id-queries.ts';

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

/** Finding records by their keys, and keys by their records. */
export interface ExternalIdReads {
  /** The id of the company's record with the key; null if there is none. */
  find(actor: Actor, kind: ExternalIdKind, externalId: string): Promise<number | null>;
  /** The same for at most 1,000 keys by one query: ids by key, for those keys that a record has. */
  findAll(actor: Actor, kind: ExternalIdKind, externalIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** A record's key; null if it has none, or the id is unknown or foreign. */
  of(actor: Actor, kind: ExternalIdKind, id: number): Promise<string | null>;
  /** Records with a key, in pages; each page costs the same, wherever it begins. */
  list(actor: Actor, kind: ExternalIdKind, cursor?: ExternalIdCursor): Promise<ExternalIdPage>;
}

const MAX_KEYS = 1_000;
const DEFAULT_LIMIT = 200;

export function createExternalIdReads({ database }: { readonly database: CompanyReads }): ExternalIdReads {
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
  };
}
