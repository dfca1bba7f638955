import { notSignedIn } from '../accounts/login-states.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import { companySql } from '../database/statement.ts';
import { employeeCountTable } from './employee-count.ts';

/** How many people a company has. */
export interface PersonnelCounts {
  readonly active: number;
  readonly frozen: number;
  /** Among the active ones. */
  readonly notSignedIn: number;
}

const COUNTS = companySql`SELECT
  COALESCE((SELECT SUM(a.total) FROM ${employeeCountTable} a WHERE a.kind = 'status' AND a.member = 'active'), 0) AS active,
  COALESCE((SELECT SUM(f.total) FROM ${employeeCountTable} f WHERE f.kind = 'status' AND f.member = 'frozen'), 0) AS frozen,
  (SELECT COUNT(*) FROM (${notSignedIn}) AS waiting) AS not_signed_in`;

/** Counted by one statement, from stored counts and an index. */
export async function countPeople(scope: CompanyScope): Promise<PersonnelCounts> {
  const [row] = await scope.rows(COUNTS);
  return {
    active: Number(row?.active),
    frozen: Number(row?.frozen),
    notSignedIn: Number(row?.not_signed_in),
  };
}
