import { generatedBigId, instant, integer, text, word } from '../database/sql/columns.ts';
import { defineTable } from '../database/sql/table.ts';

/** `undeliverable`: the number has no E.164 form (D:W11); `cancelled`: a newer message replaced it (D:W26). */
export type MessageState = 'waiting' | 'sent' | 'failed' | 'undeliverable' | 'cancelled';

/** What a message is about. `welcome` is an employee's first password; the others are for the person of a log-in. */
export type MessageKind =
  | 'welcome'
  | 'password_link'
  | 'password_changed'
  | 'leave_decided'
  | 'correction_decided'
  | 'digest'
  | 'endpoint_failing'
  | 'deliveries_given_up'
  | 'token_expires';

/** A text message or an e-mail to a person, in the outbox until it is sent (D:W25). */
export const messageTable = defineTable({
  name: 'shaon_message',
  columns: {
    id: generatedBigId,
    companyId: integer,
    /** The employee of a welcome message; null for a message to a log-in. */
    employeeId: integer.nullable,
    loginId: integer.nullable,
    kind: word<MessageKind>(),
    /** The number as entered; null for an e-mail. */
    phone: text.nullable,
    phoneE164: text.nullable,
    /** The address of an e-mail; null for a text message. */
    email: text.nullable,
    /** Encrypted: a text, or an e-mail as JSON; null once sent or given up (D:W26). */
    text: text.nullable,
    state: word<MessageState>(),
    /** When a worker may claim it; null once it is finished. */
    dueAt: instant.nullable,
    /** The lease of the worker that claimed it; a worker that has lost it cannot store an outcome. */
    lease: text.nullable,
    tries: integer,
    lastError: text.nullable,
    createdAt: instant,
    finishedAt: instant.nullable,
  },
  indices: [
    { columns: ['dueAt', 'id'], where: '"due_at" IS NOT NULL' },
    { columns: ['companyId', 'employeeId', 'id'] },
    { columns: ['companyId', 'loginId', 'id'], where: '"login_id" IS NOT NULL' },
  ],
  references: { employeeId: 'shaon_employee', loginId: 'shaon_login' },
  checks: { state: `"state" IN ('waiting', 'sent', 'failed', 'undeliverable', 'cancelled')` },
});
