import { lockLoginOfEmployee } from '../accounts/account-queries.ts';
import { renewEmployeePassword } from '../accounts/employee-login.ts';
import { auditAct } from '../audit/audit-act.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { orNotFound, ShaonError, stateConflict } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { enqueueMessage } from '../messages/message-outbox.ts';
import { cancelUnsent } from '../messages/message-queries.ts';
import type { ResendWelcome } from '../messages/message-service.ts';
import type { WriteParts } from '../service-parts.ts';
import type { EmployeeCreationParts } from './create-employee.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';
import { welcomeText } from './welcome-text.ts';

/** D:W26: a new password and a new message; they replace the old password and its unsent message. */
export function createWelcomeResend(
  parts: WriteParts & Pick<EmployeeCreationParts, 'keys' | 'welcomePasswords' | 'signInUrl'>,
): ResendWelcome {
  const { database, audit, clock, keys, welcomePasswords } = parts;
  return async (actor, employeeId, { isFirst = false, ...options }) => {
    if (welcomePasswords === null) {
      throw stateConflict(
        'Messages are off (welcomeMessages: false): make the employee an access link, or welcome them by your own.',
        { employeeId },
      );
    }
    const welcome = await welcomePasswords.take();
    return database.write(actor, 'messages.resend', options, async (company) => {
      const employee = orNotFound(await company.lockOne(employeeTable, employeeId), 'employee');
      if (isFirst && !(await isUnwelcomed(company, employee))) return false;
      if (employee.status === 'frozen') {
        throw new ShaonError('employee_frozen', 'This employee is frozen: reactivate them first.', { employeeId });
      }
      if (employee.phone === null) throw invalidField('phone', issue('required'));
      const { name: companyName, locale } = await readCompany(company);
      const now = clock.now();
      await renewEmployeePassword(company, employeeId, welcome.hash, now);
      await cancelUnsent(company, employeeId, now);
      await enqueueMessage(company, keys, {
        to: { employeeId },
        kind: 'welcome',
        content: {
          phone: employee.phone,
          phoneE164: employee.phoneE164,
          text: welcomeText(
            locale,
            { companyName, email: employee.email, password: welcome.password },
            parts.signInUrl,
          ),
        },
        now,
      });
      await auditAct(audit, company, actor, 'message.resend', { employee_id: employeeId });
      return true;
    });
  };
}

/** Whether a locked employee can be welcomed and has no password; their log-in is locked too. */
async function isUnwelcomed(company: CompanyTransaction, { id, status, phone }: Locked<EmployeeRow>): Promise<boolean> {
  if (status === 'frozen' || phone === null) return false;
  return (await lockLoginOfEmployee(company, id))?.passwordHash === null;
}
