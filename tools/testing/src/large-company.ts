import type { Dialect } from './dialects.ts';

/** The size of a company whose rows are created by SQL. */
export interface LargeCompany {
  readonly people: number;
  /** How many of the first employees are frozen. */
  readonly left: number;
  /** How many of the first employees have attendance on each of the days. */
  readonly punching: number;
  /** How many of the first employees have a leave request on each of the days. */
  readonly asking: number;
  readonly days: number;
  /** The first id of ten departments and of ten branches with consecutive ids. */
  readonly department: number;
  readonly branch: number;
}

const numbers = (name: string, count: number): string =>
  `WITH RECURSIVE ${name}(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM ${name} WHERE n + 1 < ${count})`;

/**
 * Statements that fill a company, `$1`, without Shaon's services, which would take minutes: its employees; then, by the
 * id of the first employee, attendance and leave.
 */
export function largeCompany(
  dialect: Dialect,
  { people, left, punching, asking, days, department, branch }: LargeCompany,
): {
  readonly employees: string;
  readonly records: (firstPerson: number) => { readonly attendance: string; readonly leave: string };
} {
  const isSqlite = dialect === 'sqlite';
  const now = isSqlite ? '0' : "timestamptz '2026-01-01T00:00:00Z'";
  const date = isSqlite ? `date('2026-01-01', '+' || day.n || ' days')` : `(date '2026-01-01' + day.n)`;
  return {
    employees: `${numbers('x', people)} INSERT INTO shaon_employee (company_id, name, email, role, status, department_id,
        branch_id, id_number, id_number_hash, salary_type, hourly_rate, searched, created_at, updated_at)
      SELECT $1, 'p', 'p', 'employee', CASE WHEN n < ${left} OR n % 50 = 0 THEN 'frozen' ELSE 'active' END,
        ${department} + n % 10, ${branch} + (n / 10) % 10, 'x', 'h' || n, 'hourly', '40', 'p', ${now}, ${now} FROM x`,
    records: (firstPerson) => {
      const first = (count: number) => `shaon_employee e WHERE e.company_id = $1 AND e.id < ${firstPerson + count}`;
      const isDecided = `day.n < ${days - 30}`;
      // Days older than a month are decided, except one in 300, so equal statuses are together, as in real data.
      return {
        attendance: `${numbers('day', days)} INSERT INTO shaon_attendance (company_id, employee_id, date, department_id, branch_id,
            status, is_approved, created_at, updated_at)
          SELECT $1, e.id, ${date}, e.department_id, e.branch_id,
            CASE WHEN (e.id * 7 + day.n) % 300 = 0 THEN 'rejected' WHEN ${isDecided} THEN 'approved' ELSE 'pending' END,
            (e.id * 7 + day.n) % 300 <> 0 AND ${isDecided}, ${now}, ${now}
          FROM day CROSS JOIN ${first(punching)} ORDER BY day.n, e.id`,
        leave: `${numbers('day', days)} INSERT INTO shaon_leave_request (company_id, employee_id, date, type, status,
            created_at, updated_at)
          SELECT $1, e.id, ${date}, CASE e.id % 5 WHEN 0 THEN 'army' ELSE 'leave' END,
            CASE WHEN (e.id * 7 + day.n) % 100 = 0 THEN 'pending' WHEN day.n % 3 = 0 THEN 'rejected' ELSE 'approved' END,
            ${now}, ${now}
          FROM day CROSS JOIN ${first(asking)} ORDER BY day.n, e.id`,
      };
    },
  };
}

/**
 * Statements that add small companies to the company `$1`, each with one employee in a department and a branch, who has
 * some days and requests. PostgreSQL then plans as if every company were small.
 */
export function smallCompanies(dialect: Dialect, companies: number): readonly string[] {
  const date = dialect === 'sqlite' ? `date('2026-03-01', '+' || x.n || ' days')` : `(date '2026-03-01' + x.n)`;
  const small = `c.name = 'small' AND c.id <> $1`;
  const unit = (table: string) =>
    `INSERT INTO ${table} (company_id, name, created_at, updated_at)
      SELECT c.id, 'small', c.created_at, c.updated_at FROM shaon_company c WHERE ${small}`;
  return [
    `${numbers('x', companies)} INSERT INTO shaon_company (name, zone, locale, phone_region, open_shift_hours,
        break_hours, work_day_hours, correction_days, sms_notices, created_at, updated_at)
      SELECT 'small', zone, locale, phone_region, open_shift_hours, break_hours, work_day_hours, correction_days, sms_notices,
        created_at, updated_at FROM shaon_company CROSS JOIN x WHERE id = $1`,
    unit('shaon_department'),
    unit('shaon_branch'),
    `INSERT INTO shaon_employee (company_id, name, email, role, status, department_id, branch_id, id_number,
        id_number_hash, salary_type, hourly_rate, searched, created_at, updated_at)
      SELECT c.id, 'p', 'p', 'employee', 'active', d.id, b.id, 'x', 'small ' || c.id, 'hourly', '40', 'p', c.created_at, c.updated_at
      FROM shaon_company c JOIN shaon_department d ON d.company_id = c.id JOIN shaon_branch b ON b.company_id = c.id
      WHERE ${small}`,
    `${numbers('x', 5)} INSERT INTO shaon_attendance (company_id, employee_id, date, department_id, branch_id, status,
        is_approved, created_at, updated_at)
      SELECT e.company_id, e.id, ${date}, e.department_id, e.branch_id, 'pending', 1 = 0, e.created_at, e.updated_at
      FROM shaon_company c JOIN shaon_employee e ON e.company_id = c.id CROSS JOIN x WHERE ${small}`,
    `${numbers('x', 5)} INSERT INTO shaon_leave_request (company_id, employee_id, date, type, status, created_at,
        updated_at)
      SELECT e.company_id, e.id, ${date}, 'leave', 'pending', e.created_at, e.updated_at
      FROM shaon_company c JOIN shaon_employee e ON e.company_id = c.id CROSS JOIN x WHERE ${small}`,
  ];
}
