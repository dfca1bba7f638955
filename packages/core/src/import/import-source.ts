/** The kinds of rows, in the order of an import: a row refers only to rows of earlier kinds. */
export const IMPORT_KINDS = ['departments', 'branches', 'shifts', 'employees', 'leave', 'attendance'] as const;
/** The kind of rows in a file of an import. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** One row of the source. Values of a CSV file are texts, those of a JSON file any JSON values. */
export interface SourceRow {
  /** The line in its file, counted from 1, for the people who correct it. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The rows of one kind, read in portions on request. */
export interface ImportFile {
  readonly kind: ImportKind;
  /** The name in errors. */
  readonly name: string;
  /** The rows in portions. */
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** The fields of each kind besides `external_id`, which every row has. Other fields are not read. */
export const IMPORT_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  departments: ['name'],
  branches: ['name', 'address'],
  shifts: ['name', 'start_time', 'end_time', 'wage_percentage'],
  employees: [
    'name',
    'id_number',
    'email',
    'phone',
    'address',
    'department_external_id',
    'branch_external_id',
    'salary_type',
    'hourly_rate',
    'global_salary',
    'role',
    'status',
  ],
  leave: ['employee_external_id', 'date', 'type', 'status', 'manager_note', 'group', 'created_at', 'updated_at'],
  attendance: [
    'employee_external_id',
    'date',
    'check_in',
    'check_out',
    'breaks',
    'status',
    'absence_type',
    'is_approved',
    'check_in_lat',
    'check_in_lng',
    'check_in_accuracy_meters',
    'check_out_lat',
    'check_out_lng',
    'check_out_accuracy_meters',
  ],
};

/** The version of an export's rows and members; a source without a version has the first. */
export const EXPORT_FORMAT = 2;

/**
 * The fields of an export's rows besides `IMPORT_FIELDS`, so that no value of a record is lost. Read only from an
 * export; for other sources the import sets them.
 */
export const EXPORT_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  departments: ['created_at', 'updated_at'],
  branches: ['created_at', 'updated_at'],
  shifts: ['created_at', 'updated_at'],
  employees: ['limited_to', 'frozen_at', 'created_at', 'updated_at', 'language', 'told_by', 'not_told'],
  leave: ['decided_by', 'decided_at', 'cancelled_at', 'document', 'document_name', 'document_type'],
  attendance: [
    'decided_by',
    'decided_at',
    'decision_note',
    'absence_by',
    'absence_at',
    'absence_note',
    'voided_at',
    'created_at',
    'updated_at',
    'punches',
  ],
};
