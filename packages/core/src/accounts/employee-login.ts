import type { LoginRole } from '../actor.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { orNotFound, stateConflict } from '../errors.ts';
import { emailKey } from '../input/contact-fields.ts';
import { endLinks } from './access-link-service.ts';
import { endSessions, lockLoginOfEmployee } from './account-queries.ts';
import { newPassword, refuseTakenEmail } from './account-rules.ts';
import { assertNotLastAdmin, type LastAdminOption, lockActiveAdmins } from './last-active-admin.ts';
import { loginTable, UNUSED_LOGIN } from './login.ts';

/** An employee's only log-in, which holds their e-mail key. */
interface NewEmployeeLogin {
  readonly employeeId: number;
  readonly name: string;
  readonly email: string;
  readonly role: LoginRole;
  /** Null for imported people until they get a welcome message. */
  readonly passwordHash: string | null;
  readonly now: Date;
}

/** Inserts an employee's log-in. Throws `invalid_input` with `email: unique` if the address is taken (D:W10, W24). */
export function makeEmployeeLogin(company: CompanyTransaction, login: NewEmployeeLogin): Promise<unknown> {
  const made = company.append(loginTable, {
    name: login.name,
    emailKey: emailKey(login.email),
    email: login.email,
    role: login.role,
    employeeId: login.employeeId,
    passwordHash: login.passwordHash,
    mustChangePassword: true,
    ...UNUSED_LOGIN,
    createdAt: login.now,
    updatedAt: login.now,
  });
  return made.catch(refuseTakenEmail);
}

/** Copies an employee's change of name or address. Throws like `makeEmployeeLogin`. */
export async function renameEmployeeLogin(
  company: CompanyTransaction,
  employeeId: number,
  change: { readonly name?: string | undefined; readonly email?: string | undefined },
  now: Date,
): Promise<void> {
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null) return;
  const renamed = company.update(loginTable, login, {
    name: change.name,
    email: change.email,
    emailKey: change.email === undefined ? undefined : emailKey(change.email),
    updatedAt: now,
  });
  await renamed.catch(refuseTakenEmail);
}

/**
 * Copies an employee's change of role. Throws `state_conflict` for the last active admin. The caller must lock the
 * employee's row.
 */
export async function changeEmployeeLoginRole(
  company: CompanyTransaction,
  employeeId: number,
  role: LoginRole,
  now: Date,
  { mayBeLast = false }: LastAdminOption = {},
): Promise<void> {
  const activeAdmins = await lockActiveAdmins(company);
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null || login.role === role) return;
  if (!mayBeLast) assertNotLastAdmin(activeAdmins, login);
  await company.update(loginTable, login, { role, updatedAt: now });
}

/**
 * Gives an employee a new password from a message; the old one, their sessions and their links end (D:W26). Throws
 * `state_conflict` if they have chosen a password themselves, which only they may change.
 */
export async function renewEmployeePassword(
  company: CompanyTransaction,
  employeeId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const login = orNotFound(await lockLoginOfEmployee(company, employeeId), 'account');
  if (login.passwordHash !== null && !login.mustChangePassword) {
    throw stateConflict('This employee has chosen a password themselves: make them an access link.', {
      employeeId,
    });
  }
  await company.update(loginTable, login, newPassword(passwordHash, now, { mustChangePassword: true }));
  await endLinks(company, login.id, now);
  await endSessions(company, login.id, now);
}
