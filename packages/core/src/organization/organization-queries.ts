import type { CompanyScope } from '../database/sql/company-scope.ts';
import { companySql } from '../database/sql/statement.ts';
import { branchTable } from './branch.ts';
import { departmentTable } from './department.ts';

/** SPEC 2, Department. */
export interface Department {
  /** From 1 to 2^31 − 1. */
  readonly id: number;
  readonly name: string;
}

/** SPEC 2, Branch. */
export interface Branch {
  /** From 1 to 2^31 − 1. */
  readonly id: number;
  readonly name: string;
  readonly address: string | null;
}

const DEPARTMENTS = companySql`SELECT d.id, d.name FROM ${departmentTable} d ORDER BY d.id`;
const BRANCHES = companySql`SELECT b.id, b.name, b.address FROM ${branchTable} b ORDER BY b.id`;

/** The complete list in one statement (D:O1, O2). */
export async function listDepartments(scope: CompanyScope): Promise<Department[]> {
  const rows = await scope.rows(DEPARTMENTS);
  return rows.map((row) => ({ id: Number(row.id), name: String(row.name) }));
}

/** The complete list in one statement (D:O1, O2). */
export async function listBranches(scope: CompanyScope): Promise<Branch[]> {
  const rows = await scope.rows(BRANCHES);
  return rows.map((row) => ({
    id: Number(row.id),
    name: String(row.name),
    address: row.address === null ? null : String(row.address),
  }));
}
