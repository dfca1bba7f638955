import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { EncryptedColumn } from '../secrets/column-rotation.ts';
import type { Mail } from './mail.ts';
import { type MessageKind, messageTable } from './message.ts';

/** The key ring's purpose for unsent texts. */
export const MESSAGE_PURPOSE = 'message';

/** Whom a message is for: the employee of a welcome message, or the person of a log-in. */
interface Recipient {
  readonly employeeId: number | null;
  readonly loginId: number | null;
}

/** The context that a text's ciphertext is bound to, so that it cannot be moved to another person's message. */
export function messageContext(companyId: number, { employeeId, loginId }: Recipient): string {
  return `shaon_message:${companyId}:${employeeId ?? `login:${loginId}`}`;
}

/** A text message to a number, or an e-mail to an address. */
type Content =
  | { readonly phone: string; readonly phoneE164: string | null; readonly text: string }
  | { readonly email: string; readonly mail: Mail };

/**
 * Puts a message into the outbox, within the caller's transaction (D:W28); its text stays encrypted until it is sent.
 * Without an E.164 form of the number the message becomes `undeliverable` at once (D:W11).
 */
export async function enqueueMessage(
  company: CompanyTransaction,
  keys: KeyRing,
  { to, content, kind, now }: { to: Partial<Recipient>; content: Content; kind: MessageKind; now: Date },
): Promise<void> {
  const recipient = { employeeId: to.employeeId ?? null, loginId: to.loginId ?? null };
  const { text, ...address } =
    'mail' in content
      ? { phone: null, phoneE164: null, email: content.email, text: JSON.stringify(content.mail) }
      : { ...content, email: null };
  const isDeliverable = address.email !== null || address.phoneE164 !== null;
  await company.append(messageTable, {
    ...recipient,
    kind,
    ...address,
    text: isDeliverable ? keys.encrypt(MESSAGE_PURPOSE, messageContext(company.companyId, recipient), text) : null,
    state: isDeliverable ? 'waiting' : 'undeliverable',
    dueAt: isDeliverable ? now : null,
    lease: null,
    tries: 0,
    lastError: null,
    createdAt: now,
    finishedAt: isDeliverable ? null : now,
  });
}

const idOf = (value: unknown): number | null => (value === null ? null : Number(value));

/** The encrypted texts of unsent messages. */
export const encryptedTexts: EncryptedColumn = {
  name: 'messages',
  table: messageTable,
  column: 'text',
  contextColumns: ['company_id', 'employee_id', 'login_id'],
  purpose: MESSAGE_PURPOSE,
  context: (row) =>
    messageContext(Number(row.company_id), { employeeId: idOf(row.employee_id), loginId: idOf(row.login_id) }),
};
