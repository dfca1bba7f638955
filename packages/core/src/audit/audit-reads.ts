import { setImmediate } from 'node:timers/promises';
import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { reportReading } from '../database/readings/reading.ts';
import { invalidOption, orNotFound } from '../errors.ts';
import { validate } from '../input/validate.ts';
import { assertPossibleId, MAX_BIG_ID } from '../possible-id.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS } from '../time/durations.ts';
import { actEntry, operatorEntry } from './audit-act.ts';
import { type AuditPosition, auditCursorText, auditPosition } from './audit-cursor.ts';
import { type AuditFormat, auditText } from './audit-export.ts';
import type { AuditFilter } from './audit-filter.ts';
import { auditCursorInput, auditFilterInput, operatorAuditFilterInput } from './audit-input.ts';
import type { AuditLog } from './audit-log.ts';
import {
  type AuditRange,
  type AuditStep,
  type ConflictBurst,
  companyAudit,
  companyAuditRow,
  companyBursts,
  newestAuditId,
  operatorAudit,
} from './audit-read-queries.ts';
import type { AuditRow } from './audit-row.ts';

/** Some rows, newest first, with the cursors for older and newer ones. */
export interface AuditPage {
  readonly items: readonly AuditRow[];
  /** Pass it as `before` to get older rows; null at the end. */
  readonly older: string | null;
  /** Pass it as `after` to get newer rows; null at the beginning. */
  readonly newer: string | null;
  /**
   * Set if the page is not full but more rows may exist: matches are rare, and the search stopped at this time.
   * `older`, or `newer`, continues there.
   */
  readonly searchedTo: Date | null;
}

/** Which page of the audit. */
export interface AuditCursor {
  /** The `older` of a page; absent for the newest rows. */
  readonly before?: string | null | undefined;
  /** The `newer` of a page. If fewer rows than a page are left, the newest page is returned. Not with `before`. */
  readonly after?: string | null | undefined;
  /** Rows a page, 1 to 1,000. Default 50. */
  readonly limit?: number | undefined;
}

/** `company_id` null matches rows of no company: unknown tokens and addresses (D:U1). */
export type OperatorAuditFilter = AuditFilter & { readonly company_id?: number | null | undefined };

/**
 * Reading the audit: its own company's for an admin, everything for the operator (SPEC 1). All throw `invalid_input`
 * for a wrong filter, cursor or limit; an export does so with its first piece.
 */
export interface AuditReads {
  /** One page of the company's rows, newest first. Throws `not_permitted` except for admins and the product. */
  list(actor: Actor, filter?: AuditFilter, cursor?: AuditCursor): Promise<AuditPage>;
  /** One row of the company. Throws `not_found`. */
  get(actor: Actor, id: number): Promise<AuditRow>;
  /**
   * The rows of a filter as pieces of text, newest first, without rows that came after the export began. The export is
   * audited before its first piece. CSV is UTF-8 with a byte order mark.
   */
  export(actor: Actor, filter: AuditFilter, format: AuditFormat): AsyncGenerator<string, void, undefined>;
  /**
   * Tokens that ran into ten taken values or more in one of the last 24 hours: somebody may be trying addresses
   * (D:W10). Newest first.
   */
  bursts(actor: Actor): Promise<ConflictBurst[]>;
  /** For the operator: rows of all companies and of none. No actor can call these. */
  readonly operator: {
    list(filter?: OperatorAuditFilter, cursor?: AuditCursor): Promise<AuditPage>;
    export(filter: OperatorAuditFilter, format: AuditFormat): AsyncGenerator<string, void, undefined>;
  };
}

/** A call to a thread takes as long as writing a hundred rows. */
const ROWS_PER_READING = 200;
/** Writing a piece as CSV blocks everything else: some 2 ms on a busy machine. */
const ROWS_PER_PIECE = 50;

type Read = (step: AuditStep) => Promise<AuditRange>;

