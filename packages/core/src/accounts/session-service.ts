import type { AccountActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { assertPossibleId } from '../input/possible-id.ts';
import type { Locale } from '../locale.ts';
import type { Clock } from '../time/clock.ts';
import { endSessions, findSession } from './account-queries.ts';
import type { Origin } from './origin.ts';
import { makeSecret, secretDigest } from './random-secret.ts';
import { sessionTable } from './session.ts';
import { isSeenLongAgo, sessionExpiry } from './session-rules.ts';

/** A session that has just begun; its secret is given this once. */
export interface NewSession {
  readonly sessionId: number;
  /** For the browser's cookie, given this once: only its digest is stored. */
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Who is behind a session, read anew on every request. */
export interface AuthenticatedSession {
  readonly sessionId: number;
  readonly actor: AccountActor;
  readonly expiresAt: Date;
  readonly mustChangePassword: boolean;
  /** The person's language, else the company's. */
  readonly locale: Locale;
}

/** A signed-in browser as its owner sees it. */
export interface SessionSummary {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface Sessions {
  /** Whose session a secret is, or null: unknown, ended, expired, or of somebody disabled or frozen. */
  authenticate(secret: string, origin?: Origin): Promise<AuthenticatedSession | null>;
  /** The person's own open sessions, newest first. */
  listSessions(actor: AccountActor): Promise<SessionSummary[]>;
  /** Ends one of the person's own sessions; ending it twice changes nothing. Throws `not_found`. */
  endSession(actor: AccountActor, sessionId: number, options?: WriteOptions): Promise<void>;
  /** Ends all of the person's own sessions, `exceptSessionId` excepted; gives their number. */
  endAllSessions(
    actor: AccountActor,
    options?: WriteOptions & { readonly exceptSessionId?: number | undefined },
  ): Promise<number>;
}

const LONGEST_USER_AGENT = 255;

/** Opens a session within the transaction that has judged the person. */
export async function openSession(
  company: CompanyTransaction,
  actor: AccountActor,
  origin: Origin,
  now: Date,
): Promise<NewSession> {
  const secret = makeSecret();
  const expiresAt = sessionExpiry(actor.role, now, now);
  const row = await company.insert(sessionTable, {
    loginId: actor.loginId,
    digest: secretDigest(secret) as string,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    endedAt: null,
    ip: origin.ip ?? null,
    userAgent: printable(origin.userAgent),
  });
  return { sessionId: row.id, secret, expiresAt };
}

export function createSessions(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
}): Sessions {
  const { database, audit, clock } = parts;

  return {
    async authenticate(secret, origin = {}) {
      const digest = secretDigest(secret);
      const found = digest === null ? null : await findSession(database.readAllCompanies(), digest);
      const now = clock.now();
      if (found === null || found.expiresAt <= now) return null;
      const { sessionId, actor, mustChangePassword, locale } = found;
      let { expiresAt } = found;
      if (isSeenLongAgo(found.lastSeenAt, now)) {
        expiresAt = sessionExpiry(actor.role, found.createdAt, now);
        await database.write(actor, 'accounts.seen', {}, async (company) => {
          await company.rows(
            `UPDATE "shaon_session" SET last_seen_at = $3, expires_at = $4, ip = COALESCE($5, ip)
              WHERE company_id = $1 AND id = $2 AND ended_at IS NULL`,
            [sessionId, now, expiresAt, origin.ip ?? null],
          );
        });
      }
      return { sessionId, actor, expiresAt, mustChangePassword, locale };
    },

    async listSessions(actor) {
      const rows = await database.read(actor).find(sessionTable, { loginId: actor.loginId, endedAt: null });
      const now = clock.now();
      return rows
        .filter((row) => row.expiresAt > now)
        .reverse()
        .map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent }) => {
          return { id, createdAt, lastSeenAt, expiresAt, ip, userAgent };
        });
    },

    async endSession(actor, sessionId, options = {}) {
      assertPossibleId(sessionId, 'session');
      await database.write(actor, 'accounts.endSession', options, async (company) => {
        const row = await company.findOne(sessionTable, { id: sessionId, loginId: actor.loginId });
        if (row === null) throw notFound('session');
        if (row.endedAt !== null) return;
        await company.update(sessionTable, row.id, { endedAt: clock.now() });
        await auditAct(audit, company, actor, 'session.end', { session_id: row.id });
      });
    },

    async endAllSessions(actor, options = {}) {
      return database.write(actor, 'accounts.endAllSessions', options, async (company) => {
        const ended = await endSessions(company, actor.loginId, clock.now(), options.exceptSessionId ?? null);
        await auditAct(audit, company, actor, 'session.end_all', { sessions: ended });
        return ended;
      });
    },
  };
}

/** What a browser says of itself, without what could spoof a line of the page. */
function printable(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  return userAgent.replace(/[^\x20-\x7E]/g, '?').slice(0, LONGEST_USER_AGENT);
}
