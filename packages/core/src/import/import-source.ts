/** What can be imported, in the order in which it must come: a row refers only to rows of kinds before its own. */
export const IMPORT_KINDS = ['departments', 'branches', 'shifts', 'employees', 'leave', 'attendance'] as const;
/** What a file of an import holds, in the order in which the files are read. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** One row as the source has it. The values of a CSV file are texts, of a JSON file whatever JSON knows. */
export interface SourceRow {
  /** The line of its file, counted from 1, for the people who mend it. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The rows of one kind, read when they are asked for, some at a time. */
export interface ImportFile {
  readonly kind: ImportKind;
  /** As errors name it. */
  readonly name: string;
  /** Its rows, some at a time. */
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** The fields of each kind beside `external_id`, which every row has. Others are not read. */
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
  leave: ['employee_external_id', 'date', 'type', 'status', 'manager_note', 'created_at', 'updated_at'],
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

/** The version of the rows and members that an export writes; a source without one is of the first. */
export const EXPORT_FORMAT = 2;

/**
 * What a row of an export says beside `IMPORT_FIELDS`, so that nothing of a record is lost on the way. Read only from an
 * export: another source leaves these to the import.
 */
export const EXPORT_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  departments: ['created_at', 'updated_at'],
  branches: ['created_at', 'updated_at'],
  shifts: ['created_at', 'updated_at'],
  employees: ['frozen_at', 'created_at', 'updated_at'],
  leave: ['decided_by', 'decided_at', 'cancelled_at', 'group', 'document', 'document_name', 'document_type'],
  attendance: ['decided_by', 'decided_at', 'decision_note', 'voided_at', 'created_at', 'updated_at', 'punches'],
};
