import { calendarDateColumn, generatedBigId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export const tokenUseTable = defineTable({
  name: 'shaon_token_use',
  columns: {
    id: generatedBigId,
    companyId: integer,
    tokenId: integer,
    date: calendarDateColumn,
    /** The ability that the called operation needs; '' for a path or method that the API lacks. */
    ability: text,
    calls: integer,
    /** Answered with 2xx. */
    accepted: integer,
    /** Answered with 4xx except 429. */
    refused: integer,
    /** Refused because the token was revoked; included in `refused`. */
    revoked: integer,
    /** Answered with 429. */
    limited: integer,
    /** Answered with 5xx. */
    failed: integer,
    /** Records in accepted answers, counted once per answer. */
    records: integer,
    /** The number of different people in the answer that had most: at least so many were disclosed. */
    peopleLeast: integer,
    /** The sum of these numbers over all answers: at most so many were disclosed. */
    peopleMost: integer,
    /** Records with a location. */
    located: integer,
    /** Accepted calls of lists for which the audit has no number of records. */
    untold: integer,
    /** The first and last date of disclosed days and requests. */
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
  refersToCompany: true,
});

/**
 * The use of one ability by one token on one day of the company's zone, counted in the audit (`audited-use.ts`).
 * Unless stated otherwise, the columns are numbers of calls.
 */
export type TokenUseRow = RowOf<typeof tokenUseTable>;

/** The numbers of a use, without its group. */
export type UseSums = Omit<TokenUseRow, 'id' | 'companyId' | 'tokenId' | 'date' | 'ability'>;
