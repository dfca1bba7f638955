import { generatedId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export const tokenTable = defineTable({
  name: 'shaon_token',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    /** The first characters, for recognition. */
    prefix: text,
    lastFour: text,
    digest: text,
    /** Names of abilities, separated by one space. */
    abilities: text,
    createdBy: text,
    createdAt: instant,
    expiresAt: instant.nullable,
    revokedAt: instant.nullable,
    revokedBy: text.nullable,
    lastUsedAt: instant.nullable,
    lastUsedIp: text.nullable,
  },
  uniques: [['companyId', 'id'], ['digest']],
  refersToCompany: true,
});

/** A company's API token (SPEC 5). The token itself is never stored, only its SHA-256 (D:K14). */
export type TokenRow = RowOf<typeof tokenTable>;
