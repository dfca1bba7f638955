import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { stateConflict } from '../errors.ts';
import { type LoginRow, loginTable } from './login.ts';

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
