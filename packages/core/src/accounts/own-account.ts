import type { AccountActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { InvalidInputError, invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import type { Locale } from '../locale.ts';
import type { Clock } from '../time/clock.ts';
import { endLinks } from './access-link-service.ts';
import { endSessions, lockLogin } from './account-queries.ts';
import { type LoginRow, loginTable } from './login.ts';
import type { Origin } from './origin.ts';
import { hashPassword } from './password.ts';
import { assertPasswordAllowed, assertPasswordDiffers } from './password-rules.ts';

/** What a person does with his own account. */
export interface OwnAccount {
  /**
   * Sets a new password and ends all sessions but `sessionId`. Throws `invalid_input` on `password` (at least 10
   * characters, not the e-mail address, not the old one) or on `current_password`; a wrong current password counts as
   * a failed sign-in.
   */
  changePassword(
    actor: AccountActor,
    input: { readonly current_password: string; readonly password: string },
    context?: { readonly sessionId?: number | undefined; readonly origin?: Origin | undefined },
  ): Promise<void>;
  /** The language of the person's pages; null follows the company. Throws `invalid_input`. */
  setLocale(actor: AccountActor, locale: Locale | null, options?: WriteOptions): Promise<void>;
}

export function createOwnAccount(
  parts: { readonly database: Database; readonly audit: AuditLog; readonly clock: Clock },
  passwordFits: (login: LoginRow, password: unknown, origin?: Origin) => Promise<boolean>,
): OwnAccount {
  const { database, audit, clock } = parts;

  return {
    async changePassword(actor, input, context = {}) {
      const login = await database.read(actor).findOne(loginTable, { id: actor.loginId });
      if (login === null) throw notFound('account');
      assertPasswordAllowed(input.password, login.email);
      if (!(await passwordFits(login, input.current_password, context.origin))) throw wrongPassword();
      assertPasswordDiffers(input.password, input.current_password);
      const passwordHash = await hashPassword(input.password);
      await database.write(actor, 'accounts.changePassword', {}, async (company) => {
        const row = await lockLogin(company, login.id);
        const now = clock.now();
        // Another change, a freeze, or failures of other attempts came in between.
        if (row === null || row.disabledAt !== null || row.passwordHash !== login.passwordHash) throw wrongPassword();
        if (row.blockedUntil !== null && row.blockedUntil > now) throw wrongPassword();
        await company.update(loginTable, row.id, {
          passwordHash,
          mustChangePassword: false,
          failedAttempts: 0,
          blockedUntil: null,
          updatedAt: now,
        });
        await endLinks(company, row.id, now);
        await endSessions(company, row.id, now, context.sessionId ?? null);
        await auditAct(audit, company, actor, 'account.change_password', { login_id: row.id });
      });
    },

    async setLocale(actor, locale, options = {}) {
      if (locale !== null && locale !== 'he' && locale !== 'en') throw invalidField('locale', issue('in'));
      await database.write(actor, 'accounts.setLocale', options, async (company) => {
        await company.update(loginTable, actor.loginId, { locale, updatedAt: clock.now() });
      });
    },
  };
}

function wrongPassword(): InvalidInputError {
  return new InvalidInputError({ current_password: [{ rule: 'current_password' }] });
}
