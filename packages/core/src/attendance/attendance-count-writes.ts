import type { CompanyTransaction } from '../database/company-scope.ts';
import type { Dialect } from '../database/dialect.ts';
import { type CompanyChangeSql, companyChange, companySql, insertOf, updateOf } from '../database/statement.ts';
import { firstOfMonth } from '../time/calendar-date.ts';
import type { AttendanceRow } from './attendance.ts';
import { attendanceCountTable, type CountKind, type CountPeriod } from './attendance-count.ts';

/** What of a record decides where it is counted. */
export type CountedRecord = Pick<AttendanceRow, 'date' | 'departmentId' | 'branchId' | 'status'>;

interface CountChange {
  readonly kind: CountKind;
  readonly member: string;
  readonly period: CountPeriod;
  readonly date: string;
  change: number;
}

/** What a transaction changes about the kept counts, gathered, so that each of them is written once. */
export class CountChanges {
  readonly #changes = new Map<string, CountChange>();

  /** How many counts would be written now. */
  get size(): number {
    return this.#changes.size;
  }

  /** Counts `by` more records like this one; fewer, when it is negative. */
  add(record: CountedRecord, by: number): void {
    this.#addTo('all', '', record.date, by);
    this.#addTo('status', record.status, record.date, by);
    if (record.departmentId !== null) this.#addTo('department', String(record.departmentId), record.date, by);
    if (record.branchId !== null) this.#addTo('branch', String(record.branchId), record.date, by);
  }

  #addTo(kind: CountKind, member: string, day: string, by: number): void {
    this.#addPeriod({ kind, member, period: 'day', date: day, change: by });
    this.#addPeriod({ kind, member, period: 'month', date: firstOfMonth(day), change: by });
  }

  #addPeriod(change: CountChange): void {
    const key = `${change.kind} ${change.period} ${change.date} ${change.member}`;
    const gathered = this.#changes.get(key);
    if (gathered === undefined) this.#changes.set(key, change);
    else gathered.change += change.change;
  }

  /** Writes what was gathered and forgets it. */
  async write(company: CompanyTransaction): Promise<void> {
    const changes = [...this.#changes.values()].filter(({ change }) => change !== 0);
    this.#changes.clear();
    if (changes.length === 0) return;
    const chunk = JSON.stringify(changes);
    for (const statement of WRITE[company.dialect]) await company.change(statement, [chunk]);
  }
}

const SAME = ['kind', 'member', 'period', 'date'].map((name) => `stored.${name} = change.${name}`).join(' AND ');
const COLUMNS = ['kind', 'member', 'period', 'date', 'total'];
const SQLITE_CHANGES = `(SELECT ${['kind', 'member', 'period', 'date', 'change']
  .map((name) => `json_extract(value, '$.${name}') AS ${name}`)
  .join(', ')} FROM json_each($2)) AS change`;

const raise = updateOf(attendanceCountTable, {
  set: 'total = changed.total + held.change',
  from: companySql`FROM held`,
  isById: true,
  where: 'changed.id = held.id',
});

// SQLite keeps the order of a CROSS JOIN: each change finds its count by the index. Left to itself it may read the changes
// again for each count of the company, seconds for a move to another department.
const WRITE: Readonly<Record<Dialect, readonly CompanyChangeSql[]>> = {
  sqlite: [
    companyChange`WITH held AS MATERIALIZED (SELECT stored.id, change.change FROM ${SQLITE_CHANGES}
        CROSS JOIN ${attendanceCountTable} AS stored WHERE ${SAME}) ${raise}`,
    insertOf(attendanceCountTable, {
      columns: COLUMNS,
      values: ['kind', 'member', 'period', 'date', 'change.change'],
      from: companySql`FROM ${SQLITE_CHANGES} WHERE NOT EXISTS (SELECT 1 FROM ${attendanceCountTable} AS stored WHERE ${SAME})`,
    }),
  ],
  // A row that another transaction holds is passed by and a part of its own added, so that punches at nine o'clock do not
  // wait for one another, and two transactions with several punches cannot wait for each other for ever.
  postgres: [
    companyChange`WITH change AS (
        SELECT * FROM jsonb_to_recordset($2::jsonb) AS change(kind text, member text, period text, date date, change integer)
      ), held AS (
        SELECT change.*, free.id FROM change LEFT JOIN LATERAL (
          SELECT stored.id FROM ${attendanceCountTable} AS stored WHERE ${SAME}
          LIMIT 1 FOR UPDATE SKIP LOCKED) AS free ON TRUE
      ), raised AS (${raise})
      ${insertOf(attendanceCountTable, {
        columns: COLUMNS,
        values: ['kind', 'member', 'period', 'date', 'change'],
        from: companySql`FROM held WHERE id IS NULL`,
      })}`,
  ],
};
