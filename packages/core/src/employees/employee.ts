import { foldedText, generatedId, instant, integer, money, text, word } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

export type EmployeeStatus = 'active' | 'frozen';
export type SalaryType = 'hourly' | 'global';

/** A person of the staff as stored. Only `employee-queries.ts` reads it; what leaves core is `Employee`. */
export interface EmployeeRow {
  id: number;
  companyId: number;
  name: string;
  /** As entered, trimmed (D:E4); its key is in `shaon_login`. */
  email: string;
  phone: string | null;
  /** E.164, or null when the number is none that a message can reach (D:W11). */
  phoneE164: string | null;
  /** Always `employee` through the API (SPEC 2); the web interface may make managers. */
  role: string;
  status: EmployeeStatus;
  departmentId: number | null;
  branchId: number | null;
  /** Set by PATCH, never returned in v1 (D:E5). */
  address: string | null;
  /** National ID number, encrypted. */
  idNumber: string;
  /** Keyed hash of the padded number, unique across the system (D:W8). */
  idNumberHash: string;
  salaryType: SalaryType;
  hourlyRate: string | null;
  globalSalary: string | null;
  /** What people are sorted and searched by, made by `searchedText`. */
  searched: string;
  frozenAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const FROZEN = `"status" = 'frozen'`;

export const employeeTable: Table<EmployeeRow> = defineTable<EmployeeRow>({
  name: 'shaon_employee',
  entity: 'ShaonEmployee',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    email: text,
    phone: text.nullable,
    phoneE164: text.nullable,
    role: text,
    status: word<EmployeeStatus>(),
    departmentId: integer.nullable,
    branchId: integer.nullable,
    address: text.nullable,
    idNumber: text,
    idNumberHash: text,
    salaryType: word<SalaryType>(),
    hourlyRate: money.nullable,
    globalSalary: money.nullable,
    searched: foldedText,
    frozenAt: instant.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id'], ['idNumberHash']],
  // Nobody begins frozen, so the indices of the frozen cost a new employee nothing. In the others the status comes last:
  // a list of the active passes the frozen over without reading their rows.
  indices: [
    { columns: ['companyId', 'departmentId', 'id', 'status'] },
    { columns: ['companyId', 'branchId', 'id', 'status'] },
    { columns: ['companyId', 'departmentId', 'branchId', 'id', 'status'] },
    { purpose: 'frozen', columns: ['companyId', 'id'], where: FROZEN },
    { purpose: 'frozen_department', columns: ['companyId', 'departmentId', 'id'], where: FROZEN },
    { purpose: 'frozen_branch', columns: ['companyId', 'branchId', 'id'], where: FROZEN },
    { purpose: 'frozen_department_branch', columns: ['companyId', 'departmentId', 'branchId', 'id'], where: FROZEN },
    {
      // All that a list of people is filtered and sorted by: rows are wide, and reading 20,000 of them takes 20 ms.
      purpose: 'people',
      columns: ['companyId', 'searched', 'id', 'status', 'role', 'departmentId', 'branchId'],
    },
  ],
  owner: { companyId: 'ShaonCompany' },
  references: { departmentId: 'ShaonDepartment', branchId: 'ShaonBranch' },
  checks: {
    status: `"status" IN ('active', 'frozen')`,
    salary: `("salary_type" = 'hourly' AND "hourly_rate" IS NOT NULL AND "global_salary" IS NULL) OR ("salary_type" = 'global' AND "global_salary" IS NOT NULL AND "hourly_rate" IS NULL)`,
  },
});
