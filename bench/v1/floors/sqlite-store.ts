import Sqlite from 'better-sqlite3';
import { AUDIT_COLUMNS, type AuditValues } from './audit-row.ts';
import type { Asked, TokenFacts } from './call.ts';
import {
  CONFLICTS,
  employeeValues,
  INSERT_EMPLOYEE,
  INSERT_LOGIN,
  INSERT_MESSAGE,
  loginValues,
  messageValues,
  type NewEmployee,
} from './new-employee.ts';
import { type AttendanceRow, columns, EMPLOYEE, type EmployeeRow } from './record.ts';

const path = process.env.BENCH_DATABASE ?? '';
const company = Number(process.env.BENCH_COMPANY);

const writer = new Sqlite(path);
writer.pragma('journal_mode = WAL');
writer.pragma('synchronous = FULL');
const reader = new Sqlite(path, { readonly: true });

/**
 * The plus hides a value from the planner, as in the service: in an analysed database SQLite would plan a statement
 * again whenever one of its values changes.
 */
function prepared(handle: Sqlite.Database, text: string): Sqlite.Statement {
  return handle.prepare(text.replace(/\?|\$\d+|:[a-z]+/g, '+$&'));
}

/** better-sqlite3 accepts values for `?1` only in an object, so this passes one. */
const bound = (values: readonly unknown[]) => Object.fromEntries(values.map((value, index) => [index + 1, value]));

const token = prepared(
  reader,
  `SELECT t.id, t.company_id AS company, t.name, t.prefix, t.abilities, t.revoked_at, t.expires_at, c.zone, c.locale
  FROM shaon_token t JOIN shaon_company c ON c.id = t.company_id WHERE t.digest = ?`,
);
export function findToken(digest: string): TokenFacts | null {
  const row = token.get(digest) as (TokenFacts & { abilities: string; revoked_at: number | null }) | undefined;
  if (row === undefined || row.revoked_at !== null) return null;
  return {
    id: row.id,
    company: row.company,
    name: row.name,
    prefix: row.prefix,
    hasLocation: row.abilities.includes('location'),
  };
}

const employee = prepared(reader, EMPLOYEE);
export const findEmployee = (id: number) => employee.get({ 1: company, 2: id }) as EmployeeRow | undefined;

const departments = prepared(reader, 'SELECT id, name FROM shaon_department WHERE company_id = ? ORDER BY id');
export const findDepartments = () => departments.all(company);

const insertAudit = prepared(
  writer,
  `INSERT INTO shaon_audit (${AUDIT_COLUMNS}) VALUES (${AUDIT_COLUMNS.split(',')
    .map(() => '?')
    .join(', ')})`,
);
let waiting: { write: () => void; done: () => void; failed: (error: unknown) => void }[] = [];

/** The writes of calls that end in the same turn of the event loop share one commit. */
function commit(write: () => void): Promise<void> {
  return new Promise((done, failed) => {
    waiting.push({ write, done, failed });
    if (waiting.length === 1) setImmediate(flush);
  });
}

const writeAll = writer.transaction((batch: typeof waiting) => {
  for (const one of batch) one.write();
});

function flush(): void {
  const batch = waiting;
  waiting = [];
  try {
    writeAll.immediate(batch);
    for (const one of batch) one.done();
  } catch (error) {
    for (const one of batch) one.failed(error);
  }
}

export const audit = (values: AuditValues) => commit(() => insertAudit.run(...values));

const conflicts = prepared(writer, CONFLICTS);
const [insertEmployee, insertLogin, insertMessage] = [INSERT_EMPLOYEE, INSERT_LOGIN, INSERT_MESSAGE].map((text) =>
  prepared(writer, text),
) as [Sqlite.Statement, Sqlite.Statement, Sqlite.Statement];
export async function create(made: NewEmployee, values: AuditValues): Promise<EmployeeRow> {
  let id = 0;
  await commit(() => {
    const found = conflicts.get(bound([made.email, made.idNumberHash])) as {
      email_taken: number;
      id_number_taken: number;
    };
    if (found.email_taken + found.id_number_taken > 0) throw new Error('taken');
    const now = Date.now();
    ({ id } = insertEmployee.get(bound(employeeValues(company, made, now))) as { id: number });
    insertLogin.run(bound(loginValues(company, id, made, 1, now)));
    insertMessage.run(bound(messageValues(company, id, made, now)));
    insertAudit.run(...values);
  });
  return findEmployee(id) as EmployeeRow;
}

const page = [false, true].map((hasLocation) => {
  const select = `SELECT ${columns(hasLocation, {})} FROM shaon_attendance a`;
  return {
    fromDay: prepared(
      reader,
      `${select} WHERE a.company_id = :company AND a.voided_at IS NULL AND a.date >= :from
      ORDER BY a.date, a.id LIMIT :limit OFFSET :offset`,
    ),
    ofDepartment: prepared(
      reader,
      `${select} JOIN bench_department_record r ON r.attendance_id = a.id
      WHERE r.department_id = :department AND r.date >= :from AND r.date <= :to ORDER BY r.date, r.attendance_id LIMIT :limit OFFSET :offset`,
    ),
  };
});
const countOfDepartment = prepared(
  reader,
  'SELECT SUM(total) AS total FROM bench_department_day WHERE department_id = :department AND date >= :from AND date <= :to',
);
const months = prepared(reader, 'SELECT month, total FROM bench_month ORDER BY month');
const daysOfMonth = prepared(
  reader,
  "SELECT date, total FROM bench_day WHERE date >= ? || '-01' AND date <= ? || '-31' ORDER BY date",
);

/**
 * Total and page are from one snapshot, because nothing else runs between two synchronous statements of one
 * transaction.
 */
export function listAttendance(asked: Asked, hasLocation: boolean): List {
  return snapshot(asked, hasLocation);
}

interface List {
  readonly rows: AttendanceRow[];
  readonly total: number;
}

const snapshot = reader.transaction((asked: Asked, hasLocation: boolean): { rows: AttendanceRow[]; total: number } => {
  const statements = page[Number(hasLocation)]!;
  const offset = (asked.page - 1) * asked.perPage;
  if (asked.department !== null) {
    const filter = { from: asked.from, to: asked.to, department: asked.department };
    const { total } = countOfDepartment.get(filter) as { total: number };
    const rows = statements.ofDepartment.all({ limit: asked.perPage, offset, ...filter });
    return { rows: rows as AttendanceRow[], total };
  }
  return keptPage(statements.fromDay, asked.perPage, offset);
});

/** Finds the page's day by prefix sums, and uses OFFSET only within it. */
function keptPage(fromDay: Sqlite.Statement, limit: number, offset: number): { rows: AttendanceRow[]; total: number } {
  let total = 0;
  let month = '';
  let beforeMonth = 0;
  for (const row of months.all() as { month: string; total: number }[]) {
    if (total <= offset) [month, beforeMonth] = [row.month, total];
    total += row.total;
  }
  let before = beforeMonth;
  let from = `${month}-01`;
  for (const row of daysOfMonth.all(month, month) as { date: string; total: number }[]) {
    from = row.date;
    if (before + row.total > offset) break;
    before += row.total;
  }
  return { rows: fromDay.all({ company, from, limit, offset: offset - before }) as AttendanceRow[], total };
}

export function close(): void {
  reader.close();
  writer.close();
}
