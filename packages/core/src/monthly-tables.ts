import { monthlyAttendance } from './attendance/attendance.ts';
import { monthlyAudit } from './audit/audit-row.ts';
import type { MonthlyTable } from './database/months/monthly-table.ts';
import { invalidOption } from './errors.ts';

/** The tables of core that may be partitioned by month, under the names that `partitionCore` takes. */
export const MONTHLY_CORE_TABLES: Readonly<Record<MonthlyTableName, MonthlyTable>> = {
  audit: monthlyAudit,
  attendance: monthlyAttendance,
};

/** `audit`: the API calls and acts; `attendance`: the records of days. */
export type MonthlyTableName = 'audit' | 'attendance';

/** The tables of these names. Throws `options_invalid` for an unknown one. */
export function monthlyTablesNamed(names: readonly MonthlyTableName[]): MonthlyTable[] {
  return names.map((name) => {
    if (Object.hasOwn(MONTHLY_CORE_TABLES, name)) return MONTHLY_CORE_TABLES[name];
    throw invalidOption(`tables: ${JSON.stringify(name)} is none of ${Object.keys(MONTHLY_CORE_TABLES).join(', ')}.`);
  });
}
