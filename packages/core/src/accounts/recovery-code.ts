import { generatedId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** A code for use without the person's phone; each works once. Only its digest is stored. */
export interface RecoveryCodeRow {
  id: number;
  companyId: number;
  loginId: number;
  digest: string;
  createdAt: Date;
  usedAt: Date | null;
}

export const recoveryCodeTable: Table<RecoveryCodeRow> = defineTable<RecoveryCodeRow>({
  name: 'shaon_recovery_code',
  entity: 'ShaonRecoveryCode',
  columns: {
    id: generatedId,
    companyId: integer,
    loginId: integer,
    digest: text,
    createdAt: instant,
    usedAt: instant.nullable,
  },
  uniques: [['companyId', 'loginId', 'digest']],
  references: { loginId: 'ShaonLogin' },
});
