import { type Dialect, eachDialect } from '../dialect.ts';
import { WORDS } from './both-databases.ts';

/*
 * Counts of every mix of filters that lists accept, and an index for each mix without one. Existing rows are counted
 * once, by the finest mix; all others are summed from it.
 */

export interface Features {
  readonly counts: string;
  readonly table: string;
  readonly live: string;
  /** The name of each feature, and its column. */
  readonly features: readonly (readonly [name: string, column: string])[];
}

export const ATTENDANCE: Features = {
  counts: 'shaon_attendance_count',
  table: 'shaon_attendance',
  live: '"voided_at" IS NULL',
  features: [
    ['department', 'department_id'],
    ['branch', 'branch_id'],
    ['status', 'status'],
  ],
};

export const LEAVE: Features = {
  counts: 'shaon_leave_count',
  table: 'shaon_leave_request',
  live: '"cancelled_at" IS NULL',
  features: [
    ['status', 'status'],
    ['type', 'type'],
  ],
};

const LEAVE_INDICES: readonly string[] = ['type', 'status_type'].map((name) => {
  const columns = name.split('_').map((column) => `"${column}"`);
  return `CREATE INDEX "shaon_leave_request_company_id_${name}_date_id_idx" ON "shaon_leave_request" ("company_id", ${columns.join(', ')}, "date", "id") WHERE "cancelled_at" IS NULL`;
});

const BLOCK = 500;

/** Employees are counted by blocks of their ids. */
function employees(dialect: Dialect): string[] {
  const { bigId } = WORDS[dialect];
  const { features } = ATTENDANCE;
  const kinds = mixesOf(features).map((mix) => `'${kindOf(mix)}'`);
  const key = dialect === 'sqlite' ? '' : `, CONSTRAINT "shaon_employee_count_pk" PRIMARY KEY ("id")`;
  const counted = mixesOf(features).map((mix) => {
    const has = ['1 = 1', ...mix.map(([, column]) => `"${column}" IS NOT NULL`)].join(' AND ');
    return `SELECT "company_id", '${kindOf(mix)}', ${memberOf(mix)}, "id" / ${BLOCK}, COUNT(*) FROM "shaon_employee" WHERE ${has} GROUP BY 1, 3, 4`;
  });
  const indices = [
    ['company_id_department_id_branch_id_id', '"department_id", "branch_id"'],
    ['company_id_department_id_status_id', '"department_id", "status"'],
    ['company_id_branch_id_status_id', '"branch_id", "status"'],
    ['units_status', '"department_id", "branch_id", "status"'],
  ];
  return [
    `CREATE TABLE "shaon_employee_count" (
    "id" ${bigId},
    "company_id" integer NOT NULL,
    "kind" text NOT NULL,
    "member" text NOT NULL,
    "block" integer NOT NULL,
    "total" integer NOT NULL,
    CONSTRAINT "shaon_employee_count_kind_check" CHECK ("kind" IN (${kinds.join(', ')})),
    CONSTRAINT "shaon_employee_count_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION${key}
  )`,
    `CREATE INDEX "shaon_employee_count_company_id_kind_member_block_idx" ON "shaon_employee_count" ("company_id", "kind", "member", "block")`,
    `INSERT INTO "shaon_employee_count" ("company_id", "kind", "member", "block", "total") ${counted.join(' UNION ALL ')}`,
    ...indices.map(
      ([name, columns]) =>
        `CREATE INDEX "shaon_employee_${name}_idx" ON "shaon_employee" ("company_id", ${columns}, "id")`,
    ),
  ];
}

const ATTENDANCE_INDICES: readonly string[] = [
  ['employee_status', '"employee_id", "status"'],
  ['department_branch', '"department_id", "branch_id"'],
  ['department_status', '"department_id", "status"'],
  ['branch_status', '"branch_id", "status"'],
  ['department_branch_status', '"department_id", "branch_id", "status"'],
].map(
  ([purpose, columns]) =>
    `CREATE INDEX "shaon_attendance_${purpose}_idx" ON "shaon_attendance" ("company_id", ${columns}, "date", "id") WHERE "voided_at" IS NULL`,
);

export function mixesOf<Thing>(things: readonly Thing[]): Thing[][] {
  let mixes: Thing[][] = [[]];
  for (const thing of things) mixes = [...mixes, ...mixes.map((mix) => [...mix, thing])];
  return mixes;
}

export const kindOf = (mix: Features['features']): string =>
  mix.length === 0 ? 'all' : mix.map(([name]) => name).join(' ');

export const memberOf = (mix: Features['features']): string =>
  mix.length === 0 ? "''" : mix.map(([, column]) => `CAST("${column}" AS text)`).join(` || ' ' || `);

function table({ counts, features }: Features, dialect: Dialect): string[] {
  const { bigId, date } = WORDS[dialect];
  const kinds = mixesOf(features)
    .map((mix) => `'${kindOf(mix)}'`)
    .join(', ');
  const owner = `CONSTRAINT "${counts}_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION`;
  const key = dialect === 'sqlite' ? '' : `, CONSTRAINT "${counts}_pk" PRIMARY KEY ("id")`;
  return [
    `CREATE TABLE "${counts}" (
    "id" ${bigId},
    "company_id" integer NOT NULL,
    "kind" text NOT NULL,
    "member" text NOT NULL,
    "period" text NOT NULL,
    "date" ${date} NOT NULL,
    "total" integer NOT NULL,
    CONSTRAINT "${counts}_kind_check" CHECK ("kind" IN (${kinds})),
    CONSTRAINT "${counts}_period_check" CHECK ("period" IN ('day', 'month')),
    ${owner}${key}
  )`,
    `CREATE INDEX "${counts}_company_id_kind_member_period_date_idx" ON "${counts}" ("company_id", "kind", "member", "period", "date")`,
  ];
}

function count({ counts, table, live, features }: Features, dialect: Dialect): string {
  const columns = features.map(([, column]) => `"${column}"`).join(', ');
  const summed = mixesOf(features).flatMap((mix) => {
    const has = ['1 = 1', ...mix.map(([, column]) => `"${column}" IS NOT NULL`)].join(' AND ');
    return [
      ['day', '"date"'],
      ['month', WORDS[dialect].month],
    ].map(
      ([period, date]) =>
        `SELECT "company_id", '${kindOf(mix)}', ${memberOf(mix)}, '${period}', ${date}, SUM("total") FROM "finest" WHERE ${has} GROUP BY 1, 3, 5`,
    );
  });
  return `WITH "finest" AS MATERIALIZED (SELECT "company_id", "date", ${columns}, COUNT(*) AS "total" FROM "${table}"
      WHERE ${live} GROUP BY "company_id", "date", ${columns})
    INSERT INTO "${counts}" ("company_id", "kind", "member", "period", "date", "total") ${summed.join(' UNION ALL ')}`;
}

const statements = (dialect: Dialect): string[] => [
  `DROP TABLE "shaon_attendance_count"`,
  ...table(ATTENDANCE, dialect),
  count(ATTENDANCE, dialect),
  ...ATTENDANCE_INDICES,
  ...table(LEAVE, dialect),
  count(LEAVE, dialect),
  ...LEAVE_INDICES,
  ...employees(dialect),
];

export const mixCounts: Readonly<Record<Dialect, readonly string[]>> = eachDialect(statements);
