import { authorize } from '../abilities-and-roles.ts';
import type { AccountActor, Actor, SecondFactorActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { stateConflict } from '../errors.ts';
import type { WriteParts } from '../service-parts.ts';
import { actorOf, endSessions, lockLogin, lockOwnLogin, readLogin, secondFactorScope } from './account-queries.ts';
import { wrongSecret } from './account-rules.ts';
import { type LoginRow, loginTable } from './login.ts';
import { endCodes, renewCodes } from './recovery-codes.ts';
import { type CodeContext, noteProof, type SecondFactorCheck } from './second-factor-check.ts';
import type { PasswordFits } from './sign-in.ts';

/** How a person proves an app's codes as their second factor, and how they lose it. */
export interface SecondFactorProof {
  /**
   * Accepts an app's code or a recovery code from a person who has given their password, and returns their actor. With
   * `sessionId`, that session becomes fully signed in. Each code works once; a wrong one counts as a failed sign-in,
   * and while the account must wait, a right one fails too. Throws `invalid_input` on `code`, `not_authenticated` if
   * the account was disabled or the session has ended. Like the next two functions it accepts no caller's transaction,
   * because a failure commits in its own.
   */
  proveSecondFactor(actor: SecondFactorActor, code: string, context?: CodeContext): Promise<AccountActor>;
  /**
   * Returns ten new recovery codes, only here; the old ones become invalid. Throws like `proveSecondFactor`, and
   * `state_conflict` without a second factor.
   */
  renewRecoveryCodes(actor: AccountActor, code: string, context?: CodeContext): Promise<readonly string[]>;
  /**
   * Removes the person's second factor, after their password and a code. Throws `invalid_input` on `current_password`
   * or `code`, `state_conflict` without a second factor.
   */
  removeSecondFactor(
    actor: AccountActor,
    proof: { readonly current_password: string; readonly code: string },
    context?: CodeContext,
  ): Promise<void>;
  /**
   * Removes the second factor of a person who has lost their phone, and ends their sessions; done by another admin or
   * the operator. Throws `not_found`, `state_conflict` for one's own account and without a second factor.
   */
  resetSecondFactor(actor: Actor, accountId: number, options?: WriteOptions): Promise<void>;
}

export function createSecondFactorProof(
  { database, audit, clock }: WriteParts,
  check: SecondFactorCheck,
  passwordFits: PasswordFits,
): SecondFactorProof {
  return {
    async proveSecondFactor(actor, code, context = {}) {
      const by = secondFactorScope(actor);
      const proved = await database.write(by, 'accounts.proveSecondFactor', {}, async (company) => {
        const login = await lockWithFactor(company, actor.loginId);
        const factor = await check.accept(company, login, code, context.origin);
        if (factor === null) return null;
        await noteProof(company, login.id, context.sessionId, clock.now());
        const person = actorOf(login);
        const sessionId = context.sessionId ?? null;
        const proved = actorOf(login, context.origin);
        await auditAct(audit, company, proved, 'session.second_factor', { session_id: sessionId, by: factor });
        return person;
      });
      if (proved === null) throw wrongSecret('code');
      return proved;
    },

    async renewRecoveryCodes(actor, code, context = {}) {
      const codes = await database.write(actor, 'accounts.renewRecoveryCodes', {}, async (company) => {
        const login = await lockWithFactor(company, actor.loginId);
        if ((await check.accept(company, login, code, context.origin)) === null) return null;
        await auditAct(audit, company, actor, 'second_factor.renew_codes', { login_id: login.id });
        return renewCodes(company, login.id, clock.now());
      });
      if (codes === null) throw wrongSecret('code');
      return codes;
    },

    async removeSecondFactor(actor, proof, context = {}) {
      const login = await readLogin(database.scopeBeforeWrite(actor, {}), actor.loginId);
      if (!(await passwordFits(login, proof.current_password, context.origin))) throw wrongSecret('current_password');
      const removed = await database.write(actor, 'accounts.removeSecondFactor', {}, async (company) => {
        const row = await lockWithFactor(company, login.id);
        if (row.passwordHash !== login.passwordHash) throw wrongSecret('current_password');
        if ((await check.accept(company, row, proof.code, context.origin)) === null) return false;
        await endFactor(company, row, clock.now());
        await auditAct(audit, company, actor, 'second_factor.remove', { login_id: row.id });
        return true;
      });
      if (!removed) throw wrongSecret('code');
    },

    async resetSecondFactor(actor, accountId, options = {}) {
      authorize(actor, 'accounts.manage');
      if (actor.kind === 'account' && accountId === actor.loginId) {
        throw stateConflict('Your own second factor is removed with your password and a code.');
      }
      await database.write(actor, 'accounts.resetSecondFactor', options, async (company) => {
        const login = await lockLogin(company, accountId);
        assertHasFactor(login);
        const now = clock.now();
        await endFactor(company, login, now);
        await endSessions(company, login.id, now);
        await auditAct(audit, company, actor, 'account.reset_second_factor', { login_id: login.id });
      });
    },
  };
}

async function endFactor(company: CompanyTransaction, login: Locked<LoginRow>, now: Date): Promise<void> {
  await company.update(loginTable, login, {
    secondFactor: null,
    secondFactorAt: null,
    secondFactorStep: null,
    updatedAt: now,
  });
  await endCodes(company, login.id);
}

async function lockWithFactor(company: CompanyTransaction, loginId: number): Promise<Locked<LoginRow>> {
  const login = await lockOwnLogin(company, loginId);
  assertHasFactor(login);
  return login;
}

function assertHasFactor(login: LoginRow): void {
  if (login.secondFactorAt !== null) return;
  throw stateConflict('There is no second factor.', { loginId: login.id });
}
