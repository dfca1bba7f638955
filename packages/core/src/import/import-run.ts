import type { BulkRecords } from '../attendance/attendance-store.ts';
import type { CompanyRow } from '../companies/company.ts';
import type { AllCompanies } from '../database/all-companies.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { AnyTable } from '../database/table.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { inNfc } from '../input/text-fields.ts';
import type { AbsenceLabelBook } from './absence-label-book.ts';
import type { CompanyCopy } from './company-copy.ts';
import type { DisplacedPeople } from './displaced-people.ts';
import type { ExternalIdBook } from './external-id-book.ts';
import type { FreshStatistics } from './fresh-statistics.ts';
import type { RefusedRow } from './import-report.ts';
import type { SourceRow } from './import-source.ts';
import type { ImportedDocuments } from './imported-documents.ts';

/** What the importers of all kinds work with, for one import into one company. */
export interface ImportRun {
  readonly company: CompanyTransaction;
  /** For what is unique in the installation, and for ids. */
  readonly all: AllCompanies;
  readonly settings: CompanyRow;
  readonly externalIds: ExternalIdBook;
  readonly absenceLabels: AbsenceLabelBook;
  readonly statistics: FreshStatistics;
  /** Attendance records, which follow their employees. */
  readonly records: BulkRecords;
  readonly now: Date;
  /** Whether the rows are an export's (`EXPORT_FIELDS`), which have been judged before. */
  readonly isExport: boolean;
  readonly documents: ImportedDocuments;
  /** Whether the right rows are written although others are refused. */
  readonly isPartial: boolean;
  readonly displaced: DisplacedPeople;
  /** Null unless the company becomes what the export says (`ImportRequest.isCopy`). */
  readonly copy: CompanyCopy | null;
}

/** A row that is new or has changed since the last import. */
export interface Candidate {
  readonly row: SourceRow;
  readonly externalId: string;
  /** The record that an earlier import made of it; null when it is new. */
  readonly recordId: number | null;
}

/** A candidate with what its kind made of it. */
export type Judged<Fields> = { readonly fields: Fields } | { readonly errors: InputErrors };

/**
 * One kind of rows. `judge` answers for each candidate, in order, without writing; `write` gets those that passed, each
 * with its record's id, which is new or known.
 */
export interface KindImporter<Fields> {
  readonly table: AnyTable;
  judge(run: ImportRun, candidates: readonly Candidate[]): Promise<Judged<Fields>[]>;
  create(run: ImportRun, rows: readonly Accepted<Fields>[]): Promise<void>;
  update(run: ImportRun, rows: readonly Accepted<Fields>[]): Promise<void>;
  /** What turns out to be wrong when all rows have been written. */
  finish?(run: ImportRun): readonly RefusedRow[];
}

export interface Accepted<Fields> {
  readonly id: number;
  readonly fields: Fields;
}

/** Errors of several judges of one row, together. */
export function verdict<Fields>(errors: InputErrors, fields: () => Fields): Judged<Fields> {
  return Object.keys(errors).length > 0 ? { errors } : { fields: fields() };
}

/** Who has recorded and decided what an import brings. */
export const IMPORTED_BY = 'import';

/** Of external ids, absence types and addresses alike. */
const LONGEST_LABEL = 255;

/** The given text, or null: an identifier as it is looked up before it has been judged. */
export function textOf(values: Readonly<Record<string, unknown>>, field: string): string | null {
  const value = values[field];
  const text = typeof value === 'string' ? inNfc(value.trim(), LONGEST_LABEL) : '';
  return text === '' ? null : text;
}

/** The distinct references that the candidates' `field` names. */
export function referencesIn(candidates: readonly Candidate[], field: string): Set<string> {
  const references = new Set<string>();
  for (const { row } of candidates) {
    const reference = textOf(row.values, field);
    if (reference !== null) references.add(reference);
  }
  return references;
}

/** The record of the employee whom a row names; where there is none, the row's errors say so. */
export function employeeOf(
  { row }: Candidate,
  employees: ReadonlyMap<string, number>,
  errors: InputErrors,
): number | undefined {
  const found = employees.get(textOf(row.values, 'employee_external_id') ?? '');
  if (found === undefined) errors.employee_external_id ??= [issue('in')];
  return found;
}
