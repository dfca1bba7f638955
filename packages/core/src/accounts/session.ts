import type { LoginRole } from '../actor.ts';
import { generatedBigId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';

/** A signed-in browser. Only the digest of its secret is stored. */
export const sessionTable = defineTable({
  name: 'shaon_session',
  columns: {
    id: generatedBigId,
    companyId: integer,
    loginId: integer,
    digest: text,
    createdAt: instant,
    lastSeenAt: instant,
    expiresAt: instant,
    endedAt: instant.nullable,
    ip: text.nullable,
    userAgent: text.nullable,
    /** When the person last confirmed their password; null means at the sign-in. */
    confirmedAt: instant.nullable,
    /** When the second factor was proved in this session. */
    secondFactorAt: instant.nullable,
  },
  uniques: [['digest']],
  indices: [{ columns: ['companyId', 'loginId'] }],
  references: { loginId: 'shaon_login' },
});

export type SessionRow = RowOf<typeof sessionTable>;

/** How long an unused session lives. An employee's phone is their own and is used daily. */
const IDLE_MS: Readonly<Record<LoginRole, number>> = {
  admin: 12 * HOUR_MS,
  manager: 12 * HOUR_MS,
  employee: 30 * DAY_MS,
};
/** The longest life, also for a session in constant use. */
export const LONGEST_SESSION_MS = 90 * DAY_MS;
/** A session's expiry moves in steps: a write on every page would cost more than the precision is worth. */
const SEEN_EVERY_MS = 5 * 60_000;

/** Sliding expiry: from the last use, but never past 90 days after the sign-in. */
export function sessionExpiry(role: LoginRole, createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS[role], createdAt.getTime() + LONGEST_SESSION_MS));
}

/** A use in the future was noted by a clock that was ahead, so the expiry that it set is too late. */
export function isSeenLongAgo(lastSeenAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - lastSeenAt.getTime()) >= SEEN_EVERY_MS;
}
