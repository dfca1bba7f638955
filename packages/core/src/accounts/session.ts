import { generatedBigId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** A signed-in browser. Only the digest of its secret is stored. */
export interface SessionRow {
  id: number;
  companyId: number;
  loginId: number;
  digest: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  ip: string | null;
  userAgent: string | null;
  /** When the person last confirmed their password; null means at the sign-in. */
  confirmedAt: Date | null;
  /** When the second factor was proved in this session. */
  secondFactorAt: Date | null;
}

export const sessionTable: Table<SessionRow> = defineTable<SessionRow>({
  name: 'shaon_session',
  entity: 'ShaonSession',
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
    confirmedAt: instant.nullable,
    secondFactorAt: instant.nullable,
  },
  uniques: [['digest']],
  indices: [{ columns: ['companyId', 'loginId'] }],
  references: { loginId: 'ShaonLogin' },
});
