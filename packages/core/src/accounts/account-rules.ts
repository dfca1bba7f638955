import { violatesUnique } from '../database/sql/constraint-errors.ts';
import { stateConflict } from '../errors.ts';
import { InvalidInputError, invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { type LoginRow, loginTable } from './login.ts';
import { mustWait } from './sign-in-rules.ts';

/** Freeze and rename staff members as employees, so that both rows stay equal (D:F4). */
export function assertWithoutStaffRow(login: LoginRow): void {
  if (login.employeeId === null) return;
  throw stateConflict('This account belongs to an employee: change the employee.', {
    employeeId: login.employeeId,
  });
}

/** Refuses an access link for a disabled account, where it would be useless. */
export function assertEnabled(login: LoginRow): void {
  if (login.disabledAt === null) return;
  throw stateConflict('This account is disabled: enable it first.', { loginId: login.id });
}

/** The columns that a new password changes; waiting times from failed attempts end. */
export function newPassword(
  passwordHash: string,
  now: Date,
  { mustChangePassword = false } = {},
): Pick<LoginRow, 'passwordHash' | 'mustChangePassword' | 'failedAttempts' | 'blockedUntil' | 'updatedAt'> {
  return { passwordHash, mustChangePassword, failedAttempts: 0, blockedUntil: null, updatedAt: now };
}

/**
 * The same error for a wrong password, a wrong, old or used code, and an account that must wait after failed attempts,
 * so that it does not reveal which.
 */
export function wrongSecret(field: 'password' | 'current_password' | 'code'): InvalidInputError {
  return invalidField(field, issue('current_password'));
}

/** Why every password of an account is refused now; null if it is not. */
export function refusalOf(login: LoginRow | null, now: Date): 'unknown' | 'disabled' | 'blocked' | null {
  if (login === null) return 'unknown';
  if (login.disabledAt !== null) return 'disabled';
  return mustWait(login.blockedUntil, now) ? 'blocked' : null;
}

/** Whether a password that fitted `login` still does: no freeze, new password or block has happened since. */
export function stillFits(row: LoginRow | null, login: LoginRow, now: Date): row is LoginRow {
  return refusalOf(row, now) === null && row?.passwordHash === login.passwordHash;
}

/**
 * Answers a taken e-mail address with the same `email: unique`, whether it was taken before or by a concurrent request
 * (D:W10, W24).
 */
export function refuseTakenEmail(error: unknown): never {
  if (!violatesUnique(error, loginTable.name, ['email_key'])) throw error;
  throw new InvalidInputError({ email: [{ rule: 'unique' }] }, { cause: error });
}
