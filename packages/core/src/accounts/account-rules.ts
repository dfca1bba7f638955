import type { AccountActor, Actor } from '../actor.ts';
import { flag } from '../database/sql/columns.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { violatesUnique } from '../database/sql/constraint-errors.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import type { PeopleLimit } from '../database/sql/people-limit.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { companySql } from '../database/sql/statement.ts';
import { ShaonError, stateConflict } from '../errors.ts';
import { InvalidInputError, invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { managerLimitTable, unitsOfLimit } from '../organization/manager-limit.ts';
import { signInFirst } from '../unfinished-sign-in.ts';
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

/** The company's active admins, locked until the transaction ends, so that two who disable each other take turns. */
export async function lockActiveAdmins(company: CompanyTransaction): Promise<Locked<LoginRow>[]> {
  return company.lockAll(loginTable, { role: 'admin', disabledAt: null });
}

export interface LastAdminOption {
  /** Whether the company may be left without an active admin. */
  readonly mayBeLast?: boolean;
}

/**
 * D:A1: only an admin can make tokens and accounts (SPEC 1), so the last active admin cannot be frozen, disabled or
 * given another role. One without a password counts, because they may have a link or sign in through the product; but
 * that is not certain, so they do not take the place of the last admin with a password. `activeAdmins` must be locked
 * before the log-in, so that two admins who do this to each other cannot deadlock.
 */
export function assertNotLastAdmin(
  activeAdmins: readonly Pick<LoginRow, 'id' | 'passwordHash'>[],
  { id: loginId }: Pick<LoginRow, 'id'>,
): void {
  if (!isLastAdmin(activeAdmins, loginId)) return;
  throw stateConflict('This is the last active admin: make another one first.', { loginId });
}

/** The rule of `assertNotLastAdmin`. */
export function isLastAdmin(activeAdmins: readonly Pick<LoginRow, 'id' | 'passwordHash'>[], loginId: number): boolean {
  const login = activeAdmins.find(({ id }) => id === loginId);
  if (login === undefined) return false;
  const others = activeAdmins.filter(({ id }) => id !== loginId);
  if (others.some(({ passwordHash }) => passwordHash !== null)) return false;
  return others.length === 0 || login.passwordHash !== null;
}

const LOGIN_STATE = companySql`SELECT l.disabled_at IS NOT NULL AS is_disabled, m.kind, m.department_id, m.branch_id
  FROM ${loginTable} l LEFT JOIN ${managerLimitTable} m ON m.login_id = l.id WHERE l.id = $2`;

/**
 * An actor object may outlive its log-in: a page or a product may still hold it after the person was frozen or the
 * account disabled. Throws `not_authenticated` then, and `not_permitted` for a person whose sign-in is not complete
 * (D:F4, A15). `Database` calls it for each person before the first statement of a read and of a write, so that no
 * service can forget it, nor the manager's limit that it returns (D:A110). A log-in that the company does not have is the
 * product's own: it is not checked and has no limit.
 */
export async function assertStillActive(scope: CompanyScope, actor: Actor): Promise<PeopleLimit | null> {
  if (actor.kind === 'token' || actor.kind === 'system') return null;
  if (actor.kind !== 'account') throw signInFirst(actor);
  const rows = await scope.rows(LOGIN_STATE, [actor.loginId]);
  const [login] = rows;
  if (login === undefined) return null;
  if (!flag.fromDatabase(login.is_disabled)) return limitOf(actor, rows);
  throw new ShaonError('not_authenticated', 'This account was disabled.', { loginId: actor.loginId });
}

function limitOf(actor: AccountActor, rows: readonly RawRow[]): PeopleLimit | null {
  if (actor.role !== 'manager') return null;
  const { departments, branches } = unitsOfLimit(rows);
  if (departments === null && branches === null) return null;
  const self = 'includesSelf' in actor ? actor.employeeId : null;
  return { loginId: actor.loginId, departments, branches, self };
}
