import type { KeyRing } from '../keys/key-ring.ts';
import type { IdNumberHash } from '../secrets/id-number-hash.ts';
import type { EmployeeRow, EmployeeStatus } from './employee.ts';
import type { EmployeeColumns } from './employee-copies.ts';
import type { ValidatedEmployee } from './employee-input.ts';
import { ID_NUMBER_PURPOSE } from './id-number-encryption.ts';
import { padIsraeliId } from './israeli-id.ts';
import { toE164 } from './phone.ts';

export type PersonalColumns = Pick<
  EmployeeRow,
  'name' | 'email' | 'phone' | 'phoneE164' | 'idNumber' | 'idNumberHash' | 'salaryType' | 'hourlyRate' | 'globalSalary'
>;

export interface RowSecrets {
  readonly keys: KeyRing;
  readonly idNumberHash: IdNumberHash;
}

/**
 * The columns from a valid input: the ID number encrypted beside its hash, and only the amount of the salary type
 * (D:W14). Phone numbers without a country code belong to `phoneRegion`.
 */
export function personalColumns(
  keys: KeyRing,
  idNumberHash: string,
  employee: Omit<ValidatedEmployee, 'department_id' | 'branch_id' | 'phone'> & { readonly phone: string | null },
  phoneRegion: string,
): PersonalColumns {
  const isHourly = employee.salary_type === 'hourly';
  const { name, email, phone } = employee;
  return {
    name,
    email,
    phone,
    phoneE164: phone === null ? null : toE164(phone, phoneRegion),
    idNumber: keys.encrypt(ID_NUMBER_PURPOSE, idNumberHash, padIsraeliId(employee.id_number)),
    idNumberHash,
    salaryType: employee.salary_type,
    hourlyRate: isHourly ? (employee.hourly_rate ?? null) : null,
    globalSalary: isHourly ? null : (employee.global_salary ?? null),
  };
}

/** The row of a new employee (SPEC 3: active, role employee). */
export function newEmployeeRow(personal: PersonalColumns, employee: ValidatedEmployee, now: Date): EmployeeColumns {
  return {
    role: 'employee',
    status: 'active' satisfies EmployeeStatus,
    departmentId: employee.department_id ?? null,
    branchId: employee.branch_id ?? null,
    address: null,
    frozenAt: null,
    createdAt: now,
    updatedAt: now,
    // Last, because Node 20 makes a slow object of a literal that begins with a spread and goes on for long.
    ...personal,
  };
}
