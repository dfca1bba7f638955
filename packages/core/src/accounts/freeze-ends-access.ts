import type { CompanyTransaction } from '../database/company-scope.ts';
import { cancelUnsent } from '../messages/message-queries.ts';
import { endLinks } from './access-link-service.ts';
import { endSessions, lockLoginOfEmployee } from './account-queries.ts';
import { assertNotLastAdmin, type LastAdminOption, lockActiveAdmins } from './last-active-admin.ts';
import { loginTable } from './login.ts';

/**
 * Ends at once what lets a frozen employee in, in the freeze's own transaction: the log-in, its sessions, its links and
 * a welcome message that has not left (D:F4, A15). None of it comes back with a reactivation but the log-in itself.
 * Throws `state_conflict` for the last active admin (D:A1). The employee's row is locked by the caller.
 */
export async function disableEmployeeLogin(
  company: CompanyTransaction,
  employeeId: number,
  now: Date,
  { mayBeLast = false }: LastAdminOption = {},
): Promise<void> {
  // The role of a log-in changes under the employee's lock alone, so this look is still true below.
  const found = await company.findOne(loginTable, { employeeId });
  const activeAdmins = found?.role === 'admin' ? await lockActiveAdmins(company) : [];
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null) return;
  if (!mayBeLast) assertNotLastAdmin(activeAdmins, login);
  await company.update(loginTable, login, { disabledAt: now, updatedAt: now });
  await endSessions(company, login.id, now);
  await endLinks(company, login.id, now);
  await cancelUnsent(company, employeeId, now);
}

/**
 * Lets a reactivated employee log in again; their old sessions stay ended. A password of a message that they never
 * changed stays ended too: nobody knows who has read the message meanwhile, so a new one is sent (D:A15).
 */
export async function enableEmployeeLogin(company: CompanyTransaction, employeeId: number, now: Date): Promise<void> {
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null) return;
  const passwordHash = login.mustChangePassword ? null : login.passwordHash;
  await company.update(loginTable, login, { passwordHash, disabledAt: null, updatedAt: now });
}
