import { generatedId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** A company's API token (SPEC 5). The token itself is never stored, only its SHA-256 (D:K14). */
export interface TokenRow {
  id: number;
  companyId: number;
  name: string;
  /** The first characters, for recognition. */
  prefix: string;
  lastFour: string;
  digest: string;
  /** Names of abilities, separated by one space. */
  abilities: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokedBy: string | null;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
}

export const tokenTable: Table<TokenRow> = defineTable<TokenRow>({
  name: 'shaon_token',
  entity: 'ShaonToken',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    prefix: text,
    lastFour: text,
    digest: text,
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
  owner: { companyId: 'ShaonCompany' },
});
