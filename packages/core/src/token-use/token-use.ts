import { calendarDateColumn, generatedBigId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/**
 * The use of one ability by one token on one day of the company's zone, summed up from the audit (`use-summary.ts`).
 * Unless stated otherwise, the columns are numbers of calls.
 */
export interface TokenUseRow {
  id: number;
  companyId: number;
  tokenId: number;
  date: string;
  /** The ability that the called operation needs; '' for a path or method that the API lacks. */
  ability: string;
  calls: number;
  /** Answered with 2xx. */
  accepted: number;
  /** Answered with 4xx except 429. */
  refused: number;
  /** Refused because the token was revoked; included in `refused`. */
  revoked: number;
  /** Answered with 429. */
  limited: number;
  /** Answered with 5xx. */
  failed: number;
  /** Records in accepted answers, counted once per answer. */
  records: number;
  /** The number of different people in the answer that had most: at least so many were disclosed. */
  peopleLeast: number;
  /** The sum of these numbers over all answers: at most so many were disclosed. */
  peopleMost: number;
  /** Records with a location. */
  located: number;
  /** Accepted calls of lists for which the audit has no number of records. */
  untold: number;
  /** The first and last date of disclosed days and requests. */
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
