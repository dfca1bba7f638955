import { instant } from '../database/columns.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { runSql } from '../database/sql.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { addDays } from '../time/calendar-date.ts';
import type { Candidate, ImportRun, Judged } from './import-run.ts';

interface DayPlace {
  readonly employeeId: number;
  readonly date: string;
  readonly checkIn: Date | null;
  readonly checkOut: Date | null;
}

/** A day of the company, or of a row before in this chunk; its id is then -1 when it is new. */
interface Held extends DayPlace {
  readonly id: number;
}

const keyOf = (employeeId: number, date: string): string => `${employeeId} ${date}`;

/**
 * What days do to one another: there is one record per employee and working day (SPEC 2), and two days of one employee
 * do not cross, for the rules of D:T6 look at the last punch. They may touch: sources cut nights at midnight.
 */
export async function refuseMeetingDays<Fields extends DayPlace>(
  run: ImportRun,
  candidates: readonly Candidate[],
  judged: readonly Judged<Fields>[],
): Promise<Judged<Fields>[]> {
  const held = await findDays(
    run,
    judged.flatMap((one) => ('fields' in one ? [one.fields] : [])),
  );
  return judged.map((one, index) => {
    if ('errors' in one) return one;
    const { recordId } = candidates[index] as Candidate;
    const errors = meetingOf(one.fields, recordId, held);
    if (errors !== null) return { errors };
    const { employeeId, date, checkIn, checkOut } = one.fields;
    held.set(keyOf(employeeId, date), { id: recordId ?? -1, employeeId, date, checkIn, checkOut });
    return one;
  });
}

function meetingOf(day: DayPlace, recordId: number | null, held: ReadonlyMap<string, Held>): InputErrors | null {
  const at = (date: string): Held | null => {
    const other = held.get(keyOf(day.employeeId, date));
    return other === undefined || other.id === recordId ? null : other;
  };
  if (at(day.date) !== null) return { date: [issue('unique')] };
  const before = at(addDays(day.date, -1));
  if (before !== null && crosses(before, day)) return { check_in: [issue('in')] };
  const after = at(addDays(day.date, 1));
  if (after !== null && crosses(day, after)) return { check_out: [issue('in')] };
  return null;
}

function crosses(earlier: DayPlace, later: DayPlace): boolean {
  const end = earlier.checkOut ?? earlier.checkIn;
  const start = later.checkIn ?? later.checkOut;
  return end !== null && start !== null && start < end;
}

/** The company's days of the same employees and dates, and those beside them. */
async function findDays(run: ImportRun, days: readonly DayPlace[]): Promise<Map<string, Held>> {
  if (days.length === 0) return new Map();
  const asked = new Map<string, readonly [number, string]>();
  for (const { employeeId, date } of days) {
    for (const near of [date, addDays(date, -1), addDays(date, 1)])
      asked.set(keyOf(employeeId, near), [employeeId, near]);
  }
  const pairs = [...asked.values()];
  const { company } = run;
  const isSqlite = company.dialect === 'sqlite';
  const chunk = isSqlite
    ? `SELECT json_extract(value, '$[0]') AS employee_id, json_extract(value, '$[1]') AS date FROM json_each($2)`
    : 'SELECT * FROM unnest($2::int[], $3::date[]) AS chunk(employee_id, date)';
  const values = isSqlite ? [JSON.stringify(pairs)] : [pairs.map(([id]) => id), pairs.map(([, date]) => date)];
  // Both ways make the database go from the chunk to the table: left alone it reads every day and looks in the chunk.
  const found = `SELECT a.id, a.employee_id, ${DIFFERENCES[company.dialect].dateAsText('a.date')} AS date, a.check_in, a.check_out
    FROM "shaon_attendance" a
    WHERE a.company_id = $1 AND a.employee_id = asked.employee_id AND a.date = asked.date AND a.voided_at IS NULL`;
  const rows = await runSql(
    company.runner,
    company.dialect,
    isSqlite
      ? found.replace('FROM ', `FROM (${chunk}) AS asked CROSS JOIN `)
      : `SELECT day.* FROM (${chunk}) AS asked CROSS JOIN LATERAL (${found} LIMIT 1) AS day`,
    [company.companyId, ...values],
  );
  return new Map(
    rows.map((row) => {
      const employeeId = Number(row.employee_id);
      const day: Held = {
        id: Number(row.id),
        employeeId,
        date: String(row.date),
        checkIn: instant.nullable.fromDatabase(row.check_in),
        checkOut: instant.nullable.fromDatabase(row.check_out),
      };
      return [keyOf(employeeId, day.date), day];
    }),
  );
}
