import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import type { Page, PageRequest } from '../database/paging.ts';
import { notFound } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { validate } from '../input/validate.ts';
import { authorize } from '../permissions.ts';
import type { EditEmployee, EmployeeEdit } from './employee-edit.ts';
import type { Employee } from './employee-queries.ts';
import { ID_NUMBER_PURPOSE } from './employee-rotation.ts';
import { padIsraeliId } from './israeli-id.ts';
import type { RowSecrets } from './new-employee-row.ts';
import { type Amendment, amendmentInput, type JudgedAmendment, searchInput } from './personnel-input.ts';
import {
  findFile,
  type PersonnelFile,
  type PersonnelFilter,
  type StoredFile,
  searchEmployees,
} from './personnel-queries.ts';
import { salaryColumns, salaryErrors } from './personnel-rules.ts';

/**
 * The staff as its own company's office sees it: what the API never shows (SPEC 1). No token reaches any of it,
 * whatever its abilities, and no route of the API is given this service.
 */
export interface PersonnelService {
  /**
   * One page of the people whose name, e-mail address or phone contains every word of `text`, upper and lower case
   * alike, by id ascending; for managers too. Throws `invalid_input`.
   */
  search(actor: Actor, filter: PersonnelFilter, page: PageRequest): Promise<Page<Employee>>;
  /** Address, salary and the end of the ID number, for admins. Throws `not_found`, `ciphertext_corrupt`. */
  file(actor: Actor, id: number): Promise<PersonnelFile>;
  /** The ID number in full, nine digits, for admins; the opening is audited. Throws as `file`. */
  openIdNumber(actor: Actor, id: number): Promise<string>;
  /**
   * Changes the given fields, for admins: those of PATCH /employees/{id}, the ID number and the salary (SPEC 4, POST
   * /employees; D:W7, W8, W14, W15). An amount belongs to the salary type, given or stored: one that is missing is
   * refused, and so is one of the other type unless the type is given too. Fires `employee.updated` as a PATCH does,
   * and nothing for ID number and salary alone (D:V8). Throws `not_found`, `invalid_input`.
   */
  amend(actor: Actor, id: number, change: Amendment, options?: WriteOptions): Promise<Employee>;
}

export interface PersonnelParts extends RowSecrets {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly editEmployee: EditEmployee;
}

const SHOWN_DIGITS = 3;

export function createPersonnelService(parts: PersonnelParts): PersonnelService {
  const { database, audit, keys } = parts;

  const hashOf = (idNumber: string): string => parts.idNumberHash(padIsraeliId(idNumber));

  const amendment: EmployeeEdit<JudgedAmendment> = {
    place: 'personnel.amend',
    action: 'employee.amend',
    input: amendmentInput,
    errors: (row, { value, errors }) => (errors.salary_type === undefined ? salaryErrors(row, value) : {}),
    newIdNumberHash(row, { id_number }) {
      const hash = id_number === undefined ? row.idNumberHash : hashOf(id_number);
      return hash === row.idNumberHash ? null : hash;
    },
    confidentialColumns(row, change) {
      const errors = salaryErrors(row, change);
      if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
      const columns = salaryColumns(row, change);
      if (change.id_number === undefined) return columns;
      const idNumberHash = hashOf(change.id_number);
      if (idNumberHash === row.idNumberHash) return columns;
      const idNumber = keys.encrypt(ID_NUMBER_PURPOSE, idNumberHash, padIsraeliId(change.id_number));
      return { ...columns, idNumber, idNumberHash };
    },
  };

  async function find(actor: Actor, id: number): Promise<StoredFile> {
    authorize(actor, 'personnel.file');
    const found = await findFile(database.read(actor), id);
    if (found === null) throw notFound('employee');
    return found;
  }

  const idNumberOf = ({ idNumber, idNumberHash }: StoredFile): string =>
    keys.decrypt(ID_NUMBER_PURPOSE, idNumberHash, idNumber).toString();

  return {
    async search(actor, filter, page) {
      authorize(actor, 'personnel.search');
      const { text } = validate(searchInput, { text: filter.text });
      const words = new Set(text == null ? [] : text.split(/\s+/));
      return searchEmployees(database.read(actor), filter, [...words], page);
    },

    async file(actor, id) {
      const found = await find(actor, id);
      const { employee, address, salary_type, hourly_rate, global_salary } = found;
      const id_number_end = idNumberOf(found).slice(-SHOWN_DIGITS);
      return { employee, address, id_number_end, salary_type, hourly_rate, global_salary };
    },

    async openIdNumber(actor, id) {
      const idNumber = idNumberOf(await find(actor, id));
      await database.write(actor, 'personnel.openIdNumber', {}, (company) =>
        auditAct(audit, company, actor, 'employee.id_number_open', { employee_id: id }),
      );
      return idNumber;
    },

    async amend(actor, id, change, options = {}) {
      authorize(actor, 'personnel.file');
      return parts.editEmployee(actor, id, change, options, amendment);
    },
  };
}
