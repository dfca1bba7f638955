import { ShaonError } from '../errors.ts';
import { type InvalidInputError, invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import type { LoginRow } from './login.ts';

/** One of the staff is frozen and renamed as an employee, so that both rows stay equal (D:F4). */
export function assertWithoutStaffRow(login: LoginRow): void {
  if (login.employeeId === null) return;
  throw new ShaonError('state_conflict', 'This account belongs to an employee: change the employee.', {
    employeeId: login.employeeId,
  });
}

/** A disabled account gets no access link: it would be of no use. */
export function assertEnabled(login: LoginRow): void {
  if (login.disabledAt === null) return;
  throw new ShaonError('state_conflict', 'This account is disabled: enable it first.', { loginId: login.id });
}

/** What a new password changes in a log-in: guesses at the old one no longer make the person wait. */
export function newPassword(
  passwordHash: string,
  now: Date,
  { mustChangePassword = false } = {},
): Pick<LoginRow, 'passwordHash' | 'mustChangePassword' | 'failedAttempts' | 'blockedUntil' | 'updatedAt'> {
  return { passwordHash, mustChangePassword, failedAttempts: 0, blockedUntil: null, updatedAt: now };
}

/**
 * One refusal for a wrong password, a wrong, an old or a used code, and for an account that failed attempts make wait:
 * it does not tell which.
 */
export function wrongSecret(field: 'password' | 'current_password' | 'code'): InvalidInputError {
  return invalidField(field, issue('current_password'));
}

/** Whether failed sign-ins make an account wait. */
export function isBlocked(login: Pick<LoginRow, 'blockedUntil'>, now: Date): boolean {
  return login.blockedUntil !== null && login.blockedUntil > now;
}