export function createAuditReads(parts: {
  readonly database: CompanyReads;
  readonly audit: AuditLog;
  readonly clock: Clock;
}): AuditReads {
  const { database, audit, clock } = parts;

  async function* pieces(read: Read, format: AuditFormat, forOperator: boolean, lastId: number) {
    let from: AuditPosition | null = null;
    for (let isFirst = true; isFirst || from !== null; isFirst = false) {
      const { rows, stoppedAt }: AuditRange = await read({
        towards: 'older',
        from,
        limit: ROWS_PER_READING,
        lastId,
      });
      for (let begin = 0; begin === 0 || begin < rows.length; begin += ROWS_PER_PIECE) {
        if (begin > 0) await setImmediate();
        const piece = rows.slice(begin, begin + ROWS_PER_PIECE);
        const text = auditText(piece, format, { isFirst: isFirst && begin === 0, forOperator });
        if (text !== '') yield text;
      }
      from = stoppedAt ?? (rows.length < ROWS_PER_READING ? null : (rows.at(-1) ?? null));
    }
  }

  return {
    async list(actor, filter = {}, cursor = {}) {
      authorize(actor, 'audit.read');
      const asked = validate(auditFilterInput, filter);
      return page((step) => companyAudit(database.scope(actor, reportReading('audit.list')), asked, step), cursor);
    },

    async get(actor, id) {
      authorize(actor, 'audit.read');
      assertPossibleId(id, 'audit row', MAX_BIG_ID);
      return orNotFound(await companyAuditRow(database.scope(actor), id), 'audit row');
    },

    async *export(actor, filter, format) {
      authorize(actor, 'audit.read');
      assertFormat(format);
      const asked = validate(auditFilterInput, filter);
      const read: Read = (step) => companyAudit(database.scope(actor, reportReading('audit.export')), asked, step);
      // Read before the export's own row is written, so that the export does not contain it.
      const newest = await newestAuditId(database.allCompanies());
      await audit.commit(actEntry(actor, 'audit.export', { format, filter: asked }));
      yield* pieces(read, format, false, newest);
    },

    async bursts(actor) {
      authorize(actor, 'audit.read');
      const since = new Date(clock.now().getTime() - DAY_MS);
      return companyBursts(database.scope(actor, reportReading('audit.bursts')), since);
    },

    operator: {
      async list(filter = {}, cursor = {}) {
        const asked = validate(operatorAuditFilterInput, filter);
        return page(
          (step) => operatorAudit(database.allCompanies(reportReading('audit.operator.list')), asked, step),
          cursor,
        );
      },

      async *export(filter, format) {
        assertFormat(format);
        const asked = validate(operatorAuditFilterInput, filter);
        const read: Read = (step) =>
          operatorAudit(database.allCompanies(reportReading('audit.operator.export')), asked, step);
        const newest = await newestAuditId(database.allCompanies());
        await audit.commit(operatorEntry('audit.export', { format, filter: asked }));
        yield* pieces(read, format, true, newest);
      },
    },
  };
}

async function page(read: Read, cursor: AuditCursor): Promise<AuditPage> {
  const { before = null, after = null, limit = 50 } = validate(auditCursorInput, cursor);
  if (after !== null && before === null) {
    const newer = await newerPage(read, auditPosition(after), limit);
    if (newer !== null) return newer;
  }
  return olderPage(read, before === null ? null : auditPosition(before), limit);
}

/** Reads one row more than the page has, to know whether there is a next page. */
async function olderPage(read: Read, from: AuditPosition | null, limit: number): Promise<AuditPage> {
  const { rows, stoppedAt } = await read({ towards: 'older', from, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : stoppedAt;
  return {
    items,
    older: textOrNull(last),
    // The row at the position itself is newer than the page.
    newer: from === null ? null : textOrNull(items[0] ?? from),
    searchedTo: stoppedAt?.at ?? null,
  };
}

/** The page on the newer side of a position; null if that is no more than the newest page. */
async function newerPage(read: Read, from: AuditPosition, limit: number): Promise<AuditPage | null> {
  const { rows, stoppedAt } = await read({ towards: 'newer', from, limit: limit + 1 });
  if (rows.length <= limit && stoppedAt === null) return null;
  const items = rows.slice(0, limit).reverse();
  return {
    items,
    older: textOrNull(items.at(-1) ?? from),
    newer: textOrNull(rows.length > limit ? items[0] : stoppedAt),
    searchedTo: stoppedAt?.at ?? null,
  };
}

const textOrNull = (position: AuditPosition | null | undefined): string | null =>
  position == null ? null : auditCursorText(position);

function assertFormat(format: unknown): asserts format is AuditFormat {
  if (format === 'csv' || format === 'jsonl') return;
  throw invalidOption('An audit is exported as csv or jsonl.');
}
