import type { CompanyScope } from '../database/company-scope.ts';

/** SPEC 2, Department. */
export interface Department {
  readonly id: number;
  readonly name: string;
}

/** SPEC 2, Branch. */
export interface Branch {
  readonly id: number;
  readonly name: string;
  readonly address: string | null;
}

const DEPARTMENTS = 'SELECT id, name FROM "shaon_department" WHERE company_id = $1 ORDER BY id';
const BRANCHES = 'SELECT id, name, address FROM "shaon_branch" WHERE company_id = $1 ORDER BY id';

/** The complete list by one statement (D:O1, O2). */
export async function listDepartments(scope: CompanyScope): Promise<Department[]> {
  const rows = await scope.rows(DEPARTMENTS);
  return rows.map((row) => ({ id: Number(row.id), name: String(row.name) }));
}

/** The complete list by one statement (D:O1, O2). */
export async function listBranches(scope: CompanyScope): Promise<Branch[]> {
  const rows = await scope.rows(BRANCHES);
  return rows.map((row) => ({
    id: Number(row.id),
    name: String(row.name),
    address: row.address === null ? null : String(row.address),
  }));
}
