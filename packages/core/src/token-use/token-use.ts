import { calendarDateColumn, generatedBigId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable, type Table } from '../database/table.ts';

const columns = {
  id: generatedBigId,
  companyId: integer,
  tokenId: integer,
  date: calendarDateColumn,
  /** The ability that the called operation needs; '' for a path or method that the API does not have. */
  ability: text,
  calls: integer,
  /** Answered with 2xx. */
  accepted: integer,
  /** Answered with 4xx, 429 aside. */
  refused: integer,
  /** Of the refused: because the token was revoked. */
  revoked: integer,
  /** Answered with 429. */
  limited: integer,
  /** Answered with 5xx. */
  failed: integer,
  /** Records in accepted answers, as often as they were answered. */
  records: integer,
  /** Different people in the one answer that had most of them: at least so many were disclosed. */
  peopleLeast: integer,
  /** The same added up over the answers: at most so many. */
  peopleMost: integer,
  /** Records that had a location. */
  located: integer,
  /** Accepted calls of lists of which the audit does not say how many records they gave. */
  untold: integer,
  /** The first and last dates of disclosed days and requests. */
  dateFrom: calendarDateColumn.nullable,
  dateTo: calendarDateColumn.nullable,
  lastAcceptedAt: instant.nullable,
};

/**
 * The use of one ability by one token on one day of the company's zone, summed up from the audit (`use-summary.ts`).
 * Unless stated otherwise, the columns are numbers of calls.
 */
export type TokenUseRow = RowOf<typeof columns>;

export const tokenUseTable: Table<TokenUseRow> = defineTable<TokenUseRow>({
  name: 'shaon_token_use',
  entity: 'ShaonTokenUse',
  columns,
  uniques: [['companyId', 'tokenId', 'date', 'ability']],
  indices: [
    { columns: ['companyId', 'date'] },
    { columns: ['date'] },
    { columns: ['companyId', 'tokenId'], where: '"revoked" > 0' },
  ],
  owner: { companyId: 'ShaonCompany' },
});
