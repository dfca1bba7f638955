type Index = readonly [name: string, columns: string];

const UNITS: readonly Index[] = [
  ['company_id_department_id_id', '"department_id", "id"'],
  ['company_id_branch_id_id', '"branch_id", "id"'],
  ['company_id_department_id_branch_id_id', '"department_id", "branch_id", "id"'],
];
const STATUS: Index = ['company_id_status_id', '"status", "id"'];
const ACTIVE: readonly Index[] = [
  ['active_department', '"department_id", "id"'],
  ['active_branch', '"branch_id", "id"'],
  ['active_department_branch', '"department_id", "branch_id", "id"'],
];

const drop = (name: string): string => `DROP INDEX "shaon_employee_${name}_idx"`;
const create = ([name, columns]: Index): string =>
  `CREATE INDEX "shaon_employee_${name}_idx" ON "shaon_employee" ("company_id", ${columns})`;

/** A list of one status skips employees of the other: active employees get indices as the frozen have. */
export const activeLists: readonly string[] = [
  ...UNITS.map(([name]) => drop(`${name}_status`)),
  drop('frozen'),
  ...[...UNITS, STATUS].map(create),
  ...ACTIVE.map((index) => `${create(index)} WHERE "status" = 'active'`),
];
