import type { CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type Page, type PageRequest, readPage } from '../database/paging.ts';
import type { RawRow, SqlValue } from '../database/sql.ts';
import { trimmed } from '../input/text-fields.ts';
import { type LeaveRequestRow, type LeaveStatus, leaveRequestTable } from './leave-request.ts';

/**
 * A leave request as anybody outside core sees it (SPEC 2): it knows that a document is attached, and neither its key
 * nor its name.
 */
export interface LeaveRequest {
  readonly id: number;
  readonly employee_id: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly type: string;
  readonly status: LeaveStatus;
  readonly manager_note: string | null;
  readonly has_document: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface LeaveFilter {
  readonly date_from?: string | null | undefined;
  readonly date_to?: string | null | undefined;
  readonly employee_id?: number | null | undefined;
  readonly status?: LeaveStatus | null | undefined;
  readonly type?: string | null | undefined;
}

const CONDITIONS: Readonly<Record<keyof LeaveFilter, string>> = {
  date_from: 'date >=',
  date_to: 'date <=',
  employee_id: 'employee_id =',
  status: 'status =',
  type: 'type =',
};

/** The date has a name of its own: ordered by `date`, PostgreSQL would take its text, and the text has no index. */
const selectFor = (dialect: Dialect) =>
  `id, employee_id, ${DIFFERENCES[dialect].dateAsText('date')} AS leave_date, type, status, manager_note, document_key IS NOT NULL AS has_document, created_at, updated_at`;
const SELECT: Readonly<Record<Dialect, string>> = { sqlite: selectFor('sqlite'), postgres: selectFor('postgres') };

/** By date and id ascending, of frozen employees too; cancelled requests have left the list (D:Q20, Q25, L3). */
export function listLeaveRequests(
  scope: CompanyScope,
  filter: LeaveFilter,
  page: PageRequest,
): Promise<Page<LeaveRequest>> {
  const conditions = ['company_id = $1', 'cancelled_at IS NULL'];
  const values: SqlValue[] = [];
  for (const name of Object.keys(CONDITIONS) as (keyof LeaveFilter)[]) {
    const value = filter[name] ?? null;
    if (value === null) continue;
    values.push(name === 'type' ? storedLabel(String(value)) : value);
    conditions.push(`${CONDITIONS[name]} $${values.length + 1}`);
  }
  const list = {
    select: SELECT[scope.dialect],
    from: '"shaon_leave_request"',
    where: conditions.join(' AND '),
    orderBy: 'date, id',
    values,
  };
  return readPage(scope, list, page, fromList);
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
    has_document: raw.has_document === true || raw.has_document === 1,
    created_at: columns.createdAt.fromDatabase(raw.created_at),
    updated_at: columns.updatedAt.fromDatabase(raw.updated_at),
  };
}

/** A label in the form in which all labels are stored (D:Q19). */
function storedLabel(label: string): string {
  return (trimmed(label) ?? '').normalize('NFC');
}

/** A request that was not cancelled. */
export async function findLeaveRequest(scope: CompanyScope, id: number): Promise<LeaveRequestRow | null> {
  return scope.findOne(leaveRequestTable, { id, cancelledAt: null });
}

/** As `findLeaveRequest`, locked until the transaction ends. */
export async function lockLeaveRequest(scope: CompanyScope, id: number): Promise<LeaveRequestRow | null> {
  const { forUpdate } = DIFFERENCES[scope.dialect];
  const text = `SELECT ${leaveRequestTable.selection(scope.dialect)} FROM "shaon_leave_request" WHERE company_id = $1 AND id = $2 AND cancelled_at IS NULL ${forUpdate}`;
  return firstRow(await scope.rows(text, [id]));
}

function firstRow(rows: readonly RawRow[]): LeaveRequestRow | null {
  return rows[0] === undefined ? null : leaveRequestTable.fromDatabase(rows[0]);
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
