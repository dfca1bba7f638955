import type { PunchKind } from '../attendance/attendance.ts';
import { bigInteger, generatedBigId, instant, integer, text, word } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

/** What became of a clock's report: `known` if it came before, or repeats a punch within a minute. */
export type ClockOutcome = 'recorded' | 'known' | 'refused';

export const clockReportTable = defineTable({
  name: 'shaon_clock_report',
  columns: {
    id: generatedBigId,
    companyId: integer,
    device: text,
    /** The device's own running number. */
    number: bigInteger,
    /** By which the clock named the employee; null if it gave an id. */
    employeeExternalId: text.nullable,
    /** Found by that key, or as the clock gave it: then it may be the id of nobody in the company. */
    employeeId: integer.nullable,
    at: instant,
    /** Null if the clock gave none. */
    kind: word<PunchKind>().nullable,
    answer: word<ClockOutcome>(),
    /** A `ClockRefusal`; null unless it was refused. */
    reason: text.nullable,
    /** The punch that it made or repeats. */
    punchId: bigInteger.nullable,
    /** When it came first. */
    receivedAt: instant,
  },
  uniques: [['companyId', 'device', 'number']],
  indices: [
    { columns: ['companyId', 'employeeId', 'at'] },
    { columns: ['companyId', 'receivedAt'] },
    { purpose: 'refused', columns: ['companyId', 'id'], where: `"answer" = 'refused'` },
  ],
  refersToCompany: true,
  checks: {
    answer: `"answer" IN ('recorded', 'known', 'refused')`,
    reason: `("answer" = 'refused') = ("reason" IS NOT NULL)`,
  },
});

/** One report of a clock, by which a report that comes again is recognised (D:A99). */
export type ClockReportRow = RowOf<typeof clockReportTable>;
