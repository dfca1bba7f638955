import type { LoginRole } from '../actor.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { violatesUnique } from '../database/constraint-errors.ts';
import { notFound, ShaonError } from '../errors.ts';
import { emailKey } from '../input/email-field.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { endLinks } from './access-link-service.ts';
import { endSessions, lockActiveAdmins, lockLogin } from './account-queries.ts';
import { assertNotLastAdmin } from './account-rules.ts';
import { loginTable } from './login.ts';

/** The log-in that every employee has exactly one of: it holds his e-mail key (DESIGN, Log-ins). */
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
      failedAttempts: 0,
      blockedUntil: null,
      disabledAt: null,
      locale: null,
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
  const login = await company.findOne(loginTable, { employeeId });
  if (login === null) return;
  await refusingTakenEmail(() =>
    company.update(loginTable, login.id, {
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
): Promise<void> {
  const activeAdmins = await lockActiveAdmins(company);
  const login = await company.findOne(loginTable, { employeeId });
  if (login === null || login.role === role) return;
  if (login.role === 'admin') assertNotLastAdmin(activeAdmins, login);
  await company.update(loginTable, login.id, { role, updatedAt: now });
}

/**
 * Gives an employee a new password of a message, ending the old one, his sessions and his links (D:W26). Throws
 * `state_conflict` when he has chosen one himself: that is his alone.
 */
export async function renewEmployeePassword(
  company: CompanyTransaction,
  employeeId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const [found] = await company.find(loginTable, { employeeId });
  const login = found === undefined ? null : await lockLogin(company, found.id);
  if (login === null) throw notFound('account');
  if (login.passwordHash !== null && !login.mustChangePassword) {
    throw new ShaonError('state_conflict', 'This employee has chosen a password himself: make him an access link.', {
      employeeId,
    });
  }
  await company.update(loginTable, login.id, {
    passwordHash,
    mustChangePassword: true,
    failedAttempts: 0,
    blockedUntil: null,
    updatedAt: now,
  });
  await endLinks(company, login.id, now);
  await endSessions(company, login.id, now);
}

/** Disables the log-in of a frozen employee and ends its sessions, in the freeze's own transaction (D:F4). */
export async function disableEmployeeLogin(company: CompanyTransaction, employeeId: number, now: Date): Promise<void> {
  const login = await company.findOne(loginTable, { employeeId });
  if (login === null) return;
  await company.update(loginTable, login.id, { disabledAt: now, updatedAt: now });
  await endSessions(company, login.id, now);
}

/** Lets a reactivated employee log in again; his old sessions stay ended. */
export async function enableEmployeeLogin(company: CompanyTransaction, employeeId: number, now: Date): Promise<void> {
  const login = await company.findOne(loginTable, { employeeId });
  if (login !== null) await company.update(loginTable, login.id, { disabledAt: null, updatedAt: now });
}

/** The same 422 whether the address was seen taken or another request took it a moment ago (D:W24). */
export async function refusingTakenEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!violatesUnique(error, 'shaon_login', ['email_key'])) throw error;
    throw new InvalidInputError({ email: [{ rule: 'unique' }] }, { cause: error });
  }
}
