import { calendarDateColumn, generatedBigId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/**
 * What one token did with one ability on one day of the company's zone, summed up from the audit (`use-summary.ts`).
 * Numbers of calls, where nothing else is said.
 */
export interface TokenUseRow {
  id: number;
  companyId: number;
  tokenId: number;
  date: string;
  /** The ability that the called operation needs; '' for a path or method that the API does not have. */
  ability: string;
  calls: number;
  /** Answered with 2xx. */
  accepted: number;
  /** Answered with 4xx, 429 aside. */
  refused: number;
  /** Of the refused: because the token was revoked. */
  revoked: number;
  /** Answered with 429. */
  limited: number;
  /** Answered with 5xx. */
  failed: number;
  /** Records in accepted answers, as often as they were answered. */
  records: number;
  /** Different people in the one answer that had most of them: at least so many were disclosed. */
  peopleLeast: number;
  /** The same added up over the answers: at most so many. */
  peopleMost: number;
  /** Records that had a location. */
  located: number;
  /** Accepted calls of lists of which the audit does not say how many records they gave. */
  untold: number;
  /** The first and last dates of disclosed days and requests. */
  dateFrom: string | null;
  dateTo: string | null;
  lastAcceptedAt: Date | null;
}

export const tokenUseTable: Table<TokenUseRow> = defineTable<TokenUseRow>({
  name: 'shaon_token_use',
  entity: 'ShaonTokenUse',
  columns: {
    id: generatedBigId,
    companyId: integer,
    tokenId: integer,
    date: calendarDateColumn,
    ability: text,
    calls: integer,
    accepted: integer,
    refused: integer,
    revoked: integer,
    limited: integer,
    failed: integer,
    records: integer,
    peopleLeast: integer,
    peopleMost: integer,
    located: integer,
    untold: integer,
    dateFrom: calendarDateColumn.nullable,
    dateTo: calendarDateColumn.nullable,
    lastAcceptedAt: instant.nullable,
  },
  uniques: [['companyId', 'tokenId', 'date', 'ability']],
  indices: [
    { columns: ['companyId', 'date'] },
    { columns: ['date'] },
    { columns: ['companyId', 'tokenId'], where: '"revoked" > 0' },
  ],
  owner: { companyId: 'ShaonCompany' },
});
