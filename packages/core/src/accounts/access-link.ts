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
