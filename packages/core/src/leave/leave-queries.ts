import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { type Page, type PageRequest, pageByIds, parameterOf, readPageBy } from '../database/sql/paging.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type CompanySql, companySql, readByIndex } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { EMPLOYEE_ORDER, recordsOfEmployee } from '../employees/records-of-employee.ts';
import { getOrMake } from '../get-or-make.ts';
import { comparedValues } from '../input/list-filter.ts';
import { storedLabel } from '../input/text-fields.ts';
import { type CalendarDate, compareDates } from '../time/calendar-date.ts';
import { groupOfRequest, type LeaveRequestRow, type LeaveStatus, leaveRequestTable } from './leave-request.ts';

/**
 * A leave request as callers of core see it (SPEC 2): it says whether a document is attached, but not the document's
 * key or name.
 */
export interface LeaveRequest {
  /** From 1 to 2^53 − 1. */
  readonly id: number;
  readonly employee_id: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The label of the leave type, as the company spells it, in NFC. */
  readonly type: string;
  /** `pending`, `approved` or `rejected`; a cancelled request is in no list (D:L3). */
  readonly status: LeaveStatus;
  readonly manager_note: string | null;
  /** Whether a document is attached; the API never says which one. */
  readonly has_document: boolean;
  /** An instant. */
  readonly created_at: Date;
  /** An instant. */
  readonly updated_at: Date;
}

/** Query of GET /leave (SPEC 4), dates inclusive; an absent or null filter leaves no request out. */
export interface LeaveFilter {
  /** `YYYY-MM-DD`, inclusive. */
  readonly date_from?: string | null | undefined;
  /** `YYYY-MM-DD`, inclusive. */
  readonly date_to?: string | null | undefined;
  readonly employee_id?: number | null | undefined;
  readonly status?: LeaveStatus | null | undefined;
  /** Exact and case-sensitive, after both sides were trimmed and converted to NFC (D:Q19). */
  readonly type?: string | null | undefined;
}

/** The condition of each filter; those of one employee's requests are of `recordsOfEmployee`. */
const CONDITIONS: Readonly<Record<keyof LeaveFilter, string>> = {
  date_from: 'a.date >=',
  date_to: 'a.date <=',
  employee_id: 'a.employee_id =',
  status: 'a.status =',
  type: 'a.type =',
};
const FILTERS = Object.keys(CONDITIONS) as (keyof LeaveFilter)[];

/** Not called `date`, because `ORDER BY date` would then sort by the text, which has no index on PostgreSQL. */
function selectFor(dialect: Dialect): string {
  const { dateAsText, instantAsMs } = DIFFERENCES[dialect];
  return `id, employee_id, ${dateAsText('date')} AS leave_date, type, status, manager_note,
    CASE WHEN document_key IS NULL THEN 0 ELSE 1 END AS has_document, ${instantAsMs('created_at')} AS created_at,
    ${instantAsMs('updated_at')} AS updated_at`;
}
const SELECT = eachDialect(selectFor);

/** Kept by filters, so that each is prepared once. */
const LISTS = new Map<string, CompanySql>();

const listStatement = (dialect: Dialect, names: readonly (keyof LeaveFilter)[]): CompanySql =>
  getOrMake(LISTS, `${dialect} ${names.join()}`, () => {
    const ofEmployee = names.includes('employee_id');
    const index = ofEmployee ? 'company_id_employee_id_date' : names.includes('status') ? 'status' : 'list';
    return pageByIds(dialect, {
      found: companySql`${readByIndex(leaveRequestTable, DIFFERENCES[dialect].byIndex(`shaon_leave_request_${index}_idx`))} a`,
      where: `a.cancelled_at IS NULL AND ${ofEmployee ? recordsOfEmployee(names, dialect, ['status', 'type']) : conditions(names)}`,
      orderBy: ofEmployee ? EMPLOYEE_ORDER : 'a.date, a.id',
      values: names.length,
      select: SELECT[dialect],
      from: companySql`${leaveRequestTable} r`,
      id: 'r.id',
      shownOrder: ['leave_date', 'id'],
    });
  });

const conditions = (names: readonly (keyof LeaveFilter)[]): string =>
  ['1 = 1', ...names.map((name) => `${CONDITIONS[name]} ${parameterOf(names, name)}`)].join(' AND ');

/** By date and id ascending, including requests of frozen employees, without cancelled ones (D:Q20, Q25, L3). */
export async function listLeaveRequests(
  scope: CompanyScope,
  filter: LeaveFilter,
  page: PageRequest,
): Promise<Page<LeaveRequest>> {
  const given = comparedValues(filter, FILTERS);
  const type = given.get('type');
  if (type !== undefined) given.set('type', storedLabel(String(type)) ?? '');
  return readPageBy(scope, listStatement(scope.dialect, [...given.keys()]), [...given.values()], page, fromList);
}

