import { attendanceTable } from '../attendance/attendance.ts';
import { closingsOf } from '../closed-months/closed-months.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { issue } from '../input/issue.ts';
import type { Candidate, CheckedRow, ImportRun } from './import-run.ts';

const STORED = eachDialect((dialect) => {
  const { dateAsText, inList } = DIFFERENCES[dialect];
  return companySql`SELECT a.id, a.employee_id, ${dateAsText('a.date')} AS day FROM ${attendanceTable} a
    WHERE a.id ${inList('$2')}`;
});

/** Refuses days in a closed month, and rows that would take a day out of one (D:A98). */
export async function refuseClosedDays<Fields extends { readonly employeeId: number; readonly date: string }>(
  { company }: ImportRun,
  candidates: readonly Candidate[],
  checked: readonly CheckedRow<Fields>[],
): Promise<CheckedRow<Fields>[]> {
  const known = candidates.flatMap(({ recordId }) => recordId ?? []);
  const rows = known.length === 0 ? [] : await company.rows(STORED[company.dialect], [known]);
  const stored = new Map(
    rows.map((row) => [Number(row.id), { employeeId: Number(row.employee_id), date: String(row.day) }]),
  );
  const said = checked.flatMap((one) => ('fields' in one ? [one.fields] : []));
  const closingOf = await closingsOf(company, [...said, ...stored.values()]);
  return checked.map((one, index) => {
    if ('errors' in one) return one;
    const before = stored.get(candidates[index]?.recordId ?? 0);
    const closing = closingOf(one.fields) ?? (before && closingOf(before));
    if (closing === undefined) return one;
    return { errors: { date: [issue('month_closed', { month: closing.month, by: closing.closedBy })] } };
  });
}
