import type { Origin } from '../actor.ts';
import { type AccountActor, assertActor, type PasswordChangeActor, type SessionActor, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import { ShaonError } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import type { Locale } from '../locale.ts';
import type { WriteParts } from '../service-parts.ts';
import { signInFirst } from '../unfinished-sign-in.ts';
import { endLinks } from './access-link-service.ts';
import { type Account, accountOf, actorOf, endSessions, ownScope, readLogin, readOwnLogin } from './account-queries.ts';
import { newPassword, stillFits, wrongSecret } from './account-rules.ts';
import { type LoginRow, loginTable } from './login.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { mailPasswordChanged, type PasswordMailParts } from './password-mails.ts';
import { assertPasswordAllowed, assertPasswordDiffers, assertPasswordStrong, sameAsBefore } from './password-rules.ts';
import type { PasswordFits } from './sign-in.ts';

/** A person's acts on their own account. */
export interface OwnAccount {
  /**
   * The person's own account, also before their sign-in is complete: their address, since when they have a second
   * factor, and until when they must wait after failed attempts. Throws `not_found`, and `not_authenticated` for a
   * disabled account.
   */
  own(actor: SessionActor): Promise<Account>;
  /**
   * Sets a new password and ends all sessions except `sessionId`. A person with the password from a message may do only
   * this (D:W26, A15); they may leave out `current_password`, because they have signed in with it before. Throws
   * `invalid_input` on `password` (at least 10 characters, not the e-mail address or the old one, hard to guess, D:A30)
   * or on `current_password`; a wrong current password counts as a failed sign-in. Throws `not_authenticated` if
   * the password was changed meanwhile.
   */
  changePassword(
    actor: AccountActor | PasswordChangeActor,
    input: { readonly current_password?: string | undefined; readonly password: string },
    context?: { readonly sessionId?: number | undefined; readonly origin?: Origin | undefined },
  ): Promise<void>;
  /** The language of the person's pages; null follows the company. Throws `invalid_input`. */
  setLocale(actor: AccountActor, locale: Locale | null, options?: WriteOptions): Promise<void>;
}

export function createOwnAccount(parts: WriteParts & PasswordMailParts, passwordFits: PasswordFits): OwnAccount {
  const { database, audit, clock } = parts;
  return {
    async own(actor) {
      return accountOf(await readOwnLogin(database.scopeBeforeWrite(ownScope(actor), {}), actor.loginId));
    },

    async changePassword(actor, input, context = {}) {
      assertActor(actor);
      if (actor.kind !== 'account' && actor.kind !== 'password_change') throw signInFirst(actor);
      const company = systemActor(actor.companyId);
      const login = await readLogin(database.scopeBeforeWrite(company, {}), actor.loginId);
      assertPasswordAllowed(input.password, login.email);
      const current = input.current_password;
      const isNewcomer = current === undefined && actor.kind === 'password_change';
      if (isNewcomer) await assertUnlikeMessage(login, input.password, context.origin);
      else if (!(await passwordFits(login, current, context.origin))) throw wrongSecret('current_password');
      if (current !== undefined) assertPasswordDiffers(input.password, current);
      const { name: companyName } = await readCompany(database.scopeBeforeWrite(company, {}));
      await assertPasswordStrong(input.password, { ...login, companyName });
      const passwordHash = await hashPassword(input.password);
      await database.write(company, 'accounts.changePassword', {}, async (scope) => {
        const row = await scope.lockOne(loginTable, login.id);
        const now = clock.now();
        if (!stillFits(row, login, now)) throw isNewcomer ? signInAgain() : wrongSecret('current_password');
        await scope.update(loginTable, row, newPassword(passwordHash, now));
        await endLinks(scope, row.id, now);
        await endSessions(scope, row.id, now, context.sessionId ?? null);
        await auditAct(audit, scope, actorOf(row, context.origin), 'account.change_password', { login_id: row.id });
        if (!row.mustChangePassword) await mailPasswordChanged(scope, parts, row, now);
      });
    },

    async setLocale(actor, locale, options = {}) {
      if (locale !== null && locale !== 'he' && locale !== 'en') throw invalidField('locale', issue('in'));
      await database.write(actor, 'accounts.setLocale', options, async (company) => {
        const login = await company.lockOne(loginTable, actor.loginId);
        if (login !== null) await company.update(loginTable, login, { locale, updatedAt: clock.now() });
      });
    },
  };
}

/**
 * For a person whose sign-in with the password from a message is their proof: it is still theirs, and they choose
 * another one (D:W26).
 */
async function assertUnlikeMessage(login: LoginRow, password: string, origin: Origin = {}): Promise<void> {
  if (!login.mustChangePassword || login.disabledAt !== null) throw signInAgain();
  if (await verifyPassword(login.passwordHash, password, origin.ip)) throw sameAsBefore();
}

const signInAgain = (): ShaonError =>
  new ShaonError('not_authenticated', 'The password was changed, or the account disabled: sign in again.');
