import type { CompanyRow } from '../companies/company.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { AnyTable } from '../database/sql/table.ts';
import type { EmployeeStore } from '../employees/employee-store.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { storedLabel } from '../input/text-fields.ts';
import type { AbsenceLabelStore } from './absence-label-store.ts';
import type { ExternalIdStore } from './external-id-store.ts';
import type { ImportKind, SourceRow } from './import-source.ts';
import type { ImportedDocuments } from './imported-documents.ts';
import type { PlannerStatistics } from './planner-statistics.ts';

/** The tools of all kinds' importers, for one import into one company. */
export interface ImportRun {
  readonly company: CompanyTransaction;
  /** For values that are unique in the installation, and for ids. */
  readonly all: AllCompanies;
  readonly settings: CompanyRow;
  readonly externalIds: ExternalIdStore;
  readonly absenceLabels: AbsenceLabelStore;
  readonly statistics: PlannerStatistics;
  /** Changes employees, and what repeats their columns. */
  readonly employees: EmployeeStore;
  readonly now: Date;
  /** Whether the rows are an export's (`EXPORT_FIELDS`), which were validated before. */
  readonly isExport: boolean;
  readonly documents: ImportedDocuments;
}

/** A row that is new or has changed since the last import. */
export interface Candidate {
  readonly row: SourceRow;
  readonly externalId: string;
  /** The record that an earlier import made of it; null for a new row. */
  readonly recordId: number | null;
}

/** The result of validating a candidate. One that `waits` is settled after all other rows were written. */
export type CheckedRow<Fields> =
  | { readonly fields: Fields; readonly waits?: boolean }
  | { readonly errors: InputErrors };

export interface WaitingRow<Fields> extends Candidate {
  readonly fields: Fields;
}

/**
 * Imports one kind of rows. `check` validates each candidate, in order, without writing; `create` and `update` get the
 * valid ones, each with its record's id, which is new or known.
 */
export interface KindImporter<Fields> {
  readonly table: AnyTable;
  /** Fields that it reads besides those of its kind. */
  readonly moreFields?: readonly string[];
  check(run: ImportRun, candidates: readonly Candidate[]): Promise<CheckedRow<Fields>[]>;
  create(run: ImportRun, rows: readonly Accepted<Fields>[]): Promise<void>;
  update(run: ImportRun, rows: readonly Accepted<Fields>[]): Promise<void>;
  /** Validates the rows that waited; the accepted ones are then written. */
  settle?(run: ImportRun, rows: readonly WaitingRow<Fields>[]): Promise<CheckedRow<Fields>[]>;
}

export interface Accepted<Fields> {
  readonly id: number;
  readonly fields: Fields;
}

/** The result of a row: its fields, or its errors from all checks. */
export function verdict<Fields>(errors: InputErrors, fields: () => Fields): CheckedRow<Fields> {
  return Object.keys(errors).length > 0 ? { errors } : { fields: fields() };
}

/** The name under which imported records were recorded and decided. */
export const IMPORTED_BY = 'import';

/** The text of a field, or null: an identifier to look up before the row is validated. */
export function textOf(values: Readonly<Record<string, unknown>>, field: string): string | null {
  const value = values[field];
  return typeof value === 'string' ? storedLabel(value) : null;
}

/** A list, which CSV has as JSON; null for a text that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The records of a kind that the candidates' `field` refers to, by their external ids. */
export function referredBy(
  { externalIds }: ImportRun,
  candidates: readonly Candidate[],
  kind: ImportKind,
  field: string,
): Promise<ReadonlyMap<string, number>> {
  return externalIds.resolve(kind, new Set(candidates.flatMap(({ row }) => textOf(row.values, field) ?? [])));
}

/** The record of the row's employee; if there is none, an error is added. */
export function employeeOf(
  { row }: Candidate,
  employees: ReadonlyMap<string, number>,
  errors: InputErrors,
): number | undefined {
  const found = employees.get(textOf(row.values, 'employee_external_id') ?? '');
  if (found === undefined) errors.employee_external_id ??= [issue('in')];
  return found;
}
