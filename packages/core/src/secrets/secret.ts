import { instant, text, textKey } from '../database/sql/columns.ts';
import { defineTable } from '../database/sql/table.ts';

/** A secret of the whole system, encrypted by the key ring: the key of the ID-number hash. */
export const secretTable = defineTable({
  name: 'shaon_secret',
  columns: {
    name: textKey,
    ciphertext: text,
    createdAt: instant,
  },
});
