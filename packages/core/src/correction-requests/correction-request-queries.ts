import type { LabelHistory } from '../absence-types/absence-type.ts';
import { lockAbsenceTypesForShare } from '../absence-types/absence-type-queries.ts';
import { inClosedMonth } from '../closed-months/closed-months.ts';
import { instant } from '../database/sql/columns.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { type Page, type PageRequest, readPage } from '../database/sql/paging.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type CompanySql, companySql, updateOf } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import {
  EMPLOYEE_FROM,
  EMPLOYEE_SELECT,
  type EmployeeSummary,
  employeeSummary,
  toEmployee,
} from '../employees/employee-queries.ts';
import { orNotFound } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { comparedValues } from '../input/list-filter.ts';
import { type CorrectionRequestRow, correctionRequestTable } from './correction-request.ts';

/** Which requests to list; an absent or null member leaves none out. Dates are inclusive. */
export interface CorrectionRequestFilter {
  /** `pending`: it waits for a decision. `decided`: all others, also those whose month was closed before one. */
  readonly state?: 'pending' | 'decided' | null | undefined;
  readonly employee_id?: number | null | undefined;
  readonly date_from?: string | null | undefined;
  readonly date_to?: string | null | undefined;
}

const CONDITIONS = { employee_id: 'r.employee_id =', date_from: 'r.date >=', date_to: 'r.date <=' } as const;
const FILTERS = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/** Of a request `r`. A request that is still open when its month closes waits for nothing (D:A107). */
export const isWaiting = (dialect: Dialect): CompanySql =>
  companySql`r.state = 'pending' AND NOT ${inClosedMonth(dialect, 'r')}`;
const STATES = eachDialect((dialect) => ({
  pending: companySql`${isWaiting(dialect)}`,
  decided: companySql`NOT (${isWaiting(dialect)})`,
}));

/** A request and its person. */
export interface RequestWithPerson {
  readonly row: CorrectionRequestRow;
  readonly employee: EmployeeSummary;
}

/** The request's columns, beside those of its person. */
const COLUMNS = eachDialect((dialect) =>
  correctionRequestTable.properties
    .map((property) => {
      const column = correctionRequestTable.columns[property];
      return `${column.select(dialect, `r.${correctionRequestTable.quoted(property)}`)} AS "r_${property}"`;
    })
    .join(', '),
);

function fromRaw(raw: RawRow): RequestWithPerson {
  const own = Object.fromEntries(correctionRequestTable.properties.map((property) => [property, raw[`r_${property}`]]));
  return { row: correctionRequestTable.fromDatabase(own), employee: employeeSummary(toEmployee(raw)) };
}

/** The latest day first. */
export function listRequests(
  scope: CompanyScope,
  filter: CorrectionRequestFilter,
  page: PageRequest,
): Promise<Page<RequestWithPerson>> {
  const given = comparedValues(filter, FILTERS, ['state']);
  const conditions = [...given.keys()].map((name, index) => ` AND ${CONDITIONS[name]} $${index + 2}`).join('');
  const list = {
    select: `${COLUMNS[scope.dialect]}, ${EMPLOYEE_SELECT}`,
    from: companySql`${EMPLOYEE_FROM} JOIN ${correctionRequestTable} r ON r.employee_id = e.id`,
    countFrom: companySql`${correctionRequestTable} r`,
    where: companySql`${stateCondition(scope.dialect, filter)}${conditions}`,
    orderBy: 'r.date DESC, r.id DESC',
    values: [...given.values()],
  };
  return readPage(scope, list, page, fromRaw);
}

function stateCondition(dialect: Dialect, { state }: CorrectionRequestFilter): CompanySql {
  if (state === undefined || state === null) return companySql`1 = 1`;
  if (!Object.hasOwn(STATES[dialect], state)) throw invalidField('state', issue('in'));
  return STATES[dialect][state];
}

const WAITING = eachDialect((dialect) => {
  const { instantAsMs } = DIFFERENCES[dialect];
  return companySql`SELECT COUNT(*) AS waiting, ${instantAsMs('MIN(r.asked_at)')} AS since
    FROM ${correctionRequestTable} r WHERE ${isWaiting(dialect)} AND r.employee_id <> $2`;
});

/** How many requests wait for a decision, and since when the oldest does; without those of one employee. */
export async function waitingRequests(
  scope: CompanyScope,
  exceptEmployeeId: number | null,
): Promise<{ readonly count: number; readonly since: Date | null }> {
  const [row] = await scope.rows(WAITING[scope.dialect], [exceptEmployeeId ?? 0]);
  return { count: Number(row?.waiting ?? 0), since: instant.nullable.fromDatabase(row?.since ?? null) };
}

const PERSON = companySql`SELECT ${EMPLOYEE_SELECT} FROM ${EMPLOYEE_FROM} WHERE e.id = $2`;

export async function personOf(scope: CompanyScope, { employeeId }: CorrectionRequestRow): Promise<EmployeeSummary> {
  const [raw] = await scope.rows(PERSON, [employeeId]);
  return employeeSummary(toEmployee(orNotFound(raw, 'employee')));
}

/**
 * Locks a request after its employee, as by a punch, so that neither the day nor its month changes, and after the
 * absence types, because a renaming locks the requests of its type.
 */
export async function lockRequest(company: CompanyTransaction, id: number): Promise<Locked<CorrectionRequestRow>> {
  const found = orNotFound(await company.findOne(correctionRequestTable, { id }), 'correction request');
  await company.lockOne(employeeTable, found.employeeId);
  await lockAbsenceTypesForShare(company);
  return orNotFound(await company.lockOne(correctionRequestTable, id), 'correction request');
}

/** Locked by id ascending, as by all callers that lock several requests, so that they cannot deadlock. */
const LOCK_LABELLED = eachDialect(
  (dialect) => companySql`SELECT COUNT(*) AS requests FROM (SELECT r.id FROM ${correctionRequestTable} r
    WHERE r.absence_type = $2 ORDER BY r.id ${DIFFERENCES[dialect].forNoKeyUpdate}) AS held`,
);
const RENAME = updateOf(correctionRequestTable, { set: 'absence_type = $3', where: 'absence_type = $2' });

/** The labels of proposed absences (D:A11). */
export const correctionRequestLabels: LabelHistory = {
  async rewrite(company, from, to) {
    const [locked] = await company.rows(LOCK_LABELLED[company.dialect], [from]);
    await company.change(RENAME, [from, to]);
    return Number(locked?.requests);
  },
};
