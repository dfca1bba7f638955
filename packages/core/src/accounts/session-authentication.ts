import type { Origin } from '../actor.ts';
import { type SignedInPerson, systemActor } from '../actor.ts';
import type { CompanyWrites } from '../database/database.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { updateOf } from '../database/sql/statement.ts';
import type { Locale } from '../locale.ts';
import type { ServiceParts } from '../service-parts.ts';
import { findSession } from './account-queries.ts';
import { secretDigest } from './random-secret.ts';
import { sessionTable } from './session.ts';
import { isSeenLongAgo, sessionExpiry } from './session-rules.ts';

/** The person of a session, read again on every request. */
export type AuthenticatedSession = SignedInPerson & {
  readonly sessionId: number;
  readonly expiresAt: Date;
  /** When the person last gave their password: at the sign-in, or by `confirmPassword`. */
  readonly confirmedAt: Date;
  /** The person's language, or else the company's. */
  readonly locale: Locale;
  /** The language that they chose by `setLocale`; null if they use the company's. */
  readonly ownLocale: Locale | null;
};

export interface SessionAuthentication {
  /** The session of a secret; null if it is unknown, ended or expired, or the person is disabled or frozen. */
  authenticate(secret: string, origin?: Origin): Promise<AuthenticatedSession | null>;
}

const NOTE_SEEN = updateOf(sessionTable, {
  set: 'last_seen_at = $3, expires_at = $4, ip = COALESCE($5, ip)',
  where: 'id = $2 AND ended_at IS NULL',
});

/** Accepts no caller's transaction, because a request is authenticated before it does anything. */
export function createSessionAuthentication({
  database,
  clock,
}: Pick<ServiceParts, 'database' | 'clock'>): SessionAuthentication {
  return {
    async authenticate(secret, origin = {}) {
      const digest = secretDigest(secret);
      const found = digest === null ? null : await findSession(database.allCompanies(), digest);
      const now = clock.now();
      if (found === null || found.expiresAt <= now) return null;
      const { sessionId, person, role, confirmedAt, locale, ownLocale } = found;
      let { expiresAt } = found;
      if (isSeenLongAgo(found.lastSeenAt, now)) {
        expiresAt = sessionExpiry(role, found.createdAt, now);
        await noteSeen(database, person.actor.companyId, [sessionId, now, expiresAt, origin.ip ?? null]);
      }
      return { ...person, sessionId, expiresAt, confirmedAt, locale, ownLocale };
    },
  };
}

function noteSeen(database: CompanyWrites, companyId: number, seen: readonly SqlValue[]): Promise<void> {
  return database.write(systemActor(companyId), 'accounts.seen', {}, async (company) => {
    await company.change(NOTE_SEEN, seen);
  });
}
