import { generatedId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable, type Table } from '../database/table.ts';

const columns = {
  id: generatedId,
  companyId: integer,
  loginId: integer,
  digest: text,
  createdAt: instant,
  usedAt: instant.nullable,
};

/** A code for a day without the phone that makes codes; each works once. Only its digest is stored. */
export type RecoveryCodeRow = RowOf<typeof columns>;

export const recoveryCodeTable: Table<RecoveryCodeRow> = defineTable<RecoveryCodeRow>({
  name: 'shaon_recovery_code',
  entity: 'ShaonRecoveryCode',
  columns,
  uniques: [['companyId', 'loginId', 'digest']],
  references: { loginId: 'ShaonLogin' },
});
