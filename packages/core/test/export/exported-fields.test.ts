import { EXPORT_FIELDS, IMPORT_FIELDS, type ImportKind } from '@shaon/core';
import { expect } from 'chai';
import { attendanceTable } from '../../src/attendance/attendance.ts';
import { employeeTable } from '../../src/employees/employee.ts';
import { leaveRequestTable } from '../../src/leave/leave-request.ts';
import { branchTable } from '../../src/organization/branch.ts';
import { departmentTable } from '../../src/organization/department.ts';
import { shiftTable } from '../../src/shifts/shift.ts';

/** Columns that an export says in other words, or that the import makes anew. */
const SAID_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  employees: ['departmentId', 'branchId', 'phoneE164', 'idNumberHash', 'searched'],
  leave: ['employeeId', 'documentKey', 'groupKey'],
  attendance: ['employeeId', 'departmentId', 'branchId'],
};

const TABLES = {
  departments: departmentTable,
  branches: branchTable,
  shifts: shiftTable,
  employees: employeeTable,
  leave: leaveRequestTable,
  attendance: attendanceTable,
};

describe('an export has every column of', () => {
  for (const [kind, { properties }] of Object.entries(TABLES)) {
    it(kind, () => {
      const fields = [...IMPORT_FIELDS[kind as ImportKind], ...EXPORT_FIELDS[kind as ImportKind]];
      const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const otherwise = ['id', 'companyId', ...(SAID_OTHERWISE[kind] ?? [])];
      const missing = properties.filter((name) => !otherwise.includes(name) && !fields.includes(snake(name)));
      expect(missing).to.deep.equal([]);
    });
  }
});
