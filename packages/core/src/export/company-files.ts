import { type AttendanceRow, attendanceTable } from '../attendance/attendance.ts';
import { punchesOfDays } from '../attendance/punch-queries.ts';
import type { CompanyRow, CompanyScope } from '../database/company-scope.ts';
import type { Table } from '../database/table.ts';
import { employeeTable } from '../employees/employee.ts';
import { ID_NUMBER_PURPOSE } from '../employees/id-number-encryption.ts';
import type { ExternalIdKind } from '../external-ids/external-id.ts';
import type { ImportKind } from '../import/import-source.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { shiftTable } from '../shifts/shift.ts';
import { companyPages } from './company-pages.ts';
import type { ExportedDocuments } from './exported-documents.ts';
import {
  branchRow,
  dayRow,
  departmentRow,
  type ExportedRow,
  employeeRow,
  leaveRow,
  type RowKeys,
  shiftRow,
} from './exported-rows.ts';
import { keysOf } from './record-keys.ts';

/** The rows of one kind, read in portions on request. */
export interface ExportedFile {
  readonly kind: ImportKind;
  /** The rows in portions. */
  rows(): AsyncIterable<readonly ExportedRow[]>;
}

/** The dependencies for reading a company's rows. */
interface FileParts {
  readonly company: CompanyScope;
  readonly keys: KeyRing;
  /** Null leaves documents out. */
  readonly documents: ExportedDocuments | null;
}

/** The files of a company in the order in which an import reads them. */
export function companyFiles(parts: FileParts): readonly ExportedFile[] {
  const { company, keys, documents } = parts;
  const departments = keysReader(company, 'department', departmentTable);
  const branches = keysReader(company, 'branch', branchTable);
  const employees = keysReader(company, 'employee', employeeTable);

  return [
    { kind: 'departments', rows: () => rowsOf(company, departmentTable, 'department', departmentRow) },
    { kind: 'branches', rows: () => rowsOf(company, branchTable, 'branch', branchRow) },
    { kind: 'shifts', rows: () => rowsOf(company, shiftTable, 'shift', shiftRow) },
    {
      kind: 'employees',
      rows: () =>
        rowsOf(company, employeeTable, 'employee', async (row, { external }) => {
          const department = row.departmentId === null ? undefined : (await departments()).get(row.departmentId);
          const branch = row.branchId === null ? undefined : (await branches()).get(row.branchId);
          const idNumber = keys.decrypt(ID_NUMBER_PURPOSE, row.idNumberHash, row.idNumber).toString();
          return employeeRow(row, { external, department, branch }, idNumber);
        }),
    },
    {
      kind: 'leave',
      rows: () =>
        rowsOf(company, leaveRequestTable, 'leave', async (row, { external }) => {
          const document = row.documentKey === null ? null : ((await documents?.keep(row, row.documentKey)) ?? null);
          return leaveRow(row, { external, employee: (await employees()).get(row.employeeId) }, document);
        }),
    },
    { kind: 'attendance', rows: () => dayRows(company, employees) },
  ];
}

type ReadKeys = () => Promise<ReadonlyMap<number, string>>;

/** The keys of all records of a kind that others refer to, read when the first is needed. */
function keysReader<Row extends CompanyRow>(company: CompanyScope, kind: ExternalIdKind, table: Table<Row>): ReadKeys {
  let keys: Promise<ReadonlyMap<number, string>> | undefined;
  const read = async () => {
    const all = new Map<number, string>();
    for await (const ids of idPages(company, table)) {
      for (const [id, key] of await keysOf(company, kind, ids)) all.set(id, key);
    }
    return all;
  };
  return () => {
    keys ??= read();
    return keys;
  };
}

async function* idPages<Row extends CompanyRow>(
  company: CompanyScope,
  table: Table<Row>,
): AsyncGenerator<readonly number[]> {
  for await (const rows of companyPages(company, table)) yield rows.map(({ id }) => id);
}

async function* rowsOf<Row extends CompanyRow>(
  company: CompanyScope,
  table: Table<Row>,
  kind: ExternalIdKind,
  toRow: (row: Row, keys: RowKeys) => ExportedRow | Promise<ExportedRow>,
): AsyncGenerator<readonly ExportedRow[]> {
  for await (const rows of companyPages(company, table)) {
    const ids = rows.map(({ id }) => id);
    const keys = await keysOf(company, kind, ids);
    const page: ExportedRow[] = [];
    for (const row of rows) page.push(await toRow(row, { external: keys.get(row.id) as string }));
    yield page;
  }
}

async function* dayRows(company: CompanyScope, employees: ReadKeys): AsyncGenerator<readonly ExportedRow[]> {
  const employeeKeys = await employees();
  for await (const days of companyPages<AttendanceRow>(company, attendanceTable)) {
    const ids = days.map(({ id }) => id);
    const keys = await keysOf(company, 'attendance', ids);
    const punches = await punchesOfDays(company, ids);
    yield days.map((day) =>
      dayRow(
        day,
        { external: keys.get(day.id) as string, employee: employeeKeys.get(day.employeeId) },
        punches.get(day.id) ?? [],
      ),
    );
  }
}
