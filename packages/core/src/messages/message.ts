import { generatedBigId, instant, integer, text, word } from '../database/sql/columns.ts';
import { defineTable } from '../database/sql/table.ts';

/** `undeliverable`: the number has no E.164 form (D:W11); `cancelled`: a newer message replaced it (D:W26). */
export type MessageState = 'waiting' | 'sent' | 'failed' | 'undeliverable' | 'cancelled';

/** A text message to an employee, in the outbox until it is sent (D:W25). */
export const messageTable = defineTable({
  name: 'shaon_message',
  columns: {
    id: generatedBigId,
    companyId: integer,
    employeeId: integer,
    kind: text,
    /** The number as entered. */
    phone: text,
    phoneE164: text.nullable,
    /** Encrypted; null once sent or given up (D:W26). */
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
  ],
  references: { employeeId: 'shaon_employee' },
  checks: { state: `"state" IN ('waiting', 'sent', 'failed', 'undeliverable', 'cancelled')` },
});
