import { setImmediate } from 'node:timers/promises';
import { loginTable } from '../accounts/login.ts';
import { type AttendanceRow, attendanceTable } from '../attendance/attendance.ts';
import { punchesOfDays } from '../attendance/punch-queries.ts';
import type { CompanyRow, CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import { companySql, readByIndex } from '../database/sql/statement.ts';
import type { Table } from '../database/sql/table.ts';
import { employeeTable } from '../employees/employee.ts';
import { ID_NUMBER_PURPOSE } from '../employees/id-number-encryption.ts';
import type { ExternalIdKind } from '../external-ids/external-id.ts';
import { externalIdsOf, findKeys } from '../external-ids/external-id-queries.ts';
import type { ExportedUnit } from '../import/exported-input.ts';
import type { ImportKind } from '../import/import-source.ts';
import { type LimitFields, limitsOfLogins } from '../import/imported-limits.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { shiftTable } from '../shifts/shift.ts';
import type { DocumentPath } from './exported-documents.ts';
import {
  branchRow,
  dayRow,
  departmentRow,
  type ExportedRow,
  employeeRow,
  leaveRow,
  type OwnChoices,
  type RowKeys,
  shiftRow,
} from './exported-rows.ts';

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
  readonly documentPath: DocumentPath | null;
}

/** The files of a company in the order in which an import reads them. */
export function companyFiles(parts: FileParts): readonly ExportedFile[] {
  const { company, keys, documentPath } = parts;
  const departments = keysReader(company, 'department', departmentTable);
  const branches = keysReader(company, 'branch', branchTable);
  const employees = keysReader(company, 'employee', employeeTable);
  const choices = readOnce(() => ownChoices(company));
  const limits = readOnce(async () =>
    exportedLimits(await limitsOfLogins(company), await departments(), await branches()),
  );

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
          const login = { chosen: (await choices()).get(row.id), limit: (await limits()).get(row.id) };
          return employeeRow(row, { external, department, branch }, idNumber, login);
        }),
    },
    {
      kind: 'leave',
      rows: () =>
        rowsOf(company, leaveRequestTable, 'leave', async (row, { external }) => {
          const document = documentPath === null ? null : await documentPath(row);
          return leaveRow(row, { external, employee: (await employees()).get(row.employeeId) }, document);
        }),
    },
    { kind: 'attendance', rows: () => dayRows(company, employees) },
  ];
}

const readOnce = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
};

const CHOICES = companySql`SELECT l.employee_id, l.locale, l.told_by, l.not_told FROM ${loginTable} l
  WHERE l.employee_id IS NOT NULL AND COALESCE(l.locale, l.told_by, l.not_told) IS NOT NULL`;

/** Of the employees who have chosen anything, by their id. */
async function ownChoices(company: CompanyScope): Promise<ReadonlyMap<number, OwnChoices>> {
  const { columns } = loginTable;
  const rows = await company.rows(CHOICES);
  return new Map(
    rows.map((row) => [
      Number(row.employee_id),
      {
        locale: columns.locale.fromDatabase(row.locale),
        toldBy: columns.toldBy.fromDatabase(row.told_by),
        notTold: columns.notTold.fromDatabase(row.not_told),
      },
    ]),
  );
}

type ReadKeys = () => Promise<ReadonlyMap<number, string>>;

/** The keys of all records of a kind that others refer to, read when the first is needed. */
function keysReader<Row extends CompanyRow>(company: CompanyScope, kind: ExternalIdKind, table: Table<Row>): ReadKeys {
  return readOnce(async () => {
    const all = new Map<number, string>();
    for await (const ids of idPages(company, table)) {
      for (const [id, key] of await keysOf(company, kind, ids)) all.set(id, key);
    }
    return all;
  });
}

/** Limits of log-ins by their employees, in the keys of the export; a unit that was removed has none. */
function exportedLimits(
  limits: ReadonlyMap<number, LimitFields>,
  departments: ReadonlyMap<number, string>,
  branches: ReadonlyMap<number, string>,
): ReadonlyMap<number, readonly ExportedUnit[]> {
  const keyOf = ({ departmentId, branchId }: LimitFields[number]) =>
    departments.get(departmentId ?? 0) ?? branches.get(branchId ?? 0) ?? null;
  const units = [...limits].map(
    ([id, limit]) => [id, limit.map((unit) => ({ kind: unit.kind, external_id: keyOf(unit) }))] as const,
  );
  return new Map(units);
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

/** Rows read at once: a page blocks the event loop for some milliseconds on SQLite. */
const PAGE = 250;

/** A company's rows of a table by id, in portions; other work runs in between. */
async function* companyPages<Row extends CompanyRow>(
  company: CompanyScope,
  table: Table<Row>,
): AsyncGenerator<readonly Row[]> {
  const hasIndex = (table.uniques ?? []).some(([first, second]) => first === 'companyId' && second === 'id');
  const rowsById = readByIndex(table, hasIndex ? '' : DIFFERENCES[company.dialect].byId);
  const page = companySql`SELECT ${table.selection(company.dialect)} FROM ${rowsById} t
    WHERE t.id > $2 ORDER BY t.id LIMIT ${PAGE}`;
  let after = 0;
  for (;;) {
    const rows = (await company.rows(page, [after])).map(table.fromDatabase);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
    await setImmediate();
  }
}

/**
 * The external ids of records: the stored one, or one made from the id. If another record has that one, from an import
 * of another installation, it is lengthened until it is free.
 */
export async function keysOf(
  company: CompanyScope,
  kind: ExternalIdKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const keys = await externalIdsOf(company, kind, ids);
  let made = new Map(ids.filter((id) => !keys.has(id)).map((id) => [`shaon-${id}`, id]));
  while (made.size > 0) {
    const others = await findKeys(company, kind, [...made.keys()]);
    const lengthened = new Map<string, number>();
    for (const [key, id] of made) {
      if (others.has(key)) lengthened.set(`${key}-here`, id);
      else keys.set(id, key);
    }
    made = lengthened;
  }
  return keys;
}
