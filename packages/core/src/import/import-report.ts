import { ShaonError } from '../errors.ts';
import { describeErrors } from '../input/invalid-input-error.ts';
import type { InputErrors } from '../input/issue.ts';
import type { ImportKind } from './import-source.ts';

/** One error of a row. It names the line and the rule, never the value, which may be an ID number or a salary. */
export interface ImportRefusal {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** How many rows of one kind had each result. */
export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
}

/** The record of a row of the source. */
export interface ImportedRow {
  readonly kind: ImportKind;
  readonly externalId: string;
  readonly id: number;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/** Receives the line and the errors of each refused row. */
export type RefusedRow = (line: number, errors: InputErrors) => void;

/** The result of an import, with each refused row. */
export interface ImportReport {
  readonly companyId: number;
  readonly companyName: string;
  readonly isNewCompany: boolean;
  /** False for a dry run. */
  readonly isWritten: boolean;
  readonly counts: Readonly<Partial<Record<ImportKind, ImportCounts>>>;
  /** The first ones, in the order of the files. */
  readonly refusals: readonly ImportRefusal[];
  /** Unknown columns, which were not read. */
  readonly ignored: readonly { readonly file: string; readonly fields: readonly string[] }[];
}

/** Rows were refused, so nothing was written. `report` lists them. */
export class ImportRefusedError extends ShaonError {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    const rows = Object.values(report.counts).reduce((sum, { refused }) => sum + refused, 0);
    super('invalid_input', `${rows === 1 ? '1 row was' : `${rows} rows were`} refused, and nothing was written.`, {
      rows,
    });
    this.name = 'ImportRefusedError';
    this.report = report;
  }
}

/** Each row of JSON may have other members. */
const MAX_IGNORED = 100;
const LONGEST_IGNORED = 64;

/** Collects the results of an import. */
export class ImportTally {
  readonly counts: Partial<Record<ImportKind, ImportCounts>> = {};
  readonly refusals: ImportRefusal[] = [];
  readonly #ignored = new Map<string, Set<string>>();
  readonly #maxRefusals: number;
  readonly #isPartial: boolean;
  readonly #onRefused: RefusedRow | undefined;

  /** @param options.isPartial whether valid rows are written although others are refused; then all rows must be read */
  constructor(options: {
    readonly maxRefusals: number;
    readonly isPartial: boolean;
    readonly onRefused?: RefusedRow | undefined;
  }) {
    this.#onRefused = options.onRefused;
    this.#maxRefusals = options.maxRefusals;
    this.#isPartial = options.isPartial;
  }

  of(kind: ImportKind): ImportCounts {
    this.counts[kind] ??= { created: 0, updated: 0, unchanged: 0, refused: 0 };
    return this.counts[kind];
  }

  refuse(row: { readonly kind: ImportKind; readonly file: string; readonly line: number }, errors: InputErrors): void {
    this.of(row.kind).refused += 1;
    this.#onRefused?.(row.line, errors);
    for (const [field, messages] of Object.entries(describeErrors(errors, 'en').errors)) {
      for (const message of messages) {
        if (this.refusals.length >= this.#maxRefusals) return;
        this.refusals.push({ file: row.file, line: row.line, field, message });
      }
    }
  }

  /** Whether enough errors are named, when nothing will be written anyway. */
  get isFull(): boolean {
    return !this.#isPartial && this.hasRefusals && this.refusals.length >= this.#maxRefusals;
  }

  get hasRefusals(): boolean {
    return Object.values(this.counts).some(({ refused }) => refused > 0);
  }

  ignore(file: string, field: string): void {
    const fields = this.#ignored.get(file) ?? new Set();
    if (fields.size < MAX_IGNORED) this.#ignored.set(file, fields.add(field.slice(0, LONGEST_IGNORED)));
  }

  get ignored(): ImportReport['ignored'] {
    return [...this.#ignored].map(([file, fields]) => ({ file, fields: [...fields] }));
  }
}
