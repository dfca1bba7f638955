import { instant, text, textKey } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** A secret of the whole system, encrypted by the key ring: the key of the ID-number hash. */
export interface SecretRow {
  name: string;
  ciphertext: string;
  createdAt: Date;
}

export const secretTable: Table<SecretRow> = defineTable<SecretRow>({
  name: 'shaon_secret',
  entity: 'ShaonSecret',
  columns: { name: textKey, ciphertext: text, createdAt: instant },
});