function fromList(raw: RawRow): LeaveRequest {
  const { columns } = leaveRequestTable;
  return {
    id: columns.id.fromDatabase(raw.id),
    employee_id: Number(raw.employee_id),
    date: String(raw.leave_date),
    type: String(raw.type),
    status: raw.status as LeaveStatus,
    manager_note: raw.manager_note === null ? null : String(raw.manager_note),
    has_document: Number(raw.has_document) === 1,
    created_at: columns.createdAt.fromDatabase(raw.created_at),
    updated_at: columns.updatedAt.fromDatabase(raw.updated_at),
  };
}

/** A request that was not cancelled. */
export async function findLeaveRequest(scope: CompanyScope, id: number): Promise<LeaveRequestRow | null> {
  return scope.findOne(leaveRequestTable, { id, cancelledAt: null });
}

/** Like `findLeaveRequest`, but locks the request until the transaction ends. */
export async function lockLeaveRequest(
  company: CompanyTransaction,
  id: number,
): Promise<Locked<LeaveRequestRow> | null> {
  return (await company.lockAll(leaveRequestTable, { id, cancelledAt: null }))[0] ?? null;
}

/**
 * The same with the employee, who is locked first: a decision depends on their other requests (D:A3), and so does
 * whether a document is still used.
 */
export async function lockLeaveOfEmployee(
  company: CompanyTransaction,
  id: number,
): Promise<Locked<LeaveRequestRow> | null> {
  const found = await findLeaveRequest(company, id);
  if (found === null) return null;
  await company.lockOne(employeeTable, found.employeeId);
  return lockLeaveRequest(company, id);
}

const APPROVED_ON_DATE = companySql`SELECT r.id FROM ${leaveRequestTable} r WHERE r.employee_id = $2 AND r.date = $3
  AND r.status = 'approved' AND r.cancelled_at IS NULL AND r.id <> $4 ORDER BY r.id LIMIT 1`;

/** The id of another approved request of the same employee for the same date, or null. */
export async function findApprovedOnDate(
  company: CompanyTransaction,
  request: LeaveRequestRow,
): Promise<number | null> {
  const [row] = await company.rows(APPROVED_ON_DATE, [request.employeeId, request.date, request.id]);
  return row === undefined ? null : leaveRequestTable.columns.id.fromDatabase(row.id);
}

const UNDECIDED_OR_APPROVED = eachDialect(
  (dialect) => companySql`SELECT ${SELECT[dialect]} FROM ${leaveRequestTable} r WHERE employee_id = $2
    AND date >= $3 AND date <= $4 AND status IN ('pending', 'approved') AND cancelled_at IS NULL ORDER BY r.date, r.id`,
);

/** An employee's pending and approved requests on these dates, by date. */
export async function listRequestsOnDates(
  scope: CompanyScope,
  employeeId: number,
  dates: readonly CalendarDate[],
): Promise<LeaveRequest[]> {
  const sorted = [...dates].sort(compareDates);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rows = await scope.rows(UNDECIDED_OR_APPROVED[scope.dialect], [employeeId, first, last]);
  const asked = new Set(dates);
  return rows.map(fromList).filter(({ date }) => asked.has(date));
}

/**
 * A request and those submitted with it. The employee is locked first, then the requests by id ascending, as imports
 * and all other callers do, so that two of them cannot deadlock.
 */
export async function lockLeaveGroup(
  company: CompanyTransaction,
  request: LeaveRequestRow,
): Promise<Locked<LeaveRequestRow>[]> {
  await company.lockOne(employeeTable, request.employeeId);
  return company.lockAll(leaveRequestTable, { ...groupOfRequest(request), cancelledAt: null });
}

const REQUEST_OF_DOCUMENT = companySql`SELECT r.id FROM ${leaveRequestTable} r
  WHERE r.employee_id = $2 AND r.document_key = $3 LIMIT 1`;

/** Whether any request of an employee still refers to a document. */
export async function isDocumentUsed(scope: CompanyScope, employeeId: number, key: string): Promise<boolean> {
  return (await scope.rows(REQUEST_OF_DOCUMENT, [employeeId, key])).length > 0;
}

export function toLeaveRequest(row: LeaveRequestRow): LeaveRequest {
  return {
    id: row.id,
    employee_id: row.employeeId,
    date: row.date,
    type: row.type,
    status: row.status,
    manager_note: row.managerNote,
    has_document: row.documentKey !== null,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
