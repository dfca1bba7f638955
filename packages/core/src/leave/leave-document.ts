import { randomUUID } from 'node:crypto';
import { generatedBigId, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';
import { generateKey, type KeyRing, parseKeyRing } from '../keys/key-ring.ts';
import type { EncryptedColumn } from '../secrets/column-rotation.ts';

const PURPOSE = 'leave_document';

/** Documents of leave (D:A32), in a table of their own, so that no statement about leave reads their content. */
export const leaveDocumentTable = defineTable({
  name: 'shaon_leave_document',
  columns: {
    id: generatedBigId,
    companyId: integer,
    /** What the requests of the leave refer to. */
    key: text,
    /** The key of this content alone, under the key ring: a rotation encrypts this again, and not 10 MB. */
    contentKey: text,
    content: text,
  },
  uniques: [['companyId', 'key']],
  refersToCompany: true,
});

export type LeaveDocumentRow = RowOf<typeof leaveDocumentTable>;

/** The row of a new document. */
export function sealedDocument(keys: KeyRing, companyId: number, content: Buffer) {
  const key = randomUUID();
  const contentKey = generateKey('content');
  const context = contextOf(companyId, key);
  return {
    key,
    contentKey: keys.encrypt(PURPOSE, context, contentKey),
    content: parseKeyRing(contentKey).encrypt(PURPOSE, context, content),
  };
}

/** Throws `keys_missing`, and `ciphertext_corrupt` for a changed document or that of another row. */
export function openedDocument(keys: KeyRing, { companyId, key, contentKey, content }: LeaveDocumentRow): Buffer {
  const context = contextOf(companyId, key);
  return parseKeyRing(keys.decrypt(PURPOSE, context, contentKey).toString()).decrypt(PURPOSE, context, content);
}

const contextOf = (companyId: number, key: string): string => `shaon_leave_document:${companyId}:${key}`;

export const encryptedDocuments: EncryptedColumn = {
  name: 'documents',
  table: leaveDocumentTable,
  column: 'content_key',
  contextColumns: ['company_id', 'key'],
  purpose: PURPOSE,
  context: (row) => contextOf(Number(row.company_id), String(row.key)),
};
