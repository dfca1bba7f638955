import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { EncryptedColumn } from '../secrets/column-rotation.ts';
import { messageTable } from './message.ts';

/** The key ring's purpose for unsent texts. */
export const MESSAGE_PURPOSE = 'message';

/** The context that a text's ciphertext is bound to, so that it cannot be moved to another employee's message. */
export function messageContext(companyId: number, employeeId: number): string {
  return `shaon_message:${companyId}:${employeeId}`;
}

/**
 * Puts a message into the outbox, within the caller's transaction (D:W28); its text stays encrypted until it is sent.
 * Without an E.164 form of the number the message becomes `undeliverable` at once (D:W11).
 */
export async function enqueueMessage(
  company: CompanyTransaction,
  keys: KeyRing,
  message: {
    readonly employeeId: number;
    readonly kind: 'welcome';
    readonly phone: string;
    readonly phoneE164: string | null;
    readonly text: string;
    readonly now: Date;
  },
): Promise<void> {
  const isDeliverable = message.phoneE164 !== null;
  const context = messageContext(company.companyId, message.employeeId);
  await company.append(messageTable, {
    employeeId: message.employeeId,
    kind: message.kind,
    phone: message.phone,
    phoneE164: message.phoneE164,
    text: isDeliverable ? keys.encrypt(MESSAGE_PURPOSE, context, message.text) : null,
    state: isDeliverable ? 'waiting' : 'undeliverable',
    dueAt: isDeliverable ? message.now : null,
    lease: null,
    tries: 0,
    lastError: null,
    createdAt: message.now,
    finishedAt: isDeliverable ? null : message.now,
  });
}

/** The encrypted texts of unsent messages. */
export const encryptedTexts: EncryptedColumn = {
  name: 'messages',
  table: messageTable,
  column: 'text',
  contextColumns: ['company_id', 'employee_id'],
  purpose: MESSAGE_PURPOSE,
  context: (row) => messageContext(Number(row.company_id), Number(row.employee_id)),
};
