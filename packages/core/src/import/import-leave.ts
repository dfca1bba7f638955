import { createHash } from 'node:crypto';
import { readTime } from '../attendance/read-time.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import type { InputErrors } from '../input/issue.ts';
import { type InputOf, safeValidate } from '../input/validate.ts';
import { type LeaveRequestRow, leaveRequestTable } from '../leave/leave-request.ts';
import { insertImportedRequests, replaceImportedRequests } from '../leave/leave-store.ts';
import { refuseSecondApprovals } from './approved-dates.ts';
import { exportedLeaveInput } from './exported-input.ts';
import { importedLeaveInput } from './import-input.ts';
import {
  type Accepted,
  type Candidate,
  type CheckedRow,
  employeeOf,
  IMPORTED_BY,
  type ImportRun,
  type KindImporter,
  referredBy,
  verdict,
} from './import-run.ts';

const PROPERTIES = [
  'employeeId',
  'date',
  'type',
  'status',
  'managerNote',
  'decidedBy',
  'decidedAt',
  'createdAt',
  'updatedAt',
] as const;

/** An import sets the group of new requests; the others only an export has. */
const EXPORTED = ['groupKey', 'cancelledAt', 'documentName', 'documentType'] as const;

type LeaveFields = Pick<LeaveRequestRow, (typeof PROPERTIES)[number]> &
  Partial<Pick<LeaveRequestRow, (typeof EXPORTED)[number]>> & {
    /** The path of its document in the source. */
    readonly document?: string | null;
  };

/** Imports requests with the status of the source; a decision fires no event and makes no absence days (D:V26, T15). */
export const leaveImporter: KindImporter<LeaveFields> = {
  table: leaveRequestTable,
  async check(run, candidates) {
    const employees = await referredBy(run, candidates, 'employees', 'employee_external_id');
    const checked = candidates.map((candidate) => checkRequest(run, candidate, employees));
    return refuseSecondApprovals(run, candidates, checked);
  },
  settle: (run, rows) => refuseSecondApprovals(run, rows, rows, true),
  async create(run, rows) {
    await run.absenceLabels.add(new Set(rows.map(({ fields }) => fields.type)), run.now);
    await insertImportedRequests(run.company, await withDocuments(run, rows));
  },
  async update(run, rows) {
    await run.absenceLabels.add(new Set(rows.map(({ fields }) => fields.type)), run.now);
    const stored = await withDocuments(run, rows, run.isExport ? await documentKeys(run, rows) : new Map());
    // The time of creation stays, unless an export gives it.
    const changed = run.isExport
      ? [...PROPERTIES, ...EXPORTED, 'documentKey' as const]
      : PROPERTIES.filter((property) => property !== 'createdAt');
    const without = await replaceImportedRequests(run.company, changed, stored);
    await run.documents.removeUnused(run.company, without);
  },
};

const NO_EXPORT = { groupKey: null, cancelledAt: null, documentName: null, documentType: null };

/** The columns of the rows, after their documents were stored. */
async function withDocuments(
  run: ImportRun,
  rows: readonly Accepted<LeaveFields>[],
  before: ReadonlyMap<number, string> = new Map(),
) {
  const stored = [];
  for (const { id, fields } of rows) {
    const { document, ...columns } = fields;
    const leave = fields.groupKey ?? `request ${id}`;
    const documentKey =
      document == null ? null : await run.documents.keep(run.company, document, leave, before.get(id) ?? null);
    stored.push({ ...NO_EXPORT, ...columns, id, documentKey });
  }
  return stored;
}

const DOCUMENT_KEYS = eachDialect(
  (dialect) => companySql`SELECT r.id, r.document_key FROM ${leaveRequestTable} r
    WHERE r.id ${DIFFERENCES[dialect].inList('$2')} AND r.document_key IS NOT NULL`,
);

/** The keys of the requests' stored documents. */
async function documentKeys({ company }: ImportRun, rows: readonly Accepted<LeaveFields>[]) {
  const found = await company.rows(DOCUMENT_KEYS[company.dialect], [rows.map(({ id }) => id)]);
  return new Map(found.map((row) => [Number(row.id), String(row.document_key)]));
}

function checkRequest(
  run: ImportRun,
  candidate: Candidate,
  employees: ReadonlyMap<string, number>,
): CheckedRow<LeaveFields> {
  const { row } = candidate;
  const validated = safeValidate(importedLeaveInput, row.values);
  const { value } = validated;
  const exported = run.isExport ? safeValidate(exportedLeaveInput, row.values) : null;
  const errors: InputErrors = { ...validated.errors, ...exported?.errors };
  const employeeId = employeeOf(candidate, employees, errors);

  const date = value.date ?? '0001-01-01';
  const read = (field: 'created_at' | 'updated_at'): Date | null => {
    const text = value[field] ?? null;
    if (text === null) return null;
    const time = readTime(text, { date, zone: run.settings.zone });
    if (time instanceof Date) return time;
    errors[field] = [time];
    return null;
  };
  const createdAt = read('created_at') ?? read('updated_at') ?? run.now;
  const updatedAt = read('updated_at') ?? createdAt;

  return verdict(errors, () => {
    const group = value.group ?? null;
    const status = value.status ?? 'pending';
    const isDecided = status !== 'pending';
    return {
      employeeId: employeeId as number,
      date,
      type: value.type as string,
      status,
      managerNote: value.manager_note ?? null,
      decidedBy: isDecided ? IMPORTED_BY : null,
      decidedAt: isDecided ? updatedAt : null,
      createdAt,
      updatedAt,
      groupKey: run.isExport || group === null ? group : groupKeyOf([employeeId, value.type, group]),
      ...(exported !== null && exportedColumns(exported.value)),
    };
  });
}

/** A group has one employee and one type, and a key that no other group has (D:L1, A91). */
function groupKeyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function exportedColumns(value: Partial<InputOf<typeof exportedLeaveInput>>) {
  return {
    decidedBy: value.decided_by ?? null,
    decidedAt: value.decided_at ?? null,
    cancelledAt: value.cancelled_at ?? null,
    document: value.document ?? null,
    documentName: value.document_name ?? null,
    documentType: value.document_type ?? null,
  };
}
