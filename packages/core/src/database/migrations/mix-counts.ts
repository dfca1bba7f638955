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
];

export const mixCounts: Readonly<Record<Dialect, readonly string[]>> = eachDialect(statements);
