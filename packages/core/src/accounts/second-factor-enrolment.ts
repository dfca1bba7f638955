import type { AccountActor, SecondFactorActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { stateConflict } from '../errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { WriteParts } from '../service-parts.ts';
import { actorOf, lockOwnLogin, readLogin, secondFactorScope } from './account-queries.ts';
import { wrongSecret } from './account-rules.ts';
import { type LoginRow, loginTable } from './login.ts';
import { countCodes, renewCodes } from './recovery-codes.ts';
import {
  type CodeContext,
  codeAddress,
  encryptSecondFactor,
  makeCodeSecret,
  noteProof,
  openSecondFactor,
  type SecondFactorCheck,
} from './second-factor-check.ts';

/** The state of the second factor, for a person's account page. */
export interface SecondFactorState {
  /** Since when sign-ins require a code; null without a second factor. */
  readonly since: Date | null;
  /** Unused recovery codes. */
  readonly recoveryCodesLeft: number;
  /** Whether the company requires one of this person (`companies.requireSecondFactor`). */
  readonly isRequired: boolean;
}

/** A secret that the person enters into their app; its first code will confirm it. */
export interface PendingSecondFactor {
  /** Base32, for typing. */
  readonly secret: string;
  /** The `otpauth:` address, for a QR code. */
  readonly address: string;
}

/** How a person sets up an app's codes as their second factor (RFC 6238). */
export interface SecondFactorEnrolment {
  /** Whether the person has a second factor, since when, and how many recovery codes are left. */
  secondFactor(actor: AccountActor): Promise<SecondFactorState>;
  /**
   * Makes a secret, replacing an unconfirmed one. Throws `state_conflict` if the person has a second factor, which must
   * be removed first.
   */
  beginSecondFactor(actor: AccountActor | SecondFactorActor, options?: WriteOptions): Promise<void>;
  /** The unconfirmed secret, or null. `issuer` is the name that apps show; default `Shaon`. */
  pendingSecondFactor(
    actor: AccountActor | SecondFactorActor,
    options?: { readonly issuer?: string | undefined },
  ): Promise<PendingSecondFactor | null>;
  /**
   * Accepts the first code: from then on sign-ins require a code, and so do other open sessions. Returns ten recovery
   * codes, only here. Throws `invalid_input` on `code`, `state_conflict` without an unconfirmed secret. A wrong code
   * counts as a failed sign-in. Accepts no caller's transaction, because the failure commits in its own.
   */
  confirmSecondFactor(
    actor: AccountActor | SecondFactorActor,
    code: string,
    context?: CodeContext,
  ): Promise<{ readonly recoveryCodes: readonly string[] }>;
}

export function createSecondFactorEnrolment(
  { database, audit, clock, keys }: WriteParts & { readonly keys: KeyRing },
  check: SecondFactorCheck,
): SecondFactorEnrolment {
  return {
    async secondFactor(actor) {
      const scope = database.scopeBeforeWrite(actor, {});
      const login = await readLogin(scope, actor.loginId);
      const company = await readCompany(scope);
      return {
        since: login.secondFactorAt,
        recoveryCodesLeft: await countCodes(scope, login.id),
        isRequired: login.role === 'admin' && company.secondFactorSince !== null,
      };
    },

    async beginSecondFactor(actor, options = {}) {
      await database.write(secondFactorScope(actor), 'accounts.beginSecondFactor', options, async (company) => {
        const login = await lockWithoutFactor(company, actor.loginId);
        await company.update(loginTable, login, {
          secondFactor: encryptSecondFactor(keys, login, makeCodeSecret()),
          secondFactorStep: null,
        });
      });
    },

    async pendingSecondFactor(actor, options = {}) {
      const login = await database
        .scopeBeforeWrite(secondFactorScope(actor), {})
        .findOne(loginTable, { id: actor.loginId });
      if (login === null || login.secondFactorAt !== null || login.disabledAt !== null) return null;
      const secret = openSecondFactor(keys, login);
      if (secret === null) return null;
      return { secret, address: codeAddress(secret, login.email, options.issuer ?? 'Shaon') };
    },

    async confirmSecondFactor(actor, code, context = {}) {
      const recoveryCodes = await database.write(
        secondFactorScope(actor),
        'accounts.confirmSecondFactor',
        {},
        async (company) => {
          const login = await lockWithoutFactor(company, actor.loginId);
          if (login.secondFactor === null) {
            throw stateConflict('There is no secret to confirm: begin again.');
          }
          if ((await check.accept(company, login, code, context.origin)) === null) return null;
          const now = clock.now();
          await company.update(loginTable, login, { secondFactorAt: now, updatedAt: now });
          await noteProof(company, login.id, context.sessionId, now);
          await auditAct(audit, company, actorOf(login, context.origin), 'second_factor.enrol', { login_id: login.id });
          return renewCodes(company, login.id, now);
        },
      );
      if (recoveryCodes === null) throw wrongSecret('code');
      return { recoveryCodes };
    },
  };
}

async function lockWithoutFactor(company: CompanyTransaction, loginId: number): Promise<Locked<LoginRow>> {
  const login = await lockOwnLogin(company, loginId);
  if (login.secondFactorAt === null) return login;
  throw stateConflict('There is a second factor already: remove it first.', { loginId });
}
