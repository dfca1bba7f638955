import { loginTable } from '../accounts/login.ts';
import { insertRows, reserveIds } from '../database/sql/bulk-rows.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql, deleteOf } from '../database/sql/statement.ts';
import { getOrMake } from '../get-or-make.ts';
import { safeValidate } from '../input/validate.ts';
import { type ManagerLimitRow, managerLimitTable } from '../organization/manager-limit.ts';
import { type ExportedUnit, exportedUnitInput } from './exported-input.ts';
import { type Accepted, type Candidate, type ImportRun, jsonOf } from './import-run.ts';

/** What a manager's log-in is limited to, without the log-in; an empty list for the whole company. */
export type LimitFields = readonly Pick<ManagerLimitRow, 'kind' | 'departmentId' | 'branchId'>[];

/** Departments and branches by their external ids. */
interface UnitIds {
  readonly department: ReadonlyMap<string, number>;
  readonly branch: ReadonlyMap<string, number>;
}

/** The units to which the candidates of an export are limited. */
export async function limitUnits({ externalIds }: ImportRun, candidates: readonly Candidate[]): Promise<UnitIds> {
  const named = candidates.flatMap(({ row }) => exportedUnits(row.values) ?? []);
  const keysOf = (of: ExportedUnit['kind']) =>
    new Set(named.flatMap(({ kind, external_id }) => (kind === of && external_id != null ? external_id : [])));
  return {
    department: await externalIds.resolve('departments', keysOf('department')),
    branch: await externalIds.resolve('branches', keysOf('branch')),
  };
}

/** The limit of an export's row; null if it is no list of units that the company has. */
export function limitOf(values: Candidate['row']['values'], ids: UnitIds): LimitFields | null {
  const limit = exportedUnits(values)?.map(({ kind, external_id: key }) => {
    const id = key == null ? null : ids[kind].get(key);
    return { kind, departmentId: kind === 'department' ? id : null, branchId: kind === 'branch' ? id : null };
  });
  const isKnown = limit?.every(({ departmentId, branchId }) => departmentId !== undefined && branchId !== undefined);
  return isKnown === true ? (limit as LimitFields) : null;
}

/** Nobody is limited in a row without the value. A unit that is named again says nothing more. */
function exportedUnits({ limited_to: value }: Candidate['row']['values']): ExportedUnit[] | null {
  if (value === undefined || value === null || value === '') return [];
  const list = typeof value === 'string' ? jsonOf(value) : value;
  if (!Array.isArray(list)) return null;
  const units = new Map<string, ExportedUnit>();
  for (const [index, one] of list.entries()) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return null;
    const { errors, value: unit } = safeValidate(exportedUnitInput, one);
    if (Object.keys(errors).length > 0) return null;
    const { kind, external_id } = unit as ExportedUnit;
    units.set(external_id == null ? `${index}` : `${kind} ${external_id}`, unit as ExportedUnit);
  }
  return [...units.values()];
}

const REMOVE_LIMITS = eachDialect((dialect) =>
  deleteOf(managerLimitTable, {
    where: companySql`login_id IN (SELECT l.id FROM ${loginTable} l WHERE l.employee_id ${DIFFERENCES[dialect].inList('$2')})`,
  }),
);
const LOGINS = eachDialect(
  (dialect) => companySql`SELECT l.id, l.employee_id FROM ${loginTable} l
    WHERE l.employee_id ${DIFFERENCES[dialect].inList('$2')}`,
);

/** Sets the limits of these people's log-ins, which an export's rows have. */
export async function replaceLimits(
  { company, all }: ImportRun,
  rows: readonly Accepted<{ readonly limit?: LimitFields }>[],
): Promise<void> {
  const limited = rows.filter(({ fields }) => fields.limit !== undefined);
  if (limited.length === 0) return;
  const people = limited.map(({ id }) => id);
  await company.change(REMOVE_LIMITS[company.dialect], [people]);
  const logins = new Map(
    (await company.rows(LOGINS[company.dialect], [people])).map((row) => [Number(row.employee_id), Number(row.id)]),
  );
  const added = limited.flatMap(({ id, fields }) =>
    (fields.limit ?? []).map((unit) => ({ ...unit, loginId: logins.get(id) as number })),
  );
  const ids = await reserveIds(all, managerLimitTable, added.length);
  await insertRows(
    company,
    managerLimitTable,
    added.map((row, index) => ({ id: ids[index] as number, ...row })),
  );
}

const LIMITS = companySql`SELECT l.employee_id, m.kind, m.department_id, m.branch_id
  FROM ${managerLimitTable} m JOIN ${loginTable} l ON l.id = m.login_id
  WHERE l.employee_id IS NOT NULL ORDER BY m.kind, m.department_id, m.branch_id, m.id`;

/** The limits of log-ins by their employees. An export has no log-ins of people without a staff row. */
export async function limitsOfLogins(scope: CompanyScope): Promise<ReadonlyMap<number, LimitFields>> {
  const limits = new Map<number, LimitFields[number][]>();
  for (const raw of await scope.rows(LIMITS)) {
    const { kind, departmentId, branchId } = managerLimitTable.columns;
    getOrMake(limits, Number(raw.employee_id), () => []).push({
      kind: kind.fromDatabase(raw.kind),
      departmentId: departmentId.fromDatabase(raw.department_id),
      branchId: branchId.fromDatabase(raw.branch_id),
    });
  }
  return limits;
}
