const MIXES = [
  ['company_id_department_id_id', 'department', ['department_id']],
  ['company_id_branch_id_id', 'branch', ['branch_id']],
  ['company_id_department_id_branch_id_id', 'department_branch', ['department_id', 'branch_id']],
] as const;

/** The indices of units leave out employees without such a unit. */
export const unitLists: readonly string[] = MIXES.flatMap(([name, mix, units]) => {
  const columns = ['company_id', ...units, 'id'].map((column) => `"${column}"`).join(', ');
  const isIn = units.map((unit) => `"${unit}" IS NOT NULL`).join(' AND ');
  const anew = (index: string, where: string): string[] => [
    `DROP INDEX "shaon_employee_${index}_idx"`,
    `CREATE INDEX "shaon_employee_${index}_idx" ON "shaon_employee" (${columns}) WHERE ${where}`,
  ];
  return [
    ...anew(name, isIn),
    ...['active', 'frozen'].flatMap((status) => anew(`${status}_${mix}`, `"status" = '${status}' AND ${isIn}`)),
  ];
});
