import { closedPersonTable } from '../closed-months/month-closing.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import type { PersonHours } from '../hours/hours.ts';
import { keptHoursReader } from '../months/kept-hours.ts';

const KEPT = eachDialect((dialect) => {
  const { inList } = DIFFERENCES[dialect];
  return companySql`SELECT p.employee_id, p.hours FROM ${closedPersonTable} p
    WHERE p.closing_id ${inList('$2')} AND p.employee_id ${inList('$3')} ORDER BY p.closing_id`;
});

/** Reads the hours that closings kept of people, by their ids; null for somebody who had none. */
export async function hoursKeptBy(scope: CompanyScope, closingIds: readonly number[]) {
  const read = await keptHoursReader(scope);
  return async (ids: readonly number[]): Promise<Map<number, Omit<PersonHours, 'employee'> | null>> => {
    if (closingIds.length === 0) return new Map();
    const rows = await scope.rows(KEPT[scope.dialect], [closingIds, ids]);
    return new Map(
      rows.map(({ employee_id, hours }) => [Number(employee_id), read(hours === null ? null : String(hours))]),
    );
  };
}

// Amounts are read as text, because a host's drivers may convert numbers.
const SALARIES = eachDialect(
  (dialect) => companySql`SELECT e.id, e.salary_type, CAST(e.hourly_rate AS text) AS hourly_rate,
    CAST(e.global_salary AS text) AS global_salary
    FROM ${employeeTable} e WHERE e.id ${DIFFERENCES[dialect].inList('$2')}`,
);

type Salary = Readonly<Record<string, string | null>>;

/** The salaries of these people, by id. */
export async function salariesOf(scope: CompanyScope, ids: readonly number[]): Promise<ReadonlyMap<number, Salary>> {
  const rows = await scope.rows(SALARIES[scope.dialect], [ids]);
  const amount = (value: unknown): string | null => (value === null ? null : String(value).replace(/\.?0+$/, ''));
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        salary_type: String(row.salary_type),
        hourly_rate: amount(row.hourly_rate),
        global_salary: amount(row.global_salary),
      },
    ]),
  );
}
