import { foldedText, generatedId, instant, integer, money, text, word } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export type EmployeeStatus = 'active' | 'frozen';
export type SalaryType = 'hourly' | 'global';

export const employeeTable = defineTable({
  name: 'shaon_employee',
  people: 'id',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    /** As entered, trimmed (D:E4); its key is in `shaon_login`. */
    email: text,
    phone: text.nullable,
    /** E.164; null if the number cannot receive messages (D:W11). */
    phoneE164: text.nullable,
    /** Always `employee` through the API (SPEC 2); the web interface can make managers. */
    role: text,
    status: word<EmployeeStatus>(),
    departmentId: integer.nullable,
    branchId: integer.nullable,
    /** Set by PATCH, never returned in v1 (D:E5). */
    address: text.nullable,
    /** National ID number, encrypted. */
    idNumber: text,
    /** Keyed hash of the padded number, unique across the system (D:W8). */
    idNumberHash: text,
    salaryType: word<SalaryType>(),
    hourlyRate: money.nullable,
    globalSalary: money.nullable,
    /** The text by which people are sorted and searched, made by `searchedText`. */
    searched: foldedText,
    frozenAt: instant.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id'], ['idNumberHash']],
  indices: [
    // For the references of departments and branches, and for leaving them.
    { columns: ['companyId', 'departmentId', 'id'], where: '"department_id" IS NOT NULL' },
    { columns: ['companyId', 'branchId', 'id'], where: '"branch_id" IS NOT NULL' },
    // All that the list is filtered and sorted by, so that counting reads no rows.
    { purpose: 'list', columns: ['companyId', 'id', 'status', 'departmentId', 'branchId'] },
    {
      // All columns by which people are filtered and sorted: rows are wide, and reading 20,000 of them takes 20 ms.
      purpose: 'people',
      columns: ['companyId', 'searched', 'id', 'status', 'role', 'departmentId', 'branchId'],
    },
  ],
  refersToCompany: true,
  references: { departmentId: 'shaon_department', branchId: 'shaon_branch' },
  checks: {
    status: `"status" IN ('active', 'frozen')`,
    salary: `("salary_type" = 'hourly' AND "hourly_rate" IS NOT NULL AND "global_salary" IS NULL) OR ("salary_type" = 'global' AND "global_salary" IS NOT NULL AND "hourly_rate" IS NULL)`,
  },
});

/** A staff member as stored. Only `employee-queries.ts` reads it; callers of core get an `Employee`. */
export type EmployeeRow = RowOf<typeof employeeTable>;
