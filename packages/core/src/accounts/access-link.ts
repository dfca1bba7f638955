import { generatedId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable } from '../database/table.ts';
import { HOUR_MS } from '../time/durations.ts';

const columns = {
  id: generatedId,
  companyId: integer,
  loginId: integer,
  digest: text,
  createdAt: instant,
  expiresAt: instant,
  usedAt: instant.nullable,
};

/** A one-time link by which a person sets their password. Only the digest of its secret is stored. */
export type AccessLinkRow = RowOf<typeof columns>;

export const accessLinkTable = defineTable<AccessLinkRow>({
  name: 'shaon_access_link',
  columns,
  uniques: [['digest']],
  references: { loginId: 'shaon_login' },
});

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
