import type { CompanyScope } from '../database/company-scope.ts';
import { companySql } from '../database/statement.ts';
import { isPossibleId } from '../input/possible-id.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { SalaryType } from './employee.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT } from './employee-list-texts.ts';
import { type Employee, toEmployee } from './employee-queries.ts';
import { ID_NUMBER_PURPOSE } from './id-number-encryption.ts';
import { personVersion } from './person-version.ts';

/**
 * The data that an admin edits. The employee is a member of it, so that code that accepts an `Employee`, such as an
 * answer of the API, does not accept this.
 */
export interface PersonnelFile {
  readonly employee: Employee;
  readonly address: string | null;
  /** The last three digits, which tell two numbers apart. */
  readonly id_number_end: string;
  readonly salary_type: SalaryType;
  /** Decimal text with four places; null unless the salary type is `hourly`. */
  readonly hourly_rate: string | null;
  /** Decimal text with four places; null unless the salary type is `global`. */
  readonly global_salary: string | null;
  /** The version of all that `personnel.amend` changes, for its `expectedVersion`. */
  readonly version: string;
}

/** A person's file with the ID number as stored. */
interface StoredFile extends Omit<PersonnelFile, 'id_number_end'> {
  readonly idNumber: string;
  readonly idNumberHash: string;
}

// Amounts are read as text, because a host's drivers may convert numbers.
const FILE = companySql`SELECT ${EMPLOYEE_SELECT}, e.address, e.id_number, e.id_number_hash, e.salary_type,
  CAST(e.hourly_rate AS text) AS hourly_rate, CAST(e.global_salary AS text) AS global_salary
  FROM ${EMPLOYEE_FROM} WHERE e.id = $2`;

export async function findFile(scope: CompanyScope, id: number): Promise<StoredFile | null> {
  if (!isPossibleId(id)) return null;
  const [row] = await scope.rows(FILE, [id]);
  if (row === undefined) return null;
  const employee = toEmployee(row);
  const address = textOrNull(row.address);
  const idNumberHash = String(row.id_number_hash);
  const salary_type = row.salary_type === 'global' ? 'global' : 'hourly';
  const hourly_rate = textOrNull(row.hourly_rate);
  const global_salary = textOrNull(row.global_salary);
  const { name, email, phone, department, branch } = employee;
  const version = personVersion({
    ...{ name, email, phone, address, departmentId: department?.id ?? null, branchId: branch?.id ?? null },
    ...{ idNumberHash, salaryType: salary_type, hourlyRate: hourly_rate, globalSalary: global_salary },
  });
  const idNumber = String(row.id_number);
  return { employee, address, idNumber, idNumberHash, salary_type, hourly_rate, global_salary, version };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

/** Decrypts the nine digits of a file. Throws `ciphertext_corrupt`. */
export function storedIdNumber(keys: KeyRing, { idNumber, idNumberHash }: StoredFile): string {
  return keys.decrypt(ID_NUMBER_PURPOSE, idNumberHash, idNumber).toString();
}
