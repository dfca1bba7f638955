import type { LoginRole } from '../actor.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { orNotFound, ShaonError } from '../errors.ts';
import { emailKey } from '../input/email-field.ts';
import { endLinks } from './access-link-service.ts';
import { endSessions, lockLoginOfEmployee } from './account-queries.ts';
import { newPassword } from './account-rules.ts';
import { assertNotLastAdmin, type LastAdminOption, lockActiveAdmins } from './last-active-admin.ts';
import { loginTable, UNUSED_LOGIN } from './login.ts';
import { refusingTakenEmail } from './taken-email.ts';

/** The log-in that every employee has exactly one of: it holds their e-mail key. */
interface NewEmployeeLogin {
  readonly employeeId: number;
  readonly name: string;
  readonly email: string;
  readonly role: LoginRole;
  /** Null for imported people, who have none until they are welcomed. */
  readonly passwordHash: string | null;
  readonly now: Date;
}

/** Makes an employee's log-in. Throws `invalid_input` with `email: unique` when somebody has the address (D:W10, W24). */
export async function makeEmployeeLogin(company: CompanyTransaction, login: NewEmployeeLogin): Promise<void> {
  await refusingTakenEmail(() =>
    company.append(loginTable, {
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
    }),
  );
}

/** Follows an employee's change of name or address. Throws as `makeEmployeeLogin`. */
export async function renameEmployeeLogin(
  company: CompanyTransaction,
  employeeId: number,
  change: { readonly name?: string; readonly email?: string },
  now: Date,
): Promise<void> {
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null) return;
  await refusingTakenEmail(() =>
    company.update(loginTable, login, {
      name: change.name,
      email: change.email,
      emailKey: change.email === undefined ? undefined : emailKey(change.email),
      updatedAt: now,
    }),
  );
}

/**
 * Follows an employee's change of role. Throws `state_conflict` for the last active admin. The
 * employee's row is locked by the caller.
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
 * Gives an employee a new password of a message, which ends the old one, their sessions and their links (D:W26). Throws
 * `state_conflict` when they have chosen one themselves: an own password is theirs alone.
 */
export async function renewEmployeePassword(
  company: CompanyTransaction,
  employeeId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const login = orNotFound(await lockLoginOfEmployee(company, employeeId), 'account');
  if (login.passwordHash !== null && !login.mustChangePassword) {
    throw new ShaonError(
      'state_conflict',
      'This employee has chosen a password themselves: make them an access link.',
      {
        employeeId,
      },
    );
  }
  await company.update(loginTable, login, newPassword(passwordHash, now, { mustChangePassword: true }));
  await endLinks(company, login.id, now);
  await endSessions(company, login.id, now);
}
