import { generatedBigId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable } from '../database/table.ts';

const columns = {
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
};

/** A signed-in browser. Only the digest of its secret is stored. */
type SessionRow = RowOf<typeof columns>;

export const sessionTable = defineTable<SessionRow>({
  name: 'shaon_session',
  columns,
  uniques: [['digest']],
  indices: [{ columns: ['companyId', 'loginId'] }],
  references: { loginId: 'shaon_login' },
});
