import type { CompanyTransaction } from '../database/company-scope.ts';
import type { Locked } from '../database/locked-row.ts';
import { ShaonError } from '../errors.ts';
import { type LoginRow, loginTable } from './login.ts';

/**
 * The admins who can sign in now, locked until the transaction ends, so that two admins who disable each other at the
 * same time take turns.
 */
export async function lockActiveAdmins(company: CompanyTransaction): Promise<Locked<LoginRow>[]> {
  const admins = await company.lockAll(loginTable, { role: 'admin', disabledAt: null });
  return admins.filter(({ passwordHash }) => passwordHash !== null);
}

export interface LastAdminOption {
  /** Whether the company may be left without an admin who can sign in. */
  readonly mayBeLast?: boolean;
}

/**
 * D:A1: only an admin can make tokens and accounts (SPEC 1), so a company must keep one who can sign in. The last
 * active admin cannot be frozen, disabled or given another role. `activeAdmins` must be locked before the log-in, so
 * that two admins who do this to each other cannot deadlock.
 */
export function assertNotLastAdmin(activeAdmins: readonly Pick<LoginRow, 'id'>[], login: Pick<LoginRow, 'id'>): void {
  const isActiveAdmin = activeAdmins.some(({ id }) => id === login.id);
  if (!isActiveAdmin || activeAdmins.length > 1) return;
  throw new ShaonError('state_conflict', 'This is the last active admin: make another one first.', {
    loginId: login.id,
  });
}
