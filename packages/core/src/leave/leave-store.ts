import { randomUUID } from 'node:crypto';
import type { LabelHistory } from '../absence-types/absence-type.ts';
import { insertRows, type NumberedRow, updateRows } from '../database/sql/bulk-rows.ts';
import type { CompanyTransaction, NewRow } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { companySql, updateOf } from '../database/sql/statement.ts';
import { changedAt } from '../unchanged-since.ts';
import { type LeaveRequestRow, leaveRequestTable, NO_DOCUMENT } from './leave-request.ts';

/* The only place that inserts or changes leave requests. */

/** Inserts requests and returns them in the same order. */
export async function insertRequests(
  company: CompanyTransaction,
  requests: readonly NewRow<LeaveRequestRow>[],
): Promise<Locked<LeaveRequestRow>[]> {
  const rows: Locked<LeaveRequestRow>[] = [];
  for (const request of requests) rows.push(await company.insert(leaveRequestTable, request));
  return rows;
}

/** Changes a request and returns the changed row. */
export function changeRequest(
  company: CompanyTransaction,
  request: Locked<LeaveRequestRow>,
  change: Partial<NewRow<LeaveRequestRow>>,
): Promise<Locked<LeaveRequestRow>> {
  const updatedAt = change.updatedAt && changedAt(request.updatedAt, change.updatedAt);
  return company.update(leaveRequestTable, request, { ...change, updatedAt });
}

/** Locked by id ascending, as by all callers that lock several requests, so that they cannot deadlock. */
const LOCK_LABELLED = eachDialect(
  (dialect) => companySql`SELECT COUNT(*) AS requests FROM (SELECT r.id FROM ${leaveRequestTable} r WHERE r.type = $2
    ORDER BY r.id ${DIFFERENCES[dialect].forNoKeyUpdate}) AS held`,
);
const RENAME = updateOf(leaveRequestTable, { set: 'type = $3', where: 'type = $2' });

/** The labels on leave requests. A renaming does not change the request, so `updated_at` stays (D:A11). */
export const leaveLabels: LabelHistory = {
  async rewrite(company, from, to) {
    const [locked] = await company.rows(LOCK_LABELLED[company.dialect], [from]);
    await company.change(RENAME, [from, to]);
    return Number(locked?.requests);
  },
};

const LOCK_BY_IDS = eachDialect(
  (dialect) => companySql`SELECT ${leaveRequestTable.selection(dialect)} FROM ${leaveRequestTable} r
    WHERE r.id ${DIFFERENCES[dialect].inList('$2')} ORDER BY r.id ${DIFFERENCES[dialect].forUpdate}`,
);

/** Inserts requests whose ids an import has reserved. */
export async function insertImportedRequests(
  company: CompanyTransaction,
  rows: readonly NumberedRow<LeaveRequestRow>[],
): Promise<void> {
  await insertRows(company, leaveRequestTable, rows);
}

/**
 * Updates the requests that the rows name by id, all rows with the same properties. A group has one employee and one
 * type, so a request whose employee or type changes leaves its group (`regrouped`), unless the rows contain the groups.
 * Returns the requests, as they were, that have lost their documents.
 */
export async function replaceImportedRequests(
  company: CompanyTransaction,
  properties: readonly Exclude<keyof LeaveRequestRow, 'id' | 'companyId'>[],
  rows: readonly NumberedRow<LeaveRequestRow>[],
): Promise<LeaveRequestRow[]> {
  const ids = rows.map(({ id }) => id);
  const locked = (await company.rows(LOCK_BY_IDS[company.dialect], [ids])).map(leaveRequestTable.fromDatabase);
  const before = new Map(locked.map((row) => [row.id, row]));
  const moved = properties.includes('groupKey') ? [] : rows.filter((row) => isMoved(row, before.get(row.id)));
  await updateRows(company, leaveRequestTable, properties, rows);
  const apart = regrouped(moved, before);
  await updateRows(company, leaveRequestTable, MOVED, apart);
  const written = properties.includes('documentKey') ? rows : apart;
  return written.flatMap(({ id, documentKey }) => {
    const old = before.get(id);
    return old === undefined || old.documentKey === null || old.documentKey === documentKey ? [] : [old];
  });
}

type StoredRequest = NumberedRow<LeaveRequestRow>;

const MOVED = ['groupKey', 'documentKey', 'documentName', 'documentType'] as const;

const isMoved = (row: StoredRequest, old: LeaveRequestRow | undefined): boolean =>
  old !== undefined && (row.type !== old.type || row.employeeId !== old.employeeId);

/**
 * The requests whose type or employee has changed, with their new groups. Requests that leave a group for the same type
 * and employee form a new group. They keep their document, except under another employee, because the document is not
 * about that person.
 */
function regrouped(moved: readonly StoredRequest[], before: ReadonlyMap<number, LeaveRequestRow>): StoredRequest[] {
  const groups = new Map<string, { readonly key: string; size: number }>();
  const joined = moved.map((row) => {
    const { groupKey } = before.get(row.id) as LeaveRequestRow;
    if (groupKey === null) return null;
    const name = JSON.stringify([groupKey, row.employeeId, row.type]);
    const group = groups.get(name) ?? { key: randomUUID(), size: 0 };
    groups.set(name, group);
    group.size += 1;
    return group;
  });
  return moved.map((row, index) => {
    const old = before.get(row.id) as LeaveRequestRow;
    const { documentKey, documentName, documentType } = row.employeeId === old.employeeId ? old : NO_DOCUMENT;
    const group = joined[index] ?? null;
    const groupKey = group !== null && group.size > 1 ? group.key : null;
    return { ...row, groupKey, documentKey, documentName, documentType };
  });
}
