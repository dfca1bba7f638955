import type { AllCompanies, CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type Page, type PageRequest, readPage } from '../database/paging.ts';
import type { RawRow, SqlValue } from '../database/sql.ts';
import { comparedValues } from '../input/list-filter.ts';
import { isPossibleId, MAX_BIG_ID } from '../input/possible-id.ts';
import { inNfc, trimmed } from '../input/text-fields.ts';
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

/** Query of GET /leave (SPEC 4), dates inclusive; what is absent or null does not narrow. */
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
const FILTERS = Object.keys(CONDITIONS) as (keyof LeaveFilter)[];

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
  const asked = FILTERS.filter((name) => (filter[name] ?? null) !== null);
  const values = comparedValues(filter, asked).map((value, index) =>
    asked[index] === 'type' ? storedLabel(String(value)) : value,
  );
  const conditions = asked.map((name, index) => `${CONDITIONS[name]} $${index + 2}`);
  const list = {
    select: SELECT[scope.dialect],
    from: '"shaon_leave_request"',
    where: ['company_id = $1', 'cancelled_at IS NULL', ...conditions].join(' AND '),
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

const LONGEST_LABEL = 255;

/** A label in the form in which all labels are stored (D:Q19). */
function storedLabel(label: string): string {
  return inNfc(trimmed(label) ?? '', LONGEST_LABEL);
}

/** A request that was not cancelled. */
export async function findLeaveRequest(scope: CompanyScope, id: number): Promise<LeaveRequestRow | null> {
  if (!isPossibleId(id, MAX_BIG_ID)) return null;
  return scope.findOne(leaveRequestTable, { id, cancelledAt: null });
}

/** As `findLeaveRequest`, locked until the transaction ends. */
export async function lockLeaveRequest(scope: CompanyScope, id: number): Promise<LeaveRequestRow | null> {
  if (!isPossibleId(id, MAX_BIG_ID)) return null;
  const [row] = await lockWhere(scope, 'id = $2', [id]);
  return row ?? null;
}

/** A request and those that were submitted with it, locked by id ascending so that two askers do not block each other. */
export async function lockLeaveGroup(scope: CompanyScope, request: LeaveRequestRow): Promise<LeaveRequestRow[]> {
  if (request.groupKey === null) return lockWhere(scope, 'id = $2', [request.id]);
  return lockWhere(scope, 'employee_id = $2 AND group_key = $3', [request.employeeId, request.groupKey]);
}

async function lockWhere(
  scope: CompanyScope,
  condition: string,
  values: readonly SqlValue[],
): Promise<LeaveRequestRow[]> {
  const { forUpdate } = DIFFERENCES[scope.dialect];
  const text = `SELECT ${leaveRequestTable.selection(scope.dialect)} FROM "shaon_leave_request" WHERE company_id = $1 AND ${condition} AND cancelled_at IS NULL ORDER BY id ${forUpdate}`;
  return (await scope.rows(text, values)).map(leaveRequestTable.fromDatabase);
}

/** Whether any request of an employee still refers to a document. */
export async function isDocumentUsed(scope: CompanyScope, employeeId: number, key: string): Promise<boolean> {
  const text =
    'SELECT id FROM "shaon_leave_request" WHERE company_id = $1 AND employee_id = $2 AND document_key = $3 LIMIT 1';
  return (await scope.rows(text, [employeeId, key])).length > 0;
}

/** The keys of all documents of all companies, to find those that belong to none. */
export async function listDocumentKeys(all: AllCompanies): Promise<Set<string>> {
  const rows = await all.rows('SELECT DISTINCT document_key FROM "shaon_leave_request" WHERE document_key IS NOT NULL');
  return new Set(rows.map((row) => String(row.document_key)));
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
