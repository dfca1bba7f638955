import { notSignedIn } from '../accounts/login-states.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import { companySql } from '../database/statement.ts';
import { employeeTable } from './employee.ts';

/** How many people a company has. */
export interface PersonnelCounts {
  readonly active: number;
  readonly frozen: number;
  /** Of the active ones. */
  readonly notSignedIn: number;
}

const COUNTS = companySql`SELECT
  (SELECT COUNT(*) FROM ${employeeTable} e WHERE e.status = 'active') AS active,
  (SELECT COUNT(*) FROM ${employeeTable} f WHERE f.status = 'frozen') AS frozen,
  (SELECT COUNT(*) FROM (${notSignedIn}) AS waiting) AS not_signed_in`;

/** By one statement, from the entries of two indexes. */
export async function countPeople(scope: CompanyScope): Promise<PersonnelCounts> {
  const [row] = await scope.rows(COUNTS);
  return {
    active: Number(row?.active),
    frozen: Number(row?.frozen),
    notSignedIn: Number(row?.not_signed_in),
  };
}
