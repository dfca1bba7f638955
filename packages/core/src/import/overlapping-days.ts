import { attendanceTable, punchTable } from '../attendance/attendance.ts';
import { instant } from '../database/columns.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type CompanySql, companySql } from '../database/statement.ts';
import { externalIdTable } from '../external-ids/external-id.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { addDays } from '../time/calendar-date.ts';
import type { Candidate, ImportRun, Judged } from './import-run.ts';

interface DayTimes {
  readonly employeeId: number;
  readonly date: string;
  readonly checkIn: Date | null;
  readonly checkOut: Date | null;
  /** A voided day is in nobody's way. */
  readonly voidedAt?: Date | null;
}

/** A day of the company, or of a row before in this chunk; its id is then -1 when it is new. */
interface Held extends DayTimes {
  readonly id: number;
  /** Whether an import has brought it; asked only of what the days of an export overlap. */
  isImported: boolean;
}

const keyOf = (employeeId: number, date: string): string => `${employeeId} ${date}`;

/**
 * There is one record per employee and working day (SPEC 2), and two days of one employee do not overlap, because the
 * rules of D:T6 look at the last punch. They may touch: some sources cut nights at midnight. The employees are held by
 * the import, so that nobody punches between this look and the writing.
 *
 * Days of an export do not overlap one another, but one of them may overlap what an earlier export said of its neighbour,
 * whose row comes later: so they are held against days that no import has brought.
 */
export async function refuseOverlappingDays<Fields extends DayTimes>(
  run: ImportRun,
  candidates: readonly Candidate[],
  judged: readonly Judged<Fields>[],
): Promise<Judged<Fields>[]> {
  const held = await findDays(
    run,
    judged.flatMap((one) => ('fields' in one ? [one.fields] : [])),
  );
  const recordOf = (index: number): number | null => candidates[index]?.recordId ?? null;
  judged.forEach((one, index) => {
    if ('fields' in one && isVoided(one.fields)) release(held, one.fields, recordOf(index));
  });
  if (run.isExport) await markImported(run, held, judged);
  const mayOverlap = ({ isImported }: Held): boolean => run.isExport && isImported;
  return judged.map((one, index) => {
    if ('errors' in one || isVoided(one.fields)) return one;
    const recordId = recordOf(index);
    const errors = overlapOf(one.fields, recordId, held, mayOverlap);
    if (errors !== null) return { errors };
    const { employeeId, date, checkIn, checkOut } = one.fields;
    const day: Held = { id: recordId ?? -1, employeeId, date, checkIn, checkOut, isImported: true };
    held.set(keyOf(employeeId, date), day);
    return one;
  });
}

const imported = (dialect: Dialect): CompanySql =>
  companySql`SELECT x.record_id FROM ${externalIdTable} x
    WHERE x.kind = 'attendance' AND x.digest <> '' AND x.record_id ${DIFFERENCES[dialect].inList('$2')}`;
const IMPORTED = { sqlite: imported('sqlite'), postgres: imported('postgres') };

/** Asks of the neighbours that days overlap whether an import has brought them. */
async function markImported<Fields extends DayTimes>(
  { company }: ImportRun,
  held: ReadonlyMap<string, Held>,
  judged: readonly Judged<Fields>[],
): Promise<void> {
  const overlapped = new Map<number, Held>();
  for (const one of judged) {
    if ('errors' in one || isVoided(one.fields)) continue;
    const day = one.fields;
    const before = held.get(keyOf(day.employeeId, addDays(day.date, -1)));
    const after = held.get(keyOf(day.employeeId, addDays(day.date, 1)));
    if (before !== undefined && overlaps(before, day)) overlapped.set(before.id, before);
    if (after !== undefined && overlaps(day, after)) overlapped.set(after.id, after);
  }
  if (overlapped.size === 0) return;
  for (const { record_id: id } of await company.rows(IMPORTED[company.dialect], [[...overlapped.keys()]])) {
    const day = overlapped.get(Number(id));
    if (day !== undefined) day.isImported = true;
  }
}

