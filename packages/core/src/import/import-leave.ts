import type { InputErrors } from '../input/issue.ts';
import { issue } from '../input/issue.ts';
import { judge } from '../input/validate.ts';
import { type LeaveRequestRow, leaveRequestTable } from '../leave/leave-request.ts';
import { insertImportedRequests, replaceImportedRequests } from '../leave/leave-store.ts';
import { importedLeaveInput } from './import-input.ts';
import {
  type Candidate,
  type ImportRun,
  type Judged,
  type KindImporter,
  referencesIn,
  textOf,
  verdict,
} from './import-run.ts';
import { readTime } from './import-times.ts';

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

type LeaveFields = Pick<LeaveRequestRow, (typeof PROPERTIES)[number]>;

const IMPORTED_BY = 'import';

/** Requests as they stand in the source: a decision carries no event and no helper makes days of it (D:V26, T15). */
export const leaveImporter: KindImporter<LeaveFields> = {
  table: leaveRequestTable,
  async judge(run, candidates) {
    const employees = await run.externalIds.resolve('employees', referencesIn(candidates, 'employee_external_id'));
    return candidates.map((candidate) => judgeRequest(run, candidate, employees));
  },
  async create(run, rows) {
    await run.absenceLabels.add(new Set(rows.map(({ fields }) => fields.type)), run.now);
    const numbered = rows.map(({ id, fields }) => ({
      ...fields,
      id,
      documentKey: null,
      documentName: null,
      documentType: null,
      groupKey: null,
      cancelledAt: null,
    }));
    await insertImportedRequests(run.company, numbered);
  },
  async update(run, rows) {
    await run.absenceLabels.add(new Set(rows.map(({ fields }) => fields.type)), run.now);
    const changed = PROPERTIES.filter((property) => property !== 'createdAt');
    await replaceImportedRequests(
      run.company,
      changed,
      rows.map(({ id, fields }) => ({ id, ...fields })),
    );
  },
};

function judgeRequest(run: ImportRun, { row }: Candidate, employees: ReadonlyMap<string, number>): Judged<LeaveFields> {
  const judged = judge(importedLeaveInput, row.values);
  const { value } = judged;
  const errors: InputErrors = { ...judged.errors };
  const employeeId = employees.get(textOf(row.values, 'employee_external_id') ?? '');
  if (employeeId === undefined && errors.employee_external_id === undefined)
    errors.employee_external_id = [issue('in')];

  const date = value.date ?? '0001-01-01';
  const read = (field: 'created_at' | 'updated_at'): Date | null => {
    const text = value[field] ?? null;
    if (text === null) return null;
    const time = readTime(text, { date, zone: run.settings.zone });
    if (time === null) errors[field] = [issue('date_time')];
    return time;
  };
  const createdAt = read('created_at') ?? read('updated_at') ?? run.now;
  const updatedAt = read('updated_at') ?? createdAt;

  return verdict(errors, () => {
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
    };
  });
}
