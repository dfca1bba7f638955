import { type AccountActor, type Origin, type SignedInPerson, systemActor } from '../actor.ts';
import type { CompanyWrites } from '../database/database.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { updateOf } from '../database/sql/statement.ts';
import type { Locale } from '../locale.ts';
import type { ServiceParts } from '../service-parts.ts';
import { findSession } from './account-queries.ts';
import { secretDigest } from './random-secret.ts';
import { isSeenLongAgo, sessionExpiry, sessionTable } from './session.ts';

/** A signed-in browser, for its owner. */
export interface SessionSummary {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface SessionReads {
  /** The person's own open sessions, newest first. */
  listSessions(actor: AccountActor): Promise<SessionSummary[]>;
  /** The session of a secret; null if it is unknown, ended or expired, or the person is disabled or frozen. */
  authenticate(secret: string, origin?: Origin): Promise<AuthenticatedSession | null>;
}

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

const NOTE_SEEN = updateOf(sessionTable, {
  set: 'last_seen_at = $3, expires_at = $4, ip = COALESCE($5, ip)',
  where: 'id = $2 AND ended_at IS NULL',
});

export function createSessionReads({ database, clock }: Pick<ServiceParts, 'database' | 'clock'>): SessionReads {
  return {
    async listSessions(actor) {
      const rows = await database.scope(actor).find(sessionTable, { loginId: actor.loginId, endedAt: null });
      const now = clock.now();
      return rows
        .filter((row) => row.expiresAt > now)
        .reverse()
        .map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent }) => {
          return { id, createdAt, lastSeenAt, expiresAt, ip, userAgent };
        });
    },

    /** Accepts no caller's transaction, because a request is authenticated before it does anything. */
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