/** A day that this chunk voids leaves its date to another. */
function release(held: Map<string, Held>, { employeeId, date }: DayTimes, recordId: number | null): void {
  const key = keyOf(employeeId, date);
  if (recordId !== null && held.get(key)?.id === recordId) held.delete(key);
}

const isVoided = ({ voidedAt }: DayTimes): boolean => (voidedAt ?? null) !== null;

function overlapOf(
  day: DayTimes,
  recordId: number | null,
  held: ReadonlyMap<string, Held>,
  mayOverlap: (other: Held) => boolean,
): InputErrors | null {
  const at = (date: string): Held | null => {
    const other = held.get(keyOf(day.employeeId, date));
    return other === undefined || other.id === recordId ? null : other;
  };
  if (at(day.date) !== null) return { date: [issue('unique')] };
  const before = at(addDays(day.date, -1));
  if (before !== null && !mayOverlap(before) && overlaps(before, day)) return { check_in: [issue('in')] };
  const after = at(addDays(day.date, 1));
  if (after !== null && !mayOverlap(after) && overlaps(day, after)) return { check_out: [issue('in')] };
  return null;
}

function overlaps(earlier: DayTimes, later: DayTimes): boolean {
  const end = earlier.checkOut ?? earlier.checkIn;
  const start = later.checkIn ?? later.checkOut;
  return end !== null && start !== null && start < end;
}

/** A day that waits for its check-out has lasted until its last punch, such as a return from a break after midnight. */
const columns = (dialect: Dialect): CompanySql => {
  const { dateAsText, instantAsMs } = DIFFERENCES[dialect];
  return companySql`a.id, a.employee_id, ${dateAsText('a.date')} AS date, ${instantAsMs('a.check_in')} AS check_in,
    COALESCE(${instantAsMs('a.check_out')}, (SELECT MAX(${instantAsMs('p.at')}) FROM ${punchTable} p
      WHERE p.attendance_id = a.id AND p.voided_at IS NULL)) AS check_out`;
};
const SAME_DAY = 'a.employee_id = asked.employee_id AND a.date = asked.date AND a.voided_at IS NULL';

// Both ways make the database go from the chunk to the table: left alone it reads every day and looks in the chunk.
const FIND_DAYS: Readonly<Record<Dialect, CompanySql>> = {
  sqlite: companySql`SELECT ${columns('sqlite')} FROM (
      SELECT json_extract(value, '$[0]') AS employee_id, json_extract(value, '$[1]') AS date FROM json_each($2)
    ) AS asked CROSS JOIN ${attendanceTable} a WHERE ${SAME_DAY}`,
  postgres: companySql`SELECT day.* FROM unnest($2::int[], $3::date[]) AS asked(employee_id, date)
    CROSS JOIN LATERAL (SELECT ${columns('postgres')} FROM ${attendanceTable} a WHERE ${SAME_DAY} LIMIT 1) AS day`,
};

/** The company's days of the same employees and dates, and those beside them. */
async function findDays(run: ImportRun, days: readonly DayTimes[]): Promise<Map<string, Held>> {
  if (days.length === 0) return new Map();
  const asked = new Map<string, readonly [number, string]>();
  for (const { employeeId, date } of days) {
    for (const near of [date, addDays(date, -1), addDays(date, 1)])
      asked.set(keyOf(employeeId, near), [employeeId, near]);
  }
  const pairs = [...asked.values()];
  const { company } = run;
  const values =
    company.dialect === 'sqlite' ? [JSON.stringify(pairs)] : [pairs.map(([id]) => id), pairs.map(([, date]) => date)];
  const rows = await company.rows(FIND_DAYS[company.dialect], values);
  return new Map(
    rows.map((row) => {
      const employeeId = Number(row.employee_id);
      const day: Held = {
        id: Number(row.id),
        employeeId,
        date: String(row.date),
        checkIn: instant.nullable.fromDatabase(row.check_in),
        checkOut: instant.nullable.fromDatabase(row.check_out),
        isImported: false,
      };
      return [keyOf(employeeId, day.date), day];
    }),
  );
}
