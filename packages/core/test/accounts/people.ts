import type {
  AccountActor,
  Core,
  Employee,
  LoginRole,
  PasswordChangeActor,
  SignedInPerson,
  SystemActor,
} from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { newEmployee } from '../support.ts';

export const GOOD_PASSWORD = 'correct horse 1';

let serial = 0;

/** An admin who has set their password by their link. */
export async function newAdmin(core: Core, company: SystemActor): Promise<{ actor: AccountActor; email: string }> {
  serial += 1;
  const email = `admin${serial}@example.test`;
  const { account, link } = await core.accounts.create(company, { name: `Admin ${serial}`, email, role: 'admin' });
  await core.accounts.useLink(link.secret, GOOD_PASSWORD);
  const { companyId } = company;
  return {
    actor: { kind: 'account', companyId, loginId: account.id, role: 'admin', name: account.name, employeeId: null },
    email,
  };
}

/** An employee and the text of their welcome message, as the worker would send it. */
export async function newWelcomed(core: Core, company: SystemActor): Promise<{ employee: Employee; password: string }> {
  const employee = await core.employees.create(company, newEmployee());
  return { employee, password: passwordIn(await unsentText(core, company, employee.id)) };
}

/** One of the staff who has chosen a password, with the role; `actor` is as they have signed in. */
export async function newPerson(
  core: Core,
  company: SystemActor,
  role: LoginRole = 'employee',
): Promise<{ employee: Employee; actor: AccountActor & { readonly employeeId: number } }> {
  const employee = await core.employees.create(company, newEmployee());
  if (role !== 'employee') await core.accounts.setRole(company, { employee_id: employee.id, role });
  const loginId = await loginIdOf(core, company, employee.id);
  await core.accounts.useLink((await core.accounts.makeLink(company, loginId)).secret, GOOD_PASSWORD);
  const { companyId } = company;
  return {
    employee,
    actor: { kind: 'account', companyId, loginId, role, name: employee.name, employeeId: employee.id },
  };
}

/** The actor of somebody whose sign-in is complete. */
export function accountActor(person: SignedInPerson | null): AccountActor {
  if (person?.actor.kind !== 'account') throw new Error('This person may not go on.');
  return person.actor;
}

/** The actor of somebody who came with the password of a message. */
export function newcomer(person: SignedInPerson): PasswordChangeActor {
  if (!person.mustChangePassword) throw new Error('This person has a password of their own.');
  return person.actor;
}

/** The log-in of one of the staff. */
export async function loginIdOf(core: Core, company: SystemActor, employeeId: number): Promise<number> {
  const accounts = await core.accounts.list(company, { everybody: true });
  const found = accounts.find((account) => account.employeeId === employeeId);
  if (found === undefined) throw new Error('This employee has no log-in.');
  return found.id;
}

/** The newest unsent text to an employee, decrypted. */
export async function unsentText(core: Core, company: SystemActor, employeeId: number): Promise<string> {
  const [row] = await core.extension.database
    .scope(company)
    .rows(rawSql('SELECT text FROM "shaon_message" WHERE company_id = $1 AND employee_id = $2 ORDER BY id DESC'), [
      employeeId,
    ]);
  const context = `shaon_message:${company.companyId}:${employeeId}`;
  return core.extension.keys.decrypt('message', context, String(row?.text)).toString();
}

/** The states of an employee's messages, the newest first. */
export async function messageStates(core: Core, company: SystemActor, employeeId: number): Promise<unknown[]> {
  const rows = await core.extension.database
    .scope(company)
    .rows(rawSql('SELECT state FROM "shaon_message" WHERE company_id = $1 AND employee_id = $2 ORDER BY id DESC'), [
      employeeId,
    ]);
  return rows.map(({ state }) => state);
}

/** The password in a welcome text of either language. */
export function passwordIn(text: string): string {
  const found = /(?:Password:|סיסמה:) (\S{12}) /.exec(text);
  if (found?.[1] === undefined) throw new Error('There is no password in this text.');
  return found[1];
}
