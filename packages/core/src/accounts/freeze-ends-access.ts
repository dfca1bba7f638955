import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { cancelUnsent } from '../messages/message-queries.ts';
import { endLinks } from './access-link-service.ts';
import { endSessions, lockLoginOfEmployee } from './account-queries.ts';
import { assertNotLastAdmin, type LastAdminOption, lockActiveAdmins } from './last-active-admin.ts';
import { loginTable } from './login.ts';

/**
 * Ends all access of a frozen employee in the transaction of the freeze: the log-in, its sessions, its links and an
 * unsent welcome message (D:F4, A15). A reactivation restores only the log-in. Throws `state_conflict` for the last
 * active admin (D:A1). The caller must lock the employee's row.
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
  await company.update(loginTable, login, { disabledAt: now, updatedAt: now });
  await endSessions(company, login.id, now);
  await endLinks(company, login.id, now);
  await cancelUnsent(company, employeeId, now);
}

/**
 * Lets a reactivated employee log in again; their old sessions stay ended. An unchanged password from a message stays
 * invalid, because others may have read the message meanwhile; a new one must be sent (D:A15).
 */
export async function enableEmployeeLogin(company: CompanyTransaction, employeeId: number, now: Date): Promise<void> {
  const login = await lockLoginOfEmployee(company, employeeId);
  if (login === null) return;
  const passwordHash = login.mustChangePassword ? null : login.passwordHash;
  await company.update(loginTable, login, { passwordHash, disabledAt: null, updatedAt: now });
}
