/** A new employee is in three indices of lists instead of seven, because frozen employees have indices of their own. */
export const frozenLists: readonly string[] = [
  'company_id_status_id',
  'company_id_department_id_id',
  'company_id_branch_id_id',
  'company_id_department_id_branch_id_id',
  'company_id_department_id_status_id',
  'company_id_branch_id_status_id',
  'units_status',
]
  .map((name) => `DROP INDEX "shaon_employee_${name}_idx"`)
  .concat(
    [
      ['company_id_department_id_id_status', '"department_id", "id", "status"'],
      ['company_id_branch_id_id_status', '"branch_id", "id", "status"'],
      ['company_id_department_id_branch_id_id_status', '"department_id", "branch_id", "id", "status"'],
    ].map(
      ([name, columns]) => `CREATE INDEX "shaon_employee_${name}_idx" ON "shaon_employee" ("company_id", ${columns})`,
    ),
    [
      ['frozen', '"id"'],
      ['frozen_department', '"department_id", "id"'],
      ['frozen_branch', '"branch_id", "id"'],
      ['frozen_department_branch', '"department_id", "branch_id", "id"'],
    ].map(
      ([name, columns]) =>
        `CREATE INDEX "shaon_employee_${name}_idx" ON "shaon_employee" ("company_id", ${columns}) WHERE "status" = 'frozen'`,
    ),
  );
