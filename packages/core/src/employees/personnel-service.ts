import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyReads, CompanyWrites, WriteOptions } from '../database/database.ts';
import type { ExpectedVersion } from '../database/sql/expected-version.ts';
import { orNotFound } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { EmployeeRow } from './employee.ts';
import type { Employee } from './employee-queries.ts';
import { ID_NUMBER_PURPOSE } from './id-number-encryption.ts';
import { padIsraeliId } from './israeli-id.ts';
import type { RowSecrets } from './new-employee-row.ts';
import type { EditEmployee, EmployeeEdit } from './patch-or-amend-employee.ts';
import { type Amendment, amendmentInput, type ValidatedAmendment } from './personnel-input.ts';
import { findFile, storedIdNumber } from './personnel-queries.ts';
import { createPersonnelReads, type PersonnelReads } from './personnel-reads.ts';
import { salaryColumns, salaryErrors } from './personnel-rules.ts';

/**
 * The staff for their own company's office, with data that the API never shows (SPEC 1). No token can use it, whatever
 * its abilities, and no route of the API has this service.
 */
export interface PersonnelService extends PersonnelReads {
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

interface PersonnelParts extends RowSecrets {
  readonly database: CompanyReads & CompanyWrites;
  readonly audit: AuditLog;
  readonly editEmployee: EditEmployee;
}

export function createPersonnelService(parts: PersonnelParts): PersonnelService {
  const { audit, keys } = parts;
  const database: CompanyWrites = parts.database;

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
    ...createPersonnelReads(parts),

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
