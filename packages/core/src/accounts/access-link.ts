import { generatedId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type RowOf } from '../database/table.ts';
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
