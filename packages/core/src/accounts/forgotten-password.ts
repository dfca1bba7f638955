import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Origin, systemActor } from '../actor.ts';
import { stateConflict } from '../errors.ts';
import { emailKey } from '../input/contact-fields.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { trimmed } from '../input/text-fields.ts';
import { PASSWORD_LINK_LIFE_MS } from '../messages/message-rules.ts';
import type { WriteParts } from '../service-parts.ts';
import { accessLinkTable } from './access-link.ts';
import { findLoginByEmail } from './account-queries.ts';
import { loginTable } from './login.ts';
import { verifyPassword } from './password.ts';
import { mailPasswordLink, type PasswordMailParts } from './password-mails.ts';
import { makeSecret, secretDigest } from './random-secret.ts';
import { sessionEntry } from './session-service.ts';
import { signInRefused } from './sign-in-rules.ts';
import { countTry, unknownBlockedUntil } from './unknown-sign-in.ts';

export interface ForgottenPassword {
  /**
   * Mails a link to a new password to the person of an address, which works once and for an hour; their other links stay
   * valid. It ends the same, and after the same time, for an address without an account, or whose account is disabled.
   * Each address may ask as often as it may fail to sign in: then `not_authenticated` has `details.blockedUntil`. Throws
   * `state_conflict` if this installation sends no e-mails, `invalid_input` on `email` without one, `took_too_long` when
   * too many wait already, as for `signIn`, in all or from one IP address.
   */
  forgotPassword(email: string, origin?: Origin): Promise<void>;
}

/** Longer than the work for a known address takes, so that the time of the answer does not tell it from others. */
const ANSWERED_AFTER_MS = 400;

export function createForgottenPassword(parts: WriteParts & PasswordMailParts): ForgottenPassword {
  const { database, audit, clock } = parts;

  return {
    async forgotPassword(email, origin = {}) {
      if (parts.mailLinksTo === null) {
        throw stateConflict('This installation sends no e-mails: ask an admin for an access link.');
      }
      const given = typeof email === 'string' ? trimmed(email) : null;
      if (given === null) throw invalidField('email', issue('required'));
      const key = emailKey(given);
      // D:A123: it takes its turn among the sign-ins, so a client can ask no faster than it can try passwords.
      await verifyPassword(null, '', origin.ip);
      const startedAt = performance.now();
      const until = await database.writeAllCompanies('accounts.forgotPassword', {}, async (all, manager) => {
        const now = clock.now();
        const found = await findLoginByEmail(all, key);
        const counted = `forgot ${key}`;
        // Counted before anything is sent: of many requests at once each waits for the one before.
        const isAllowed = (await countTry(all, counted, now)) !== null;
        const reason = isAllowed ? 'asked' : 'blocked';
        await audit.write(manager, sessionEntry('account.forgot_password', found, origin, { reason }));
        if (!isAllowed) return unknownBlockedUntil(all, counted);
        if (found === null) return null;
        const company = database.within(manager, systemActor(found.companyId));
        const login = await company.lockOne(loginTable, found.id);
        if (login === null || login.disabledAt !== null) return null;
        const secret = makeSecret();
        const expiresAt = new Date(now.getTime() + PASSWORD_LINK_LIFE_MS);
        await company.append(accessLinkTable, {
          loginId: login.id,
          digest: secretDigest(secret) as string,
          createdAt: now,
          expiresAt,
          usedAt: null,
        });
        await mailPasswordLink(company, parts, login, { secret, expiresAt, now });
        return null;
      });
      await sleep(Math.max(0, startedAt + ANSWERED_AFTER_MS - performance.now()));
      if (until !== null) throw signInRefused(until, clock.now());
    },
  };
}
