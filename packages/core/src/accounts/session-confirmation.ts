import type { AccountActor, Origin } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { orNotFound } from '../errors.ts';
import type { WriteParts } from '../service-parts.ts';
import { readLogin } from './account-queries.ts';
import { stillFits, wrongSecret } from './account-rules.ts';
import { loginTable } from './login.ts';
import { sessionTable } from './session.ts';
import { lockOpenSession } from './session-service.ts';
import type { PasswordFits } from './sign-in.ts';

/** Confirms who is at an open session, before a page shows a secret or changes what protects the account. */
export interface SessionConfirmation {
  /**
   * Checks the person's password again; `authenticate` then returns the time as `confirmedAt`. A wrong password counts
   * and is audited as a failed sign-in, and while the account must wait, a right one fails too. Throws `invalid_input`
   * on `password`, `not_found` for a session that is not the person's own or has ended. Accepts no caller's
   * transaction, because the password is hashed before the write.
   */
  confirmPassword(actor: AccountActor, sessionId: number, password: string, origin?: Origin): Promise<void>;
}

export function createSessionConfirmation(
  { database, audit, clock }: WriteParts,
  passwordFits: PasswordFits,
): SessionConfirmation {
  return {
    async confirmPassword(actor, sessionId, password, origin = {}) {
      const login = await readLogin(database.scopeBeforeWrite(actor, {}), actor.loginId);
      if (!(await passwordFits(login, password, origin))) throw wrongSecret('password');
      await database.write(actor, 'accounts.confirmPassword', {}, async (company) => {
        const row = await company.lockOne(loginTable, login.id);
        const now = clock.now();
        if (!stillFits(row, login, now)) throw wrongSecret('password');
        const session = orNotFound(await lockOpenSession(company, actor.loginId, sessionId), 'session');
        await company.update(sessionTable, session, { confirmedAt: now });
        await auditAct(audit, company, actor, 'session.confirm', { session_id: session.id });
      });
    },
  };
}
