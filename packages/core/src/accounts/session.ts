import { generatedBigId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

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
