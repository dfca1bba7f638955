import { generatedId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';
import { HOUR_MS } from '../time/durations.ts';

export const accessLinkTable = defineTable({
  name: 'shaon_access_link',
  columns: {
    id: generatedId,
    companyId: integer,
    loginId: integer,
    digest: text,
    createdAt: instant,
    expiresAt: instant,
    usedAt: instant.nullable,
  },
  uniques: [['digest']],
  references: { loginId: 'shaon_login' },
});

/** A one-time link by which a person sets their password. Only the digest of its secret is stored. */
export type AccessLinkRow = RowOf<typeof accessLinkTable>;

/** Long enough for a weekend between the invitation and its use. */
export const ACCESS_LINK_LIFE_MS = 72 * HOUR_MS;

/**
 * No open link expires later than this, also by the clock of another process that is a quarter of an hour ahead. One
 * that does was made by a clock far ahead, so nobody knows how old it is, and it counts as expired.
 */
export function latestLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + ACCESS_LINK_LIFE_MS + HOUR_MS / 4);
}

/** Whether a link may be used. */
export function isOpenLink({ usedAt, expiresAt }: Pick<AccessLinkRow, 'usedAt' | 'expiresAt'>, now: Date): boolean {
  return usedAt === null && expiresAt > now && expiresAt <= latestLinkExpiry(now);
}
