import { attendanceTable, punchTable } from '../attendance/attendance.ts';
import { timeAfter } from '../attendance/punch-order.ts';
import { instant } from '../database/sql/columns.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { externalIdTable } from '../external-ids/external-id.ts';
import { getOrMake } from '../get-or-make.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { dateOfDayNumber, dayNumber, FIRST_DAY, LAST_DAY } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import { refuseContradictingRows } from './contradicting-rows.ts';
import type { DayFields } from './import-input.ts';
import type { Candidate, CheckedRow, ImportRun } from './import-run.ts';

type DayTimes = Pick<DayFields, 'employeeId' | 'date' | 'checkIn' | 'checkOut' | 'breaks' | 'evidence'> & {
  /** A voided day does not count. */
  readonly voidedAt?: Date | null;
};

/** From a day's first punch to its last, in epoch milliseconds; these need not be its check-in and check-out. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** A stored day, or one of an earlier row. */
interface Held {
  /** -1 for the day of a row that makes a new one. */
  readonly id: number;
  readonly isStored: boolean;
  /** Null without punches. */
  readonly span: Span | null;
  /** Whether an import made it; read only for stored days that a row's day overlaps. */
  isImported: boolean;
}

const keyOf = (employeeId: number, date: string): string => `${employeeId} ${date}`;

/**
 * An employee has one record per working day (SPEC 2), and two of their days do not overlap, because its rules (D:T6)
 * depend on the last punch. They may touch: some sources cut nights at midnight. The import has locked the employees,
 * so nobody punches between this check and the write.
 *
 * If a row of this chunk voids or moves a stored day, the day's date is free for another. A row that only an imported day
 * is in the way of waits, because a later row may move that one (D:A28); once all others are written (`isLast`) it is
 * refused.
 *
 * Days of an export do not overlap each other, but one may overlap an earlier export's version of its neighbour, whose
 * new row comes in a later chunk. So they are compared only with days that no import has made.
 */
export async function refuseOverlappingDays<Fields extends DayTimes>(
  run: ImportRun,
  candidates: readonly Candidate[],
  checked: readonly CheckedRow<Fields>[],
  isLast = false,
): Promise<CheckedRow<Fields>[]> {
  const datesAround = createDatesAround(run.settings);
  const found = await findDays(
    run,
    checked.flatMap((one) => ('fields' in one ? [one.fields] : [])),
    datesAround,
  );
  await markImported(run, found, { candidates, checked }, datesAround);
  const placed = run.isExport ? checked : afterDaysBefore(checked, found, datesAround);
  const mayOverlap = ({ isImported }: Held): boolean => run.isExport && isImported;
  const mayBeMoved = ({ isStored, isImported }: Held): boolean => !isLast && isStored && isImported;
  const verdicts = refuseContradictingRows(candidates, placed, (changed) => {
    const held = new Map([...found].filter(([, { id }]) => !changed.has(id)));
    return (fields, recordId) => {
      if (isVoided(fields)) return null;
      const found = overlapOf(fields, recordId, held, datesAround, { mayOverlap, mayBeMoved });
      if (found !== null) return found;
      const day = { id: recordId ?? -1, isStored: false, span: spanOf(fields), isImported: true };
      held.set(keyOf(fields.employeeId, fields.date), day);
      return null;
    };
  });
  // The days that come before a waiting one are known when it is settled.
  return verdicts.map((one, index) =>
    'fields' in one && one.waits === true ? { ...(checked[index] as typeof one), waits: true } : one,
  );
}

