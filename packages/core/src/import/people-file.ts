import type { CompanyWrites } from '../database/database.ts';
import { generatedBigId, instant, integer, text } from '../database/sql/columns.ts';
import { deleteInBatches } from '../database/sql/delete-batches.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { EncryptedColumn } from '../secrets/column-rotation.ts';
import { openContent, sealContent } from '../secrets/sealed-content.ts';
import { MINUTE_MS } from '../time/durations.ts';

const PURPOSE = 'people_file';

/** D:A128: how long a judged file waits for its confirmation. */
export const PEOPLE_FILE_KEPT_MS = 30 * MINUTE_MS;

export const peopleFileTable = defineTable({
  name: 'shaon_people_file',
  columns: {
    id: generatedBigId,
    companyId: integer,
    /** The key of this content alone, under the key ring. */
    contentKey: text,
    /** The rows with what was judged of them, as JSON and encrypted. */
    content: text,
    createdAt: instant,
  },
  indices: [{ columns: ['companyId'] }],
  refersToCompany: true,
});

/** A file of people that was judged and waits to be confirmed. */
export type PeopleFileRow = RowOf<typeof peopleFileTable>;

const contextOf = (companyId: number, id: number): string => `shaon_people_file:${companyId}:${id}`;

export function sealedPeople(keys: KeyRing, companyId: number, id: number, content: object) {
  return sealContent(keys, PURPOSE, contextOf(companyId, id), Buffer.from(JSON.stringify(content)));
}

/** Throws `keys_missing`, `ciphertext_corrupt`. */
export function openedPeople(keys: KeyRing, row: PeopleFileRow): unknown {
  return JSON.parse(openContent(keys, PURPOSE, contextOf(row.companyId, row.id), row).toString());
}

export const encryptedPeopleFiles: EncryptedColumn = {
  name: 'people files',
  table: peopleFileTable,
  column: 'content_key',
  contextColumns: ['company_id'],
  purpose: PURPOSE,
  context: (row) => contextOf(Number(row.company_id), Number(row.id)),
};

/** Deletes files that nobody may confirm any more. */
export function prunePeopleFiles(database: CompanyWrites, before: Date, batchSize: number): Promise<number> {
  const old = { table: peopleFileTable, where: 'created_at < $2', values: [before], orderBy: 'id', returning: 'id' };
  return deleteInBatches(database, batchSize, old);
}
