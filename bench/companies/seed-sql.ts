import { FIRST_DATE } from '../v1/data/company.ts';
import { attendanceCounts } from '../v1/data/stored-counts.ts';
import type { SeededCompany } from './shape.ts';

/** What the two databases say differently. */
const WORDS = {
  sqlite: {
    instant: (ms: string) => `CAST(${ms} AS integer)`,
    date: (day: number) => `date('${FIRST_DATE}', '+${day} days')`,
    randomDigest: () => 'lower(hex(randomblob(32)))',
    numbers: (count: number) =>
      `WITH RECURSIVE x(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM x WHERE n + 1 < ${count})`,
  },
  postgres: {
    instant: (ms: string) => `to_timestamp((${ms}) / 1000.0)`,
    date: (day: number) => `(date '${FIRST_DATE}' + ${day})`,
    randomDigest: (by: string) => `encode(sha256((${by})::text::bytea), 'hex')`,
    numbers: (count: number) => `WITH x(n) AS (SELECT generate_series(0, ${count - 1}))`,
  },
} as const;

const FIRST_MS = Date.parse(`${FIRST_DATE}T00:00:00Z`);
const DAY_MS = 86_400_000;
const TOKENS_OF_EACH = 2;
const ROWS_OF_STATEMENT = 500;

/** What else a database holds. */
export interface SeedSizes {
  /** Days of each person. */
  readonly days: number;
  /** Rows of the audit: so many young ones, and so many older than its retention. */
  readonly audit: { readonly young: number; readonly old: number };
  readonly now: Date;
}

/** Everything but what has to be encrypted; straight SQL for an empty database, by `bulkLoad`. */
export function seedStatements(
  database: 'sqlite' | 'postgres',
  companies: readonly SeededCompany[],
  { days, audit, now }: SeedSizes,
): string[] {
  const { date } = WORDS[database];
  const attendance = Array.from({ length: days }, (_, day) => attendanceOfDay(database, day, date(day), days));
  return [
    ...companyList(companies),
    ...organization(database, companies),
    ...attendance,
    ...attendanceCounts(database),
    ...auditRows(database, companies.length, audit, now),
  ];
}

/** Tables of the seed alone, by which the rest is made in sets. */
function companyList(companies: readonly SeededCompany[]): string[] {
  const columns = ['company_id', 'people', 'departments', 'branches', 'first_department', 'first_branch'];
  const rows = companies.map((one) =>
    [one.companyId, one.people, one.departments, one.branches, one.firstDepartment, one.firstBranch].join(', '),
  );
  const numbers = Array.from(
    { length: Math.max(...companies.map(({ people }) => people)) },
    (_, number) => `${number}`,
  );
  return [
    `CREATE TABLE bench_company (${columns.map((name) => `${name} integer NOT NULL`).join(', ')}, PRIMARY KEY (company_id))`,
    'CREATE TABLE bench_number (n integer NOT NULL PRIMARY KEY)',
    ...inserts('bench_company', rows),
    ...inserts('bench_number', numbers),
  ];
}

function inserts(table: string, rows: readonly string[]): string[] {
  const list: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_OF_STATEMENT) {
    list.push(`INSERT INTO ${table} VALUES (${rows.slice(at, at + ROWS_OF_STATEMENT).join('), (')})`);
  }
  return list;
}

