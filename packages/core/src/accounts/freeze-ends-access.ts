import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { cancelUnsent } from '../messages/message-queries.ts';
import { endLinks } from './access-link-service.ts';
import { endSessions, lockLoginOfEmployee } from './account-queries.ts';
import { assertNotLastAdmin, type LastAdminOption, lockActiveAdmins } from './last-active-admin.ts';
import { loginTable } from './login.ts';

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
  await endLinks(company, login.id, now);
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
