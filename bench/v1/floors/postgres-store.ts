import pg from 'pg';
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
import { type AttendanceRow, columns, EMPLOYEE, type EmployeeRow, POSTGRES_FORMS } from './record.ts';

const company = Number(process.env.BENCH_COMPANY);
const connectionString = process.env.BENCH_DATABASE ?? '';
const BIGINT = 20;
const types = {
  getTypeParser: (type: number, format: unknown) =>
    type === BIGINT ? Number : pg.types.getTypeParser(type, format as 'text'),
};
const pool = new pg.Pool({ connectionString, max: 10, types: types as pg.CustomTypesConfig });
/** The audit rows use a separate client, one commit after the other. */
const auditor = new pg.Client({ connectionString });
await auditor.connect();

type Runner = Pick<pg.ClientBase, 'query'>;
const names = new Map<string, string>();

/** Every text is a prepared statement with its own name. */
async function rows<Row extends pg.QueryResultRow>(runner: Runner, text: string, values: unknown[]): Promise<Row[]> {
  const name = names.get(text) ?? `f${names.size}`;
  names.set(text, name);
  return (await runner.query<Row>({ name, text, values })).rows;
}

const TOKEN = `SELECT t.id, t.company_id AS company, t.name, t.prefix, t.abilities, t.revoked_at, t.expires_at, c.zone, c.locale
  FROM shaon_token t JOIN shaon_company c ON c.id = t.company_id WHERE t.digest = $1`;
export async function findToken(digest: string): Promise<TokenFacts | null> {
  const [row] = await rows<TokenFacts & { abilities: string; revoked_at: Date | null }>(pool, TOKEN, [digest]);
  if (row === undefined || row.revoked_at !== null) return null;
  return {
    id: row.id,
    company: row.company,
    name: row.name,
    prefix: row.prefix,
    hasLocation: row.abilities.includes('location'),
  };
}

export const findEmployee = async (id: number) =>
  (await rows<EmployeeRow & pg.QueryResultRow>(pool, EMPLOYEE, [company, id]))[0];
export const findDepartments = () =>
  rows(pool, 'SELECT id, name FROM shaon_department WHERE company_id = $1 ORDER BY id', [company]);

const AUDIT_TYPES: Readonly<Record<string, string>> = {
  company_id: 'int',
  at: 'timestamptz',
  token_id: 'int',
  status: 'int',
  duration_us: 'int',
};
const INSERT_AUDIT = `INSERT INTO shaon_audit (${AUDIT_COLUMNS}) SELECT * FROM unnest(${AUDIT_COLUMNS.split(', ')
  .map((name, index) => `$${index + 1}::${AUDIT_TYPES[name] ?? 'text'}[]`)
  .join(', ')})`;
let waiting: { values: AuditValues; done: () => void; failed: (error: unknown) => void }[] = [];
let isFlushing = false;

/** The rows of calls that wait during a commit share the next commit. */
export function audit(values: AuditValues): Promise<void> {
  return new Promise((done, failed) => {
    waiting.push({ values, done, failed });
    if (isFlushing) return;
    isFlushing = true;
    setImmediate(() => void flush());
  });
}

async function flush(): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const first = batch[0]!.values;
    try {
      await rows(
        auditor,
        INSERT_AUDIT,
        first.map((_, column) => batch.map((one) => one.values[column])),
      );
      for (const one of batch) one.done();
    } catch (error) {
      for (const one of batch) one.failed(error);
    }
  }
  isFlushing = false;
}

const INSERT_ONE_AUDIT = `INSERT INTO shaon_audit (${AUDIT_COLUMNS}) VALUES (${AUDIT_COLUMNS.split(',')
  .map((_, index) => `$${index + 1}`)
  .join(', ')})`;

export async function create(made: NewEmployee, values: AuditValues): Promise<EmployeeRow> {
  const client = await pool.connect();
  try {
    const [found] = await rows<{ email_taken: number; id_number_taken: number }>(client, CONFLICTS, [
      made.email,
      made.idNumberHash,
    ]);
    if (Number(found?.email_taken) + Number(found?.id_number_taken) > 0) throw new Error('taken');
    await client.query('BEGIN');
    const now = new Date();
    const [inserted] = await rows<{ id: number }>(client, INSERT_EMPLOYEE, employeeValues(company, made, now));
    const { id } = inserted!;
    await rows(client, INSERT_LOGIN, loginValues(company, id, made, true, now));
    await rows(client, INSERT_MESSAGE, messageValues(company, id, made, now));
    await rows(client, INSERT_ONE_AUDIT, [...values]);
    await client.query('COMMIT');
    return (await rows<EmployeeRow & pg.QueryResultRow>(client, EMPLOYEE, [company, id]))[0]!;
  } finally {
    client.release();
  }
}

const pages = [false, true].map((hasLocation) => {
  const select = `SELECT ${columns(hasLocation, POSTGRES_FORMS)}`;
  return {
    all: `WITH sums AS (SELECT date, total, SUM(total) OVER (ORDER BY date) AS upto FROM bench_day),
      start AS (SELECT date, upto - total AS before FROM sums WHERE upto > $3 ORDER BY date LIMIT 1)
      ${select}, (SELECT SUM(total)::int FROM bench_day) AS total FROM shaon_attendance a
      WHERE a.company_id = $1 AND a.voided_at IS NULL AND a.date >= (SELECT date FROM start)
      ORDER BY a.date, a.id LIMIT $2 OFFSET $3 - (SELECT before FROM start)`,
    ofDepartment: `${select}, (SELECT SUM(total)::int FROM bench_department_day WHERE department_id = $5 AND date >= $3 AND date <= $4) AS total
      FROM bench_department_record r JOIN shaon_attendance a ON a.id = r.attendance_id
      WHERE r.department_id = $5 AND r.date >= $3 AND r.date <= $4 ORDER BY r.date, r.attendance_id LIMIT $1 OFFSET $2`,
  };
});

type Counted = AttendanceRow & { total: number } & pg.QueryResultRow;

/** Total and page by one statement, so both are from one snapshot. */
export async function listAttendance(
  asked: Asked,
  hasLocation: boolean,
): Promise<{ rows: AttendanceRow[]; total: number }> {
  const texts = pages[Number(hasLocation)]!;
  const [limit, offset] = [asked.perPage, (asked.page - 1) * asked.perPage];
  const found = await (asked.department === null
    ? rows<Counted>(pool, texts.all, [company, limit, offset])
    : rows<Counted>(pool, texts.ofDepartment, [limit, offset, asked.from, asked.to, asked.department]));
  return { rows: found, total: found[0]?.total ?? 0 };
}

export async function close(): Promise<void> {
  await Promise.all([pool.end(), auditor.end()]);
}