function organization(database: 'sqlite' | 'postgres', companies: readonly SeededCompany[]): string[] {
  const { instant, randomDigest, numbers } = WORDS[database];
  const now = instant(String(FIRST_MS));
  const each = (many: string) =>
    `FROM bench_company b JOIN bench_number x ON x.n < b.${many} ORDER BY b.company_id, x.n`;
  const flag = '(1 = 1)';
  return [
    `INSERT INTO shaon_company (name, zone, locale, phone_region, open_shift_hours, break_hours, work_day_hours,
        created_at, updated_at)
      SELECT 'חברה ' || company_id, 'Asia/Jerusalem', 'he', 'IL', 16, 4, 24, ${now}, ${now}
      FROM bench_company ORDER BY company_id`,
    `INSERT INTO shaon_department (company_id, name, created_at, updated_at)
      SELECT b.company_id, 'מחלקה ' || (x.n + 1), ${now}, ${now} ${each('departments')}`,
    `INSERT INTO shaon_branch (company_id, name, address, created_at, updated_at)
      SELECT b.company_id, 'סניף ' || (x.n + 1), 'הרצל ' || (x.n + 1) || ', חיפה', ${now}, ${now} ${each('branches')}`,
    `INSERT INTO shaon_employee (company_id, name, email, phone, phone_e164, role, status, department_id, branch_id,
        id_number, id_number_hash, salary_type, hourly_rate, searched, created_at, updated_at)
      SELECT b.company_id, 'עובד מספר ' || (x.n + 1), 'e' || (x.n + 1) || '@c' || b.company_id || '.bench.example',
        '0501234567', '+972501234567', 'employee', 'active', b.first_department + x.n % b.departments,
        b.first_branch + (x.n / b.departments) % b.branches, 'none', 'bench-' || b.company_id || '-' || x.n, 'hourly',
        45.5, 'עובד מספר ' || (x.n + 1) || ' e' || (x.n + 1) || '@c' || b.company_id || '.bench.example', ${now}, ${now}
      ${each('people')}`,
    `INSERT INTO shaon_login (company_id, name, email_key, email, role, employee_id, must_change_password,
        failed_attempts, created_at, updated_at)
      SELECT company_id, name, email, email, 'employee', id, ${flag}, 0, ${now}, ${now} FROM shaon_employee ORDER BY id`,
    `${numbers(companies.length * TOKENS_OF_EACH)} INSERT INTO shaon_token (company_id, name, prefix, last_four, digest, abilities, created_by,
        created_at)
      SELECT n / ${TOKENS_OF_EACH} + 1, 'seeded', 'shn_seed', 'seed', ${randomDigest('n')}, 'attendance:read',
        'bench', ${now} FROM x`,
  ];
}

/** Day by day, as days come to be. The last thirty days are pending, one in twenty is an absence. */
function attendanceOfDay(database: 'sqlite' | 'postgres', day: number, date: string, days: number): string {
  const { instant } = WORDS[database];
  const isAbsent = `(${day} + e.id) % 20 = 0`;
  const isApproved = day < days - 30;
  const checkIn = `${FIRST_MS + day * DAY_MS + 21_600_000}.0 + (e.id * 7919 + ${day} * 104729) % 3600000`;
  const atWork = (value: string) => `CASE WHEN ${isAbsent} THEN NULL ELSE ${value} END`;
  const place = [
    atWork('32.0853 + (e.id % 1000) * 0.0001'),
    atWork('34.7818 + (e.id % 777) * 0.0001'),
    '5 + e.id % 40',
  ];
  return `INSERT INTO shaon_attendance (company_id, employee_id, department_id, branch_id, date, check_in, check_out,
      status, absence_type, is_approved, check_in_lat, check_in_lng, check_in_accuracy_meters, created_at, updated_at)
    SELECT e.company_id, e.id, e.department_id, e.branch_id, ${date}, ${atWork(instant(checkIn))},
      ${atWork(instant(`${checkIn} + 32400000`))}, '${isApproved ? 'approved' : 'pending'}',
      CASE WHEN ${isAbsent} THEN 'חופש' END, (1 = ${isApproved ? 1 : 0}), ${place.join(', ')},
      ${instant(checkIn)}, ${instant(checkIn)} FROM shaon_employee e ORDER BY e.id`;
}

/** Calls of tokens, of all companies in turn: young ones of a year, old ones from before 25 months. All is summed up. */
function auditRows(
  database: 'sqlite' | 'postgres',
  companies: number,
  { young, old }: SeedSizes['audit'],
  now: Date,
): string[] {
  const { instant, numbers } = WORDS[database];
  const rows = (count: number, fromDaysAgo: number, days: number) => {
    const at = instant(`${now.getTime() - fromDaysAgo * DAY_MS} + n * ${(days * DAY_MS) / count}e0`);
    return `${numbers(count)} INSERT INTO shaon_audit (company_id, at, kind, token_id, token_name, token_prefix, method,
        route, path, ip, status, duration_us, request_id)
      SELECT n % ${companies} + 1, ${at}, 'api', (n % ${companies}) * ${TOKENS_OF_EACH} + 1, 'seeded', 'shn_seed', 'GET', '/attendance', '/attendance',
        '203.0.113.' || (n % 250), CASE WHEN n % 25 = 3 THEN 422 ELSE 200 END, 1000 + n % 5000, 'bench-' || n FROM x`;
  };
  return [rows(old, 800, 30), rows(young, 365, 365)];
}
