import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { differingColumns } from '../database/sql/locked-row.ts';
import { orNotFound } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { InputErrors } from '../input/issue.ts';
import { type Input, safeValidate, type ValidationResult } from '../input/validate.ts';
import type { WriteParts } from '../service-parts.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';
import { findEmployeeContext, needsContext, type SoughtIdNumber } from './employee-context.ts';
import { employeeUpdated } from './employee-events.ts';
import { type EmployeeChange, employeeChangeInput } from './employee-input.ts';
import { type Employee, findEmployee } from './employee-queries.ts';
import { assertNoConflict, refuseTakenIdNumber, retryOnLostRace } from './employee-rules.ts';
import type { EmployeeStore } from './employee-store.ts';
import { editedColumns } from './person-version.ts';
import { toE164 } from './phone.ts';

/** Columns that no answer of the API and no event shows, so that changing only them fires nothing (D:V8). */
export type ConfidentialColumns = Partial<
  Pick<EmployeeRow, 'idNumber' | 'idNumberHash' | 'salaryType' | 'hourlyRate' | 'globalSalary'>
>;

/** One way to edit an employee: its input, and what it does beyond a PATCH. */
export interface EmployeeEdit<Change extends EmployeeChange> {
  readonly transactionName: string;
  /** Its name in the audit. */
  readonly action: string;
  readonly input: Input<Change>;
  /** Conflicts between the change and the stored row, in addition to the errors of the fields. */
  errors?(row: EmployeeRow, validated: ValidationResult<Change>): InputErrors;
  /** A new ID number, to look up; null if it stays. */
  newIdNumber?(row: EmployeeRow, change: Partial<Change>): SoughtIdNumber | null;
  /** Validates again, on the locked row. */
  confidentialColumns?(row: EmployeeRow, change: Change): ConfidentialColumns;
}

/** SPEC 4, PATCH /employees/{id}. */
export const employeePatch: EmployeeEdit<EmployeeChange> = {
  transactionName: 'employees.update',
  action: 'employee.update',
  input: employeeChangeInput,
};

/**
 * Edits an employee, also a frozen one (D:W19): the row with its copies, the event and the audit row
 * in one transaction. Equal values change nothing (D:W18). Throws `not_found`, `invalid_input` with all errors
 * together, `state_conflict` if the expected version is outdated and something would change.
 */
export type EditEmployee = <Change extends EmployeeChange>(
  actor: Actor,
  id: number,
  input: unknown,
  options: WriteOptions & ExpectedVersion,
  edit: EmployeeEdit<Change>,
) => Promise<Employee>;

interface EmployeeEditParts extends WriteParts {
  readonly events: EventBus;
  readonly store: EmployeeStore;
}

export function createEditEmployee(parts: EmployeeEditParts): EditEmployee {
  const { database, audit, events, clock, store } = parts;

  async function editOnce<Change extends EmployeeChange>(
    actor: Actor,
    id: number,
    input: unknown,
    { expectedVersion, ...options }: WriteOptions & ExpectedVersion,
    edit: EmployeeEdit<Change>,
  ): Promise<Employee> {
    const scope = database.scopeBeforeWrite(actor, options);
    const before = orNotFound(await scope.findOne(employeeTable, { id }), 'employee');
    const validated = safeValidate(edit.input, input);
    const idNumber = edit.newIdNumber?.(before, validated.value) ?? null;
    const isContextNeeded = idNumber !== null || needsContext(validated.value);
    const context = isContextNeeded ? await findEmployeeContext(scope, validated.value, idNumber, id) : null;
    const errors = { ...edit.errors?.(before, validated), ...validated.errors };
    assertNoConflict({ value: validated.value, errors }, context);
    const change = validated.value as Change;
    const confidential = edit.confidentialColumns?.(before, change) ?? {};
    if (!changesAnything(before, change) && isEmpty(confidential)) return (await findEmployee(scope, id)) as Employee;
    return database.write(actor, edit.transactionName, options, async (company) => {
      const row = orNotFound(await company.lockOne(employeeTable, id), 'employee');
      assertVersion(expectedVersion, 'employee', () => editedColumns(row));
      // If nothing was looked up, the change has no phone number and needs no region.
      const profile = changedColumns(row, change, context?.company.phoneRegion ?? '');
      const columns = { ...profile, ...edit.confidentialColumns?.(row, change) };
      if (!isEmpty(columns)) {
        await store.change(company, row, columns, clock.now()).catch(refuseTakenIdNumber);
        if (!isEmpty(profile)) {
          await events.publish(company, 'employee.updated', employeeUpdated(id, { ...row, ...profile }));
        }
        // No answer of the API shows where somebody lives, and no row of the audit does (SPEC 1).
        const fields = Object.keys(columns).filter((column) => column !== 'idNumberHash');
        await auditAct(audit, company, actor, edit.action, {
          employee_id: id,
          fields,
          ...changesOf(row, { ...columns, address: undefined }),
        });
      }
      return (await findEmployee(company, id)) as Employee;
    });
  }

  return (actor, id, input, options, edit) => retryOnLostRace(() => editOnce(actor, id, input, options, edit));
}

const isEmpty = (columns: object): boolean => Object.keys(columns).length === 0;

type ChangedColumns = Partial<
  Pick<EmployeeRow, 'name' | 'email' | 'phone' | 'phoneE164' | 'address' | 'departmentId' | 'branchId'>
>;

/**
 * The columns that a PATCH changes: an absent field keeps its value, and an equal one changes nothing (D:W18, W32). The
 * phone's E.164 form is derived again.
 */
function changedColumns(row: EmployeeRow, change: EmployeeChange, phoneRegion: string): ChangedColumns {
  const { name, email, phone, address, department_id: departmentId, branch_id: branchId } = change;
  const columns: ChangedColumns = differingColumns(row, { name, email, phone, address, departmentId, branchId });
  if (columns.phone !== undefined) {
    columns.phoneE164 = columns.phone === null ? null : toE164(columns.phone, phoneRegion);
  }
  return columns;
}

/** D:W17, W18: without a change there is no transaction, no event and no new `updatedAt`. */
function changesAnything(row: EmployeeRow, change: EmployeeChange): boolean {
  return Object.keys(changedColumns(row, change, 'IL')).length > 0;
}
