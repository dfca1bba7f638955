import type { EncryptedColumn } from '../secrets/column-rotation.ts';
import { messageTable } from './message.ts';
import { MESSAGE_PURPOSE, messageContext } from './message-outbox.ts';

/** The encrypted texts of unsent messages. */
export const encryptedTexts: EncryptedColumn = {
  name: 'messages',
  table: messageTable,
  column: 'text',
  contextColumns: ['company_id', 'employee_id'],
  purpose: MESSAGE_PURPOSE,
  context: (row) => messageContext(Number(row.company_id), Number(row.employee_id)),
};
