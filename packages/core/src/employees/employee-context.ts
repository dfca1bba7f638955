import { loginTable } from '../accounts/login.ts';
import { type CompanyRow, companyTable } from '../companies/company.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { type CompanySql, companySql, everyCompany } from '../database/sql/statement.ts';
import { orNotFound } from '../errors.ts';
import { emailKey } from '../input/contact-fields.ts';
import { localeOf } from '../locale.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import type { IdNumberScope } from '../secrets/id-number-hash.ts';
import { secretTable } from '../secrets/secret.ts';
import { employeeTable } from './employee.ts';
import type { EmployeeChange } from './employee-input.ts';
import { type OrgRef, orgRef } from './employee-queries.ts';
import { scopeChanged, scopeMark } from './id-number-scope.ts';

/** Left out when neither is given: two look-ups of nothing would be a fifth of the statement. */
const UNITS = companySql`,
  (SELECT d.name FROM ${departmentTable} d WHERE d.id = $6) AS department_name,
  (SELECT b.name FROM ${branchTable} b WHERE b.id = $7) AS branch_name`;

const contextStatement = (units: CompanySql) =>
  companySql`SELECT c.name AS company_name, c.locale, c.phone_region,
  (SELECT COUNT(*) FROM ${everyCompany(loginTable)} WHERE email_key = $2 AND (employee_id IS NULL OR employee_id <> $4)) AS email_taken,
  (SELECT COUNT(*) FROM ${everyCompany(employeeTable)} WHERE id_number_hash = $3) AS id_number_taken,
  (SELECT COUNT(*) FROM ${everyCompany(secretTable)} WHERE name = $5) AS scope_stands${units}
  FROM ${companyTable} c`;

const CONTEXT = contextStatement(companySql``);
const CONTEXT_WITH_UNITS = contextStatement(UNITS);

/** An ID number to look up, by its hash within a scope. */
export interface SoughtIdNumber {
  readonly hash: string;
  readonly scope: IdNumberScope;
}

/** The database's facts about an employee's unique fields and references, and about their company. */
export interface EmployeeContext {
  readonly emailTaken: boolean;
  readonly idNumberTaken: boolean;
  /** Null if it was not requested, or the company does not have it. */
  readonly department: OrgRef | null;
  readonly branch: OrgRef | null;
  readonly company: Pick<CompanyRow, 'name' | 'locale' | 'phoneRegion'>;
}

/** Whether a change concerns data outside the employee's own row. */
export function needsContext({ email, phone, department_id, branch_id }: EmployeeChange): boolean {
  return [email, phone, department_id, branch_id].some((value) => value !== undefined && value !== null);
}

/** By one statement; `exceptId` is the employee, who may keep their address. Throws `not_found` without a company. */
export async function findEmployeeContext(
  scope: CompanyScope,
  { email, department_id = null, branch_id = null }: EmployeeChange,
  idNumber: SoughtIdNumber | null,
  exceptId = 0,
): Promise<EmployeeContext> {
  const hasUnits = department_id !== null || branch_id !== null;
  const [found] = await scope.rows(hasUnits ? CONTEXT_WITH_UNITS : CONTEXT, [
    email == null ? '' : emailKey(email),
    idNumber?.hash ?? '',
    exceptId,
    idNumber === null ? '' : scopeMark(idNumber.scope),
    ...(hasUnits ? [department_id ?? 0, branch_id ?? 0] : []),
  ]);
  const row = orNotFound(found, 'company');
  if (idNumber !== null && Number(row.scope_stands) === 0) throw scopeChanged();
  return {
    emailTaken: Number(row.email_taken) > 0,
    idNumberTaken: Number(row.id_number_taken) > 0,
    department: orgRef(department_id, row.department_name),
    branch: orgRef(branch_id, row.branch_name),
    company: {
      name: String(row.company_name),
      locale: localeOf(row.locale),
      phoneRegion: String(row.phone_region),
    },
  };
}
