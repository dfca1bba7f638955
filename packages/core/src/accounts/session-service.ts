import type { AccountActor, Origin, SessionActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { notFound } from '../errors.ts';
import type { WriteParts } from '../service-parts.ts';
import { endSessions, ownScope } from './account-queries.ts';
import { type LoginRow, loginTable } from './login.ts';
import { makeSecret, secretDigest } from './random-secret.ts';
import { type SessionRow, sessionExpiry, sessionTable } from './session.ts';

/** A session that has just begun. */
export interface NewSession {
  readonly sessionId: number;
  /** For the browser's cookie; returned only here, because only its digest is stored. */
  readonly secret: string;
  readonly expiresAt: Date;
}

export interface Sessions {
  /**
   * Ends one of the person's own sessions, also before their sign-in is complete; ending it twice changes nothing.
   * Throws `not_found`.
   */
  endSession(actor: SessionActor, sessionId: number, options?: WriteOptions): Promise<void>;
  /** Ends all of the person's own sessions except `exceptSessionId`; returns how many ended. */
  endAllSessions(
    actor: AccountActor,
    options?: WriteOptions & { readonly exceptSessionId?: number | undefined },
  ): Promise<number>;
}

const LONGEST_USER_AGENT = 255;

/** Opens a session and notes the sign-in, within the transaction that has checked the person. */
export async function openSession(
  company: CompanyTransaction,
  login: Locked<LoginRow>,
  origin: Origin,
  now: Date,
): Promise<NewSession> {
  const secret = makeSecret();
  const expiresAt = sessionExpiry(login.role, now, now);
  await company.update(loginTable, login, { lastSignInAt: now });
  const sessionId = await company.insertForId(sessionTable, {
    loginId: login.id,
    digest: secretDigest(secret) as string,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    endedAt: null,
    ip: origin.ip ?? null,
    userAgent: printable(origin.userAgent),
    confirmedAt: null,
    secondFactorAt: null,
  });
  return { sessionId, secret, expiresAt };
}

/** Locks a person's own session that has not ended; null if it is not one. */
export async function lockOpenSession(
  company: CompanyTransaction,
  loginId: number,
  sessionId: number,
): Promise<Locked<SessionRow> | null> {
  const session = await company.lockOne(sessionTable, sessionId);
  return session?.loginId === loginId && session.endedAt === null ? session : null;
}

export function createSessions({ database, audit, clock }: WriteParts): Sessions {
  return {
    async endSession(actor, sessionId, options = {}) {
      const by = ownScope(actor);
      await database.write(by, 'accounts.endSession', options, async (company) => {
        const row = await company.lockOne(sessionTable, sessionId);
        if (row === null || row.loginId !== actor.loginId) throw notFound('session');
        if (row.endedAt !== null) return;
        await company.update(sessionTable, row, { endedAt: clock.now() });
        await auditAct(audit, company, by, 'session.end', { session_id: row.id, login_id: row.loginId });
      });
    },

    async endAllSessions(actor, { exceptSessionId = null, ...options } = {}) {
      return database.write(actor, 'accounts.endAllSessions', options, async (company) => {
        const ended = await endSessions(company, actor.loginId, clock.now(), exceptSessionId);
        await auditAct(audit, company, actor, 'session.end_all', { sessions: ended });
        return ended;
      });
    },
  };
}

/** A browser's user agent, without characters that could spoof a line of the page. */
function printable(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  return userAgent.replace(/[^\x20-\x7E]/g, '?').slice(0, LONGEST_USER_AGENT);
}

/** The audit's entry for a session that was started or refused; `login` is null for an unknown address. */
export function sessionEntry(
  action: 'session.start' | 'session.refused' | 'account.forgot_password',
  login: LoginRow | null,
  origin: Origin,
  facts: object,
): AuditEntry {
  return {
    kind: 'admin',
    action,
    companyId: login?.companyId ?? null,
    loginId: login?.id ?? null,
    caller: login?.name ?? null,
    ip: origin.ip ?? null,
    requestId: origin.requestId ?? null,
    detail: JSON.stringify(facts),
  };
}
