import { randomUUID } from 'node:crypto';
import { generatedBigId, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { EncryptedColumn } from '../secrets/column-rotation.ts';
import { openContent, sealContent } from '../secrets/sealed-content.ts';

const PURPOSE = 'leave_document';

/** Documents of leave (D:A32), in a table of their own, so that no statement about leave reads their content. */
export const leaveDocumentTable = defineTable({
  name: 'shaon_leave_document',
  columns: {
    id: generatedBigId,
    companyId: integer,
    /** What the requests of the leave refer to. */
    key: text,
    /** The key of this content alone, under the key ring. */
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
  return { key, ...sealContent(keys, PURPOSE, contextOf(companyId, key), content) };
}

/** Throws `keys_missing`, and `ciphertext_corrupt` for a changed document or that of another row. */
export function openedDocument(keys: KeyRing, row: LeaveDocumentRow): Buffer {
  return openContent(keys, PURPOSE, contextOf(row.companyId, row.key), row);
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
