import type { LoginRole } from '../actor.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { orNotFound, stateConflict } from '../errors.ts';
import { emailKey } from '../input/contact-fields.ts';
import { cancelUnsent } from '../messages/message-queries.ts';
import { isPossibleId } from '../possible-id.ts';
import { endLinks, endMailed } from './access-link-service.ts';
import { endSessions, lockLoginOfEmployee } from './account-queries.ts';
import {
  assertNotLastAdmin,
  type LastAdminOption,
  lockActiveAdmins,
  newPassword,
  refuseTakenEmail,
} from './account-rules.ts';
import { type LoginRow, loginTable, UNUSED_LOGIN } from './login.ts';

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

/**
 * Copies an employee's change of name or address; what was mailed to the old one ends. Throws like `makeEmployeeLogin`.
 */
export async function renameEmployeeLogin(
  company: CompanyTransaction,
  employeeId: number,
  change: { readonly name?: string | undefined; readonly email?: string | undefined },
  now: Date,
): Promise<void> {
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null) return;
  const key = change.email === undefined ? login.emailKey : emailKey(change.email);
  const renamed = company.update(loginTable, login, {
    name: change.name,
    email: change.email,
    emailKey: key,
    updatedAt: now,
  });
  await renamed.catch(refuseTakenEmail);
  if (key !== login.emailKey) await endMailed(company, login.id, now);
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

/** Sets an employee's language and how they are told, as an export says. */
export async function chooseForEmployee(
  company: CompanyTransaction,
  employeeId: number,
  chosen: Pick<LoginRow, 'locale' | 'toldBy' | 'notTold'>,
): Promise<void> {
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login !== null) await company.update(loginTable, login, chosen);
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

/** Whether and how an employee can sign in. */
export interface LoginState {
  readonly employeeId: number;
  /** The account's id, for `accounts.makeLink`. */
  readonly loginId: number;
  readonly role: LoginRole;
  /** False until a welcome message or an access link sets one, as for imported people. */
  readonly hasPassword: boolean;
  /** True while the password is the one from a message. */
  readonly mustChangePassword: boolean;
  /** Null until they have signed in. */
  readonly lastSignInAt: Date | null;
  /** Until then sign-ins are refused after too many failures; null or past if they are not. */
  readonly blockedUntil: Date | null;
  /** When they were frozen; null while they may sign in. */
  readonly disabledAt: Date | null;
}

/** Ids of employees who may sign in but never have, from an index of only these. */
export const notSignedIn = companySql`SELECT l.employee_id FROM ${loginTable} l
  WHERE l.last_sign_in_at IS NULL AND l.disabled_at IS NULL AND l.employee_id IS NOT NULL`;

/** The log-ins of some employees, by employee id. */
export async function loginStates(scope: CompanyScope, employeeIds: readonly number[]): Promise<LoginState[]> {
  const rows = await scope.rows(
    companySql`SELECT ${loginTable.selection(scope.dialect)} FROM ${loginTable} l
      WHERE l.employee_id ${DIFFERENCES[scope.dialect].inList('$2')} ORDER BY l.employee_id`,
    [employeeIds.filter((id) => isPossibleId(id))],
  );
  return rows.map((row) => toState(loginTable.fromDatabase(row)));
}

function toState(login: LoginRow): LoginState {
  const { id, employeeId, role, passwordHash, mustChangePassword, lastSignInAt, blockedUntil, disabledAt } = login;
  return {
    employeeId: employeeId as number,
    loginId: id,
    role,
    hasPassword: passwordHash !== null,
    mustChangePassword,
    lastSignInAt,
    blockedUntil,
    disabledAt,
  };
}

/**
 * Ends all access of a frozen employee in the transaction of the freeze: the log-in, its sessions, its links and an
 * unsent welcome message (D:F4, A15). The password of a message that was not sent is dropped, because nobody knows it.
 * Throws `state_conflict` for the last active admin (D:A1). The caller must lock the employee's row.
 */
export async function disableEmployeeLogin(
  company: CompanyTransaction,
  employeeId: number,
  now: Date,
  { mayBeLast = false }: LastAdminOption = {},
): Promise<void> {
  // A log-in's role changes only under the employee's lock, so this read stays true below.
  const found = await company.findOne(loginTable, { employeeId });
  const activeAdmins = found?.role === 'admin' ? await lockActiveAdmins(company) : [];
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null) return;
  if (!mayBeLast) assertNotLastAdmin(activeAdmins, login);
  const isUnsent = await cancelUnsent(company, employeeId, now);
  const passwordHash = isUnsent && login.mustChangePassword ? null : login.passwordHash;
  await company.update(loginTable, login, { passwordHash, disabledAt: now, updatedAt: now });
  await endSessions(company, login.id, now);
  await endMailed(company, login.id, now);
}

/**
 * Lets a reactivated employee log in again (SPEC 3) by their password, also by the one of a message, which they still
 * must change; their old sessions and links stay ended (D:A22).
 */
export async function enableEmployeeLogin(company: CompanyTransaction, employeeId: number, now: Date): Promise<void> {
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null) return;
  await company.update(loginTable, login, { disabledAt: null, updatedAt: now });
}
