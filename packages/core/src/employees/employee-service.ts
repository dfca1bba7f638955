import { disableEmployeeLogin, enableEmployeeLogin, makeEmployeeLogin } from '../accounts/employee-login.ts';
import type { WelcomePasswords } from '../accounts/welcome-password.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import type { Page, PageRequest } from '../database/paging.ts';
import { notFound } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { Judgement } from '../input/judged.ts';
import { judgeOnce } from '../input/validate.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { enqueueMessage } from '../messages/message-outbox.ts';
import { authorize } from '../permissions.ts';
import type { IdNumberHash } from '../secrets/id-number-hash.ts';
import type { Clock } from '../time/clock.ts';
import { type EmployeeStatus, employeeTable } from './employee.ts';
import { type EditEmployee, PATCH } from './employee-edit.ts';
import { employeeCreated, employeeUpdated } from './employee-events.ts';
import { type EmployeeChange, type JudgedEmployee, type NewEmployee, newEmployeeInput } from './employee-input.ts';
import {
  type Employee,
  type EmployeeFilter,
  findEmployee,
  findSurroundings,
  listEmployees,
  lockEmployee,
  shownEmployee,
} from './employee-queries.ts';
import { againOnLostRace, assertNoConflict, refuseTakenIdNumber } from './employee-rules.ts';
import { padIsraeliId } from './israeli-id.ts';
import { newEmployeeRow, personalColumns } from './new-employee-row.ts';
import { welcomeText } from './welcome-text.ts';

/** Reading employees; a host with its own people table may bring its own implementation. */
export interface EmployeeReads {
  /** Throws `not_found` for an unknown and for a foreign id alike (SPEC 4, GET /employees/{id}). */
  get(actor: Actor, id: number): Promise<Employee>;
  /** One page, by id ascending, frozen people included (SPEC 4, GET /employees; D:Q20). */
  list(actor: Actor, filter: EmployeeFilter, page: PageRequest): Promise<Page<Employee>>;
}

export interface EmployeeService extends EmployeeReads {
  /** Whether the company has this employee, for who may read him or write him (D:K6, K9). */
  exists(actor: Actor, id: number): Promise<boolean>;
  /**
   * Creates an active employee with role `employee`, their log-in with a generated password, the welcome message and
   * the event, in one transaction (SPEC 4, POST /employees; D:W28). What the caller has judged by `newEmployeeInput` is
   * not judged again. Throws `invalid_input`.
   */
  create(actor: Actor, input: NewEmployee | Judgement<JudgedEmployee>, options?: WriteOptions): Promise<Employee>;
  /** Changes the given fields (SPEC 4, PATCH /employees/{id}); equal values change nothing (D:W18). */
  update(
    actor: Actor,
    id: number,
    change: EmployeeChange | Judgement<EmployeeChange>,
    options?: WriteOptions,
  ): Promise<Employee>;
  /** SPEC 4, POST /employees/{id}/deactivate. `isChanged` is false when he was frozen already (D:F1). */
  freeze(actor: Actor, id: number, options?: WriteOptions): Promise<StatusChange>;
  /** SPEC 4, POST /employees/{id}/activate. */
  reactivate(actor: Actor, id: number, options?: WriteOptions): Promise<StatusChange>;
}

/** The employee as he is now; `isChanged` is false where he was so already, and then nothing fired (D:F1). */
export interface StatusChange {
  readonly isChanged: boolean;
  readonly employee: Employee;
}

export interface EmployeeParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly idNumberHash: IdNumberHash;
  readonly welcomePasswords: WelcomePasswords;
  readonly editEmployee: EditEmployee;
}

export function createEmployeeService(parts: EmployeeParts): EmployeeService {
  const { database, audit, events, clock, keys, idNumberHash, editEmployee } = parts;

  async function create(
    actor: Actor,
    input: NewEmployee | Judgement<JudgedEmployee>,
    options: WriteOptions,
  ): Promise<Employee> {
    const judged = judgeOnce(newEmployeeInput, input);
    const { id_number } = judged.value;
    const hash = id_number === undefined ? null : idNumberHash(padIsraeliId(id_number));
    const scope = database.read(actor, options.manager);
    const surroundings = await findSurroundings(scope, judged.value, hash);
    assertNoConflict(judged, surroundings);
    const employee = judged.value as JudgedEmployee;
    const { name: companyName, locale, phoneRegion } = surroundings.company;
    const personal = personalColumns(keys, hash as string, employee, phoneRegion);
    const welcome = await parts.welcomePasswords.take();
    const write = async (company: CompanyTransaction) => {
      const now = clock.now();
      const row = newEmployeeRow(personal, employee, now);
      const id = await company.insertForId(employeeTable, row).catch(refuseTakenIdNumber);
      await makeEmployeeLogin(company, {
        employeeId: id,
        name: row.name,
        email: row.email,
        role: 'employee',
        passwordHash: welcome.hash,
        now,
      });
      await enqueueMessage(company, keys, {
        employeeId: id,
        kind: 'welcome',
        phone: employee.phone,
        phoneE164: row.phoneE164,
        text: welcomeText(locale, { companyName, email: row.email, password: welcome.password }),
        now,
      });
      await events.publish(company, 'employee.created', employeeCreated(id, row));
      await auditAct(audit, company, actor, 'employee.create', { employee_id: id });
      return shownEmployee(id, row, surroundings);
    };
    return database.write(actor, 'employees.create', options, write, { isRepeatable: events.isRepeatable });
  }

  async function setStatus(
    actor: Actor,
    id: number,
    status: EmployeeStatus,
    options: WriteOptions,
  ): Promise<StatusChange> {
    authorize(actor, 'employees.write');
    const isFreeze = status === 'frozen';
    const current = await findEmployee(database.read(actor, options.manager), id);
    if (current === null) throw notFound('employee');
    if (current.status === status) return { isChanged: false, employee: current };
    return database.write(actor, isFreeze ? 'employees.freeze' : 'employees.reactivate', options, async (company) => {
      const row = await lockEmployee(company, id);
      if (row === null) throw notFound('employee');
      const isChanged = row.status !== status;
      if (isChanged) {
        const now = clock.now();
        await company.update(employeeTable, id, { status, frozenAt: isFreeze ? now : null, updatedAt: now });
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
    async get(actor, id) {
      authorize(actor, 'employees.read');
      const employee = await findEmployee(database.read(actor), id);
      if (employee === null) throw notFound('employee');
      return employee;
    },
    async list(actor, filter, page) {
      authorize(actor, 'employees.read');
      return listEmployees(database.read(actor), filter, page);
    },
    async exists(actor, id) {
      authorizeToKnow(actor);
      return (await findEmployee(database.read(actor), id)) !== null;
    },
    async create(actor, input, options = {}) {
      authorize(actor, 'employees.write');
      return againOnLostRace(() => create(actor, input, options));
    },
    async update(actor, id, change, options = {}) {
      authorize(actor, 'employees.write');
      return editEmployee(actor, id, change, options, PATCH);
    },
    freeze: (actor, id, options = {}) => setStatus(actor, id, 'frozen', options),
    reactivate: (actor, id, options = {}) => setStatus(actor, id, 'active', options),
  };
}

/** A token without `employees:read` may be one that writes, whose answer tells of the employee all the same (D:K9). */
function authorizeToKnow(actor: Actor): void {
  const reads = actor.kind !== 'token' || actor.abilities.has('employees:read');
  authorize(actor, reads ? 'employees.read' : 'employees.write');
}
