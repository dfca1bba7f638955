import { authorize } from '../abilities-and-roles.ts';
import { type LoginState, loginStates } from '../accounts/employee-login.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyReads, CompanyWrites, WriteOptions } from '../database/database.ts';
import { longReading } from '../database/readings/reading.ts';
import type { ExpectedVersion } from '../database/sql/expected-version.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { searchWords } from '../database/sql/word-search.ts';
import { orNotFound } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { validate } from '../input/validate.ts';
import type { EmployeeRow } from './employee.ts';
import type { Employee } from './employee-queries.ts';
import { ID_NUMBER_PURPOSE } from './id-number-encryption.ts';
import { padIsraeliId } from './israeli-id.ts';
import type { RowSecrets } from './new-employee-row.ts';
import type { EditEmployee, EmployeeEdit } from './patch-or-amend-employee.ts';
import { type Amendment, amendmentInput, searchInput, type ValidatedAmendment } from './personnel-input.ts';
import {
  countPeople,
  findFile,
  type PersonnelCounts,
  type PersonnelFile,
  type PersonnelFilter,
  searchEmployees,
  storedIdNumber,
} from './personnel-queries.ts';
import { salaryColumns, salaryErrors } from './personnel-rules.ts';

/**
 * The staff for their own company's office, with data that the API never shows (SPEC 1). No token can use it, whatever
 * its abilities, and no route of the API has this service.
 */
export interface PersonnelService {
  /**
   * One page of the people whose name, e-mail address or phone contains every word of `text`, case-insensitive, whatever
   * hyphen or apostrophe stands between two words; also for managers. Sorted by name, case-insensitive by code point
   * but Hebrew first for a Hebrew reader (`locale`), then by address. Throws `invalid_input`.
   */
  search(actor: Actor, filter: PersonnelFilter, page: PageRequest): Promise<Page<Employee>>;
  /** How many people there are; also for managers. */
  counts(actor: Actor): Promise<PersonnelCounts>;
  /** Whether and how each of these employees can sign in, by employee id; also for managers. Omits unknown ids. */
  logins(actor: Actor, employeeIds: readonly number[]): Promise<Map<number, LoginState>>;
  /** Address, salary, end of the ID number, and their version, for admins. Throws `not_found`, `ciphertext_corrupt`. */
  file(actor: Actor, id: number): Promise<PersonnelFile>;
  /** The full ID number, nine digits, for admins; reading it is audited. Throws like `file`. */
  openIdNumber(actor: Actor, id: number): Promise<string>;
  /**
   * Changes the given fields, for admins: those of PATCH /employees/{id}, the ID number and the salary (SPEC 4, POST
   * /employees; D:W7, W8, W14, W15). The salary type, given or stored, needs its amount; a missing one is refused, and
   * so is one of the other type unless the type is given too. Fires `employee.updated` like a PATCH, but not for ID
   * number and salary alone (D:V8). Throws `not_found`, `invalid_input`, `state_conflict` if the expected version is
   * outdated and something would change.
   */
  amend(actor: Actor, id: number, change: Amendment, options?: WriteOptions & ExpectedVersion): Promise<Employee>;
}

const SHOWN_DIGITS = 3;

interface PersonnelParts extends RowSecrets {
  readonly database: CompanyReads & CompanyWrites;
  readonly audit: AuditLog;
  readonly editEmployee: EditEmployee;
}

export function createPersonnelService(parts: PersonnelParts): PersonnelService {
  const { database, audit, keys } = parts;

  const hashOf = ({ companyId }: EmployeeRow, idNumber: string): string =>
    parts.idNumberHash.of(companyId, padIsraeliId(idNumber));

  const amendment: EmployeeEdit<ValidatedAmendment> = {
    transactionName: 'personnel.amend',
    action: 'employee.amend',
    input: amendmentInput,
    errors: (row, { value, errors }) => (errors.salary_type === undefined ? salaryErrors(row, value) : {}),
    newIdNumber(row, { id_number }) {
      const hash = id_number === undefined ? row.idNumberHash : hashOf(row, id_number);
      return hash === row.idNumberHash ? null : { hash, scope: parts.idNumberHash.scope };
    },
    confidentialColumns(row, change) {
      const errors = salaryErrors(row, change);
      if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
      const columns = salaryColumns(row, change);
      if (change.id_number === undefined) return columns;
      const idNumberHash = hashOf(row, change.id_number);
      if (idNumberHash === row.idNumberHash) return columns;
      const idNumber = keys.encrypt(ID_NUMBER_PURPOSE, idNumberHash, padIsraeliId(change.id_number));
      return { ...columns, idNumber, idNumberHash };
    },
  };

  return {
    async search(actor, filter, page) {
      authorize(actor, 'personnel.search');
      const { text } = validate(searchInput, { text: filter?.text });
      const words = searchWords(text);
      return searchEmployees(database.scope(actor, longReading('personnel.search')), filter, words, page);
    },

    async counts(actor) {
      authorize(actor, 'personnel.search');
      return countPeople(database.scope(actor, longReading('personnel.counts')));
    },

    async logins(actor, employeeIds) {
      authorize(actor, 'personnel.search');
      const states = await loginStates(database.scope(actor), employeeIds);
      return new Map(states.map((state) => [state.employeeId, state]));
    },

    async file(actor, id) {
      authorize(actor, 'personnel.file');
      const found = orNotFound(await findFile(database.scope(actor), id), 'employee');
      const { employee, address, salary_type, hourly_rate, global_salary, version } = found;
      const id_number_end = storedIdNumber(keys, found).slice(-SHOWN_DIGITS);
      return { employee, address, id_number_end, salary_type, hourly_rate, global_salary, version };
    },

    async openIdNumber(actor, id) {
      authorize(actor, 'personnel.file');
      return database.write(actor, 'personnel.openIdNumber', {}, async (company) => {
        const found = orNotFound(await findFile(company, id), 'employee');
        const idNumber = storedIdNumber(keys, found);
        await auditAct(audit, company, actor, 'employee.id_number_open', { employee_id: id });
        return idNumber;
      });
    },

    async amend(actor, id, change, options = {}) {
      authorize(actor, 'personnel.file');
      return parts.editEmployee(actor, id, change, options, amendment);
    },
  };
}
