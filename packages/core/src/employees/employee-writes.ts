import { disableEmployeeLogin, enableEmployeeLogin, makeEmployeeLogin } from '../accounts/employee-login.ts';
import type { WelcomePasswords } from '../accounts/welcome-password.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import { managerOnly } from '../database/manager-only.ts';
import { orNotFound } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import { type CreateOptions, createWithKey } from '../external-ids/keyed-create.ts';
import type { Judgement } from '../input/judged.ts';
import { judgeOnce } from '../input/validate.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { enqueueMessage } from '../messages/message-outbox.ts';
import { authorize } from '../permissions.ts';
import type { IdNumberHash } from '../secrets/id-number-hash.ts';
import type { Clock } from '../time/clock.ts';
import { type EmployeeStatus, employeeTable } from './employee.ts';
import { findEmployeeContext } from './employee-context.ts';
import { employeeCreated, employeeUpdated } from './employee-events.ts';
import { type EmployeeChange, type JudgedEmployee, type NewEmployee, newEmployeeInput } from './employee-input.ts';
import { type Employee, findEmployee, shownEmployee } from './employee-queries.ts';
import { assertNoConflict, refuseTakenIdNumber } from './employee-rules.ts';
import { changeEmployee, insertEmployee } from './employee-store.ts';
import { padIsraeliId } from './israeli-id.ts';
import { newEmployeeRow, personalColumns } from './new-employee-row.ts';
import { type EditEmployee, employeePatch } from './patch-or-amend-employee.ts';
import { retryOnLostRace } from './retry-on-lost-race.ts';
import { welcomeText } from './welcome-text.ts';

/** Changing the staff as a token may: what the v1 routes call behind POST and PATCH /employees. */
export interface EmployeeWrites {
  /**
   * Creates an active employee with role `employee`, their log-in with a generated password, the welcome message and
   * the event, in one transaction (SPEC 4, POST /employees; D:W28); with `welcomeMessages: false` neither password nor
   * message. What the caller has judged by `newEmployeeInput` is not judged again. Throws `invalid_input`, and
   * `state_conflict` for an external id that is taken.
   */
  create(actor: Actor, input: NewEmployee | Judgement<JudgedEmployee>, options?: CreateOptions): Promise<Employee>;
  /** Changes the given fields (SPEC 4, PATCH /employees/{id}); equal values change nothing (D:W18). */
  update(
    actor: Actor,
    id: number,
    change: EmployeeChange | Judgement<EmployeeChange>,
    options?: WriteOptions,
  ): Promise<Employee>;
  /**
   * SPEC 4, POST /employees/{id}/deactivate. `isChanged` is false when they were frozen already (D:F1). Ends their
   * sessions, links and unsent invitation too (D:A15). Throws `state_conflict` for the company's last active admin
   * (D:A1).
   */
  freeze(actor: Actor, id: number, options?: WriteOptions): Promise<StatusChange>;
  /** SPEC 4, POST /employees/{id}/activate. */
  reactivate(actor: Actor, id: number, options?: WriteOptions): Promise<StatusChange>;
}

/** The employee as they are now; `isChanged` is false where they were so already, and then nothing fired (D:F1). */
export interface StatusChange {
  readonly isChanged: boolean;
  readonly employee: Employee;
}

export interface EmployeeWriteParts {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly idNumberHash: IdNumberHash;
  /** Null where the product welcomes its people itself. */
  readonly welcomePasswords: WelcomePasswords | null;
  readonly editEmployee: EditEmployee;
  /** Where people sign in, for the welcome message; null where it is not known. */
  readonly signInUrl: string | null;
}

export function createEmployeeWrites(parts: EmployeeWriteParts): EmployeeWrites {
  const { database, audit, events, clock, keys, idNumberHash, editEmployee } = parts;

  async function create(
    actor: Actor,
    input: NewEmployee | Judgement<JudgedEmployee>,
    options: CreateOptions,
  ): Promise<Employee> {
    const judged = judgeOnce(newEmployeeInput, input);
    const { id_number } = judged.value;
    const hash = id_number === undefined ? null : idNumberHash.of(actor.companyId, padIsraeliId(id_number));
    const idNumber = hash === null ? null : { hash, scope: idNumberHash.scope };
    const context = await findEmployeeContext(database.lookBefore(actor, options), judged.value, idNumber);
    assertNoConflict(judged, context);
    const employee = judged.value as JudgedEmployee;
    const { name: companyName, locale, phoneRegion } = context.company;
    const personal = personalColumns(keys, hash as string, employee, phoneRegion);
    const welcome = (await parts.welcomePasswords?.take()) ?? null;
    const write = async (company: CompanyTransaction) => {
      const now = clock.now();
      const row = newEmployeeRow(personal, employee, now);
      const id = await insertEmployee(company, row).catch(refuseTakenIdNumber);
      await makeEmployeeLogin(company, {
        employeeId: id,
        name: row.name,
        email: row.email,
        role: 'employee',
        passwordHash: welcome?.hash ?? null,
        now,
      });
      if (welcome !== null) {
        await enqueueMessage(company, keys, {
          employeeId: id,
          kind: 'welcome',
          phone: employee.phone,
          phoneE164: row.phoneE164,
          text: welcomeText(locale, { companyName, email: row.email, password: welcome.password }, parts.signInUrl),
          now,
        });
      }
      await events.publish(company, 'employee.created', employeeCreated(id, row));
      await auditAct(audit, company, actor, 'employee.create', { employee_id: id });
      return shownEmployee(id, row, context);
    };
    const work = events.isRepeatable ? managerOnly(write) : write;
    return createWithKey(database, actor, 'employees.create', options, 'employee', work);
  }

  async function setStatus(
    actor: Actor,
    id: number,
    status: EmployeeStatus,
    options: WriteOptions,
  ): Promise<StatusChange> {
    authorize(actor, 'employees.write');
    const isFreeze = status === 'frozen';
    const current = orNotFound(await findEmployee(database.lookBefore(actor, options), id), 'employee');
    if (current.status === status) return { isChanged: false, employee: current };
    return database.write(actor, isFreeze ? 'employees.freeze' : 'employees.reactivate', options, async (company) => {
      const row = orNotFound(await company.lockOne(employeeTable, id), 'employee');
      const isChanged = row.status !== status;
      if (isChanged) {
        const now = clock.now();
        await changeEmployee(company, row, { status, frozenAt: isFreeze ? now : null, updatedAt: now });
        await (isFreeze ? disableEmployeeLogin : enableEmployeeLogin)(company, id, now);
        await events.publish(company, 'employee.updated', employeeUpdated(id, { ...row, status }));
        await auditAct(audit, company, actor, isFreeze ? 'employee.freeze' : 'employee.reactivate', {
          employee_id: id,
        });
      }
      return { isChanged, employee: (await findEmployee(company, id)) as Employee };
    });
  }

  return {
    async create(actor, input, options = {}) {
      authorize(actor, 'employees.write');
      return retryOnLostRace(() => create(actor, input, options));
    },
    async update(actor, id, change, options = {}) {
      authorize(actor, 'employees.write');
      return editEmployee(actor, id, change, options, employeePatch);
    },
    freeze: (actor, id, options = {}) => setStatus(actor, id, 'frozen', options),
    reactivate: (actor, id, options = {}) => setStatus(actor, id, 'active', options),
  };
}
