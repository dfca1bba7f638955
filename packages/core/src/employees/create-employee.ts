import { makeEmployeeLogin } from '../accounts/employee-login.ts';
import type { WelcomePasswords } from '../accounts/password.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { EventBus } from '../events/event-bus.ts';
import { type CreateOptions, createWithExternalId } from '../external-ids/external-id-queries.ts';
import { enqueueMessage } from '../messages/message-outbox.ts';
import type { WriteParts } from '../service-parts.ts';
import { findEmployeeContext } from './employee-context.ts';
import { employeeCreated } from './employee-events.ts';
import { checkNewEmployee, type ValidatedEmployee } from './employee-input.ts';
import { type Employee, shownEmployee } from './employee-queries.ts';
import { assertNoConflict, refuseTakenIdNumber } from './employee-rules.ts';
import { insertEmployee } from './employee-store.ts';
import { padIsraeliId } from './israeli-id.ts';
import { newEmployeeRow, personalColumns, type RowSecrets } from './new-employee-row.ts';
import { welcomeText } from './welcome-text.ts';

export interface EmployeeCreationParts extends WriteParts, RowSecrets {
  readonly events: EventBus;
  /** Null if the product welcomes its people itself. */
  readonly welcomePasswords: WelcomePasswords | null;
  /** The address of the sign-in, for the welcome message; null if unknown. */
  readonly signInUrl: string | null;
}

/** SPEC 4, POST /employees: row, log-in, welcome message, event and audit row in one transaction. */
export async function createEmployee(
  parts: EmployeeCreationParts,
  actor: Actor,
  input: unknown,
  options: CreateOptions,
): Promise<Employee> {
  const { database, audit, events, clock, keys, idNumberHash } = parts;
  const validated = checkNewEmployee(input);
  const { id_number } = validated.value;
  const hash = id_number === undefined ? null : idNumberHash.of(actor.companyId, padIsraeliId(id_number));
  const idNumber = hash === null ? null : { hash, scope: idNumberHash.scope };
  const context = await findEmployeeContext(
    database.scopeBeforeWrite(actor, { manager: options.manager }),
    validated.value,
    idNumber,
  );
  assertNoConflict(validated, context);
  const employee = validated.value as ValidatedEmployee;
  const { name: companyName, locale, phoneRegion } = context.company;
  const personal = personalColumns(keys, hash as string, employee, phoneRegion);
  const welcome = await database.waitBeforeWrite(options, async () => (await parts.welcomePasswords?.take()) ?? null);
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
        to: { employeeId: id },
        kind: 'welcome',
        content: {
          phone: employee.phone,
          phoneE164: row.phoneE164,
          text: welcomeText(locale, { companyName, email: row.email, password: welcome.password }, parts.signInUrl),
        },
        now,
      });
    }
    await events.publish(company, 'employee.created', employeeCreated(id, row));
    await auditAct(audit, company, actor, 'employee.create', { employee_id: id });
    return shownEmployee(id, row, context);
  };
  return createWithExternalId(database, actor, 'employees.create', options, 'employee', write);
}
