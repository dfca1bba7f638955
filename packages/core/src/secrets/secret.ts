import { instant, text, textKey } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable } from '../database/table.ts';

const columns = {
  name: textKey,
  ciphertext: text,
  createdAt: instant,
};

/** A secret of the whole system, encrypted by the key ring: the key of the ID-number hash. */
type SecretRow = RowOf<typeof columns>;

export const secretTable = defineTable<SecretRow>({
  name: 'shaon_secret',
  columns,
});
