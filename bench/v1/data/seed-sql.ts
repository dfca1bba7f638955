import { BRANCHES, DEPARTMENTS, FIRST_DATE } from './company.ts';

/** The SQL that differs between the two databases. */
const WORDS = {
  sqlite: {
    instant: (ms: string) => `(${ms})`,
    date: (day: string) => `date('${FIRST_DATE}', '+' || ${day} || ' days')`,
    month: (date: string) => `substr(${date}, 1, 7)`,
    flag: (condition: string) => `(${condition})`,
    clustered: 'WITHOUT ROWID',
  },
  postgres: {
    instant: (ms: string) => `to_timestamp((${ms}) / 1000.0)`,
    date: (day: string) => `(date '${FIRST_DATE}' + ${day})`,
    month: (date: string) => `to_char(${date}, 'YYYY-MM')`,
    flag: (condition: string) => `(${condition})`,
    clustered: '',
  },
} as const;

const FIRST_MS = Date.parse(`${FIRST_DATE}T00:00:00Z`);
const NOW_MS = Date.parse('2026-06-01T06:00:00Z');

function numbers(name: string, count: number): string {
  return `WITH RECURSIVE ${name}(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM ${name} WHERE n + 1 < ${count})`;
}

/** Uses SQL, because a million rows through the services would take too long. */
export function seedStatements(
  database: 'sqlite' | 'postgres',
  company: { readonly companyId: number; readonly employees: number; readonly days: number },
): string[] {
  const { instant, date, flag } = WORDS[database];
  const now = instant(String(NOW_MS));
  const { companyId, employees, days } = company;
  const isAbsent = '(day.n + e.id) % 20 = 0';
  /** One in 500, of every department and branch. */
  const isRejected = '((e.id * 31 + day.n * 17) % 500 = 0)';
  const isApproved = `(day.n < ${days - 30})`;
  const worked = (ms: string) => `CASE WHEN ${isAbsent} THEN NULL ELSE ${instant(ms)} END`;
  const atWork = (value: string) => `CASE WHEN ${isAbsent} THEN NULL ELSE ${value} END`;
  const checkIn = `${FIRST_MS} + day.n * 86400000.0 + 21600000 + (e.id * 7919 + day.n * 104729) % 3600000`;
  const list = [
    `${numbers('x', DEPARTMENTS)} INSERT INTO shaon_department (company_id, name, created_at, updated_at)
      SELECT ${companyId}, 'מחלקה ' || (n + 1), ${now}, ${now} FROM x`,
    `${numbers('x', BRANCHES)} INSERT INTO shaon_branch (company_id, name, address, created_at, updated_at)
      SELECT ${companyId}, 'סניף ' || (n + 1), 'הרצל ' || (n + 1) || ', חיפה', ${now}, ${now} FROM x`,
    `${numbers('x', employees)} INSERT INTO shaon_employee (company_id, name, email, phone, phone_e164, role, status,
        department_id, branch_id, id_number, id_number_hash, salary_type, hourly_rate, searched, created_at, updated_at)
      SELECT ${companyId}, 'עובד מספר ' || (n + 1), 'employee' || (n + 1) || '@bench.example', '0501234567', '+972501234567',
        'employee', CASE WHEN n % 21 = 0 THEN 'frozen' ELSE 'active' END, (SELECT MIN(id) FROM shaon_department) + n % ${DEPARTMENTS},
        (SELECT MIN(id) FROM shaon_branch) + (n / ${DEPARTMENTS}) % ${BRANCHES}, 'none', 'bench-' || n, 'hourly', 45.5,
        'עובד מספר ' || (n + 1) || ' employee' || (n + 1) || '@bench.example 0501234567 +972501234567', ${now}, ${now} FROM x`,
    `INSERT INTO shaon_login (company_id, name, email_key, email, role, employee_id, must_change_password, failed_attempts, created_at, updated_at)
      SELECT company_id, name, email, email, 'employee', id, ${flag('1 = 1')}, 0, ${now}, ${now} FROM shaon_employee`,
    `${numbers('day', days)} INSERT INTO shaon_attendance (company_id, employee_id, department_id, branch_id, date, check_in, check_out, status,
        absence_type, is_approved, check_in_lat, check_in_lng, check_in_accuracy_meters, check_out_lat, check_out_lng,
        check_out_accuracy_meters, created_at, updated_at)
      SELECT ${companyId}, e.id, e.department_id, e.branch_id, ${date('day.n')}, ${worked(checkIn)}, ${worked(`${checkIn} + 32400000`)},
        CASE WHEN ${isRejected} THEN 'rejected' WHEN ${isApproved} THEN 'approved' ELSE 'pending' END,
        CASE WHEN ${isAbsent} THEN 'חופש' END, ${flag(`${isApproved} AND NOT ${isRejected}`)},
        ${atWork('32.0853 + (e.id % 1000) * 0.0001')}, ${atWork('34.7818 + (e.id % 777) * 0.0001')}, ${atWork('5 + e.id % 40')},
        ${atWork('32.0853 + (e.id % 1000) * 0.0001')}, ${atWork('34.7818 + (e.id % 777) * 0.0001')}, ${atWork('5 + e.id % 40')},
        ${now}, ${now}
      FROM day CROSS JOIN shaon_employee e ORDER BY day.n, e.id`,
  ];
  return [...list, ...floorTables(database)];
}

/** The floors' own tables; they are not part of the product. */
function floorTables(database: 'sqlite' | 'postgres'): string[] {
  const { month, clustered } = WORDS[database];
  const day = database === 'sqlite' ? 'text' : 'date';
  return [
    `CREATE TABLE bench_month (month text NOT NULL PRIMARY KEY, total integer NOT NULL) ${clustered}`,
    `INSERT INTO bench_month SELECT ${month('date')}, COUNT(*) FROM shaon_attendance GROUP BY 1`,
    `CREATE TABLE bench_day (date ${day} NOT NULL PRIMARY KEY, total integer NOT NULL) ${clustered}`,
    `INSERT INTO bench_day SELECT date, COUNT(*) FROM shaon_attendance GROUP BY 1`,
    `CREATE TABLE bench_department_day (department_id integer NOT NULL, date ${day} NOT NULL, total integer NOT NULL, PRIMARY KEY (department_id, date)) ${clustered}`,
    `INSERT INTO bench_department_day SELECT e.department_id, a.date, COUNT(*) FROM shaon_attendance a JOIN shaon_employee e ON e.id = a.employee_id GROUP BY 1, 2`,
    `CREATE TABLE bench_department_record (department_id integer NOT NULL, date ${day} NOT NULL, attendance_id integer NOT NULL, PRIMARY KEY (department_id, date, attendance_id)) ${clustered}`,
    `INSERT INTO bench_department_record SELECT e.department_id, a.date, a.id FROM shaon_attendance a JOIN shaon_employee e ON e.id = a.employee_id ORDER BY 1, 2, 3`,
  ];
}