/** The days whose times without seconds are not before the last punch of an earlier day in their minute (D:A26). */
function afterDaysBefore<Fields extends DayTimes>(
  checked: readonly CheckedRow<Fields>[],
  found: ReadonlyMap<string, Held>,
  datesAround: DatesAround,
): readonly CheckedRow<Fields>[] {
  const spans = new Map([...found].map(([key, { span }]) => [key, span]));
  for (const one of checked) {
    if ('fields' in one) spans.set(keyOf(one.fields.employeeId, one.fields.date), spanOf(one.fields));
  }
  return checked.map((one) => {
    if ('errors' in one) return one;
    const { employeeId, date, checkIn, checkOut, breaks } = one.fields;
    const earlier = datesAround(date).filter((near) => near < date);
    const ends = earlier.flatMap((near) => spans.get(keyOf(employeeId, near))?.last ?? []);
    const last = new Date(Math.max(...ends));
    const after = (at: Date) => timeAfter(at, last);
    const times = {
      checkIn: checkIn && after(checkIn),
      checkOut: checkOut && after(checkOut),
      breaks: breaks.map(({ start, end }) => ({ start: after(start), end: after(end) })),
    };
    return ends.length === 0 ? one : { ...one, fields: { ...one.fields, ...times } };
  });
}

const IMPORTED = eachDialect(
  (dialect) => companySql`SELECT x.record_id FROM ${externalIdTable} x
    WHERE x.kind = 'attendance' AND x.digest <> '' AND x.record_id ${DIFFERENCES[dialect].inList('$2')}`,
);

/** Reads whether imports made the stored days that days of rows meet. */
async function markImported<Fields extends DayTimes>(
  { company }: ImportRun,
  held: ReadonlyMap<string, Held>,
  { candidates, checked }: { candidates: readonly Candidate[]; checked: readonly CheckedRow<Fields>[] },
  datesAround: DatesAround,
): Promise<void> {
  const overlapped = new Map<number, Held>();
  for (const [index, one] of checked.entries()) {
    if ('errors' in one || isVoided(one.fields)) continue;
    const { employeeId, date } = one.fields;
    const span = spanOf(one.fields);
    for (const near of datesAround(date)) {
      const other = held.get(keyOf(employeeId, near));
      if (other === undefined || other.id === candidates[index]?.recordId) continue;
      if (near === date || overlaps(other.span, span)) overlapped.set(other.id, other);
    }
  }
  if (overlapped.size === 0) return;
  for (const { record_id: id } of await company.rows(IMPORTED[company.dialect], [[...overlapped.keys()]])) {
    const day = overlapped.get(Number(id));
    if (day !== undefined) day.isImported = true;
  }
}

const isVoided = ({ voidedAt }: DayTimes): boolean => (voidedAt ?? null) !== null;

function overlapOf(
  day: DayTimes,
  recordId: number | null,
  held: ReadonlyMap<string, Held>,
  datesAround: DatesAround,
  { mayOverlap, mayBeMoved }: Readonly<Record<'mayOverlap' | 'mayBeMoved', (other: Held) => boolean>>,
): InputErrors | 'waits' | null {
  const at = (date: string): Held | null => {
    const other = held.get(keyOf(day.employeeId, date));
    return other === undefined || other.id === recordId ? null : other;
  };
  const same = at(day.date);
  if (same !== null) return mayBeMoved(same) ? 'waits' : { date: [issue('unique')] };
  const span = spanOf(day);
  let waits = false;
  for (const date of datesAround(day.date)) {
    const other = at(date);
    if (other === null || mayOverlap(other) || !overlaps(other.span, span)) continue;
    if (!mayBeMoved(other)) return { [date < day.date ? 'check_in' : 'check_out']: [issue('overlap', { date })] };
    waits = true;
  }
  return waits ? 'waits' : null;
}

function overlaps(one: Span | null, other: Span | null): boolean {
  return one !== null && other !== null && one.first < other.last && one.last > other.first;
}

function spanOf({ checkIn, checkOut, breaks, evidence = [] }: DayTimes): Span | null {
  const times: number[] = [];
  for (const time of [checkIn, checkOut]) if (time !== null) times.push(time.getTime());
  for (const { start, end } of breaks) times.push(start.getTime(), end.getTime());
  for (const { at, voidedAt } of evidence) if (voidedAt === null) times.push(at.getTime());
  return times.length === 0 ? null : { first: Math.min(...times), last: Math.max(...times) };
}

type DatesAround = (date: string) => readonly string[];

/**
 * The dates whose days might overlap one of this date: the longest day spans two working days (`isWithinLongestDay`).
 * Dates outside the calendar are left out. Each list is made once, because a chunk's rows share dates.
 */
function createDatesAround({ workDayHours }: ImportRun['settings']): DatesAround {
  const reach = Math.max(1, Math.ceil((2 * workDayHours) / 24));
  const made = new Map<string, readonly string[]>();
  return (date) => getOrMake(made, date, () => datesWithin(reach, dayNumber(date)));
}

function datesWithin(reach: number, day: number): string[] {
  const dates: string[] = [];
  for (let near = Math.max(FIRST_DAY, day - reach); near <= Math.min(LAST_DAY, day + reach); near += 1) {
    dates.push(dateOfDayNumber(near));
  }
  return dates;
}

/**
 * An open day lasts until its last punch, such as a return from a break after midnight. Punches before a check-in are
 * read only if a row reaches the date, because each read costs as much as finding the day.
 */
const columns = (dialect: Dialect): CompanySql => {
  const { dateAsText, instantAsMs } = DIFFERENCES[dialect];
  const live = (which: string) => companySql`(SELECT ${which}(${instantAsMs('p.at')}) FROM ${punchTable} p
    WHERE p.attendance_id = a.id AND p.voided_at IS NULL)`;
  return companySql`a.id, a.employee_id, ${dateAsText('a.date')} AS date,
    CASE WHEN asked.is_reached = 1 THEN ${live('MIN')} ELSE ${instantAsMs('a.check_in')} END AS first_at,
    COALESCE(${instantAsMs('a.check_out')}, ${live('MAX')}) AS last_at`;
};
const SAME_DAY = 'a.employee_id = asked.employee_id AND a.date = asked.date AND a.voided_at IS NULL';

// Both forms make the database go from the chunk to the table; otherwise it would read every day and search the chunk.
const FIND_DAYS: Readonly<Record<Dialect, CompanySql>> = {
  sqlite: companySql`SELECT ${columns('sqlite')} FROM (
      SELECT json_extract(value, '$[0]') AS employee_id, json_extract(value, '$[1]') AS date,
        json_extract(value, '$[2]') AS is_reached FROM json_each($2)
    ) AS asked CROSS JOIN ${attendanceTable} a WHERE ${SAME_DAY}`,
  postgres: companySql`SELECT day.* FROM unnest($2::int[], $3::date[], $4::int[]) AS asked(employee_id, date, is_reached)
    CROSS JOIN LATERAL (SELECT ${columns('postgres')} FROM ${attendanceTable} a WHERE ${SAME_DAY} LIMIT 1) AS day`,
};

/** The company's days of the same employees and dates, and the days that may overlap these. */
async function findDays(
  run: ImportRun,
  days: readonly DayTimes[],
  datesAround: DatesAround,
): Promise<Map<string, Held>> {
  if (days.length === 0) return new Map();
  const asked = new Map<string, readonly [employeeId: number, date: string, isReached: number]>();
  for (const day of days) {
    const { employeeId, date } = day;
    const end = spanOf(day)?.last;
    const lastDate = end === undefined ? date : localDate(end, run.settings.zone);
    for (const near of datesAround(date)) {
      const key = keyOf(employeeId, near);
      const isReached = near > date && near <= lastDate;
      if (isReached || !asked.has(key)) asked.set(key, [employeeId, near, isReached ? 1 : 0]);
    }
  }
  const sought = [...asked.values()];
  const { company } = run;
  const values =
    company.dialect === 'sqlite'
      ? [JSON.stringify(sought)]
      : [sought.map(([id]) => id), sought.map(([, date]) => date), sought.map(([, , isReached]) => isReached)];
  const rows = await company.rows(FIND_DAYS[company.dialect], values);
  return new Map(
    rows.map((row) => {
      const last = instant.nullable.fromDatabase(row.last_at);
      const first = instant.nullable.fromDatabase(row.first_at) ?? last;
      const span = first === null || last === null ? null : { first: first.getTime(), last: last.getTime() };
      return [
        keyOf(Number(row.employee_id), String(row.date)),
        { id: Number(row.id), isStored: true, span, isImported: false },
      ];
    }),
  );
}
