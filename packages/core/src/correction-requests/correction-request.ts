import type { PunchKind } from '../attendance/attendance.ts';
import { calendarDateColumn, generatedBigId, instant, integer, text, word } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

/**
 * What became of a request. It begins `pending` and changes once: managers apply it as it is or `changed`, or refuse it,
 * or its person withdraws it.
 */
export type StoredRequestState = 'pending' | 'applied' | 'changed' | 'refused' | 'withdrawn';

/** A punch that is proposed, or was recorded when the request was sent. */
export interface ProposedPunch {
  readonly kind: PunchKind;
  readonly at: Date;
}

export const correctionRequestTable = defineTable({
  name: 'shaon_correction_request',
  columns: {
    id: generatedBigId,
    companyId: integer,
    employeeId: integer,
    date: calendarDateColumn,
    /** JSON of all punches that the day should have; null for an absence. */
    punches: text.nullable,
    /** The absence that it should have in place of its punches, by the current label of its type. */
    absenceType: text.nullable,
    reason: text,
    state: word<StoredRequestState>(),
    /** JSON of the punches that the day had when the request was sent. */
    recorded: text,
    /** When that day had last changed; for a date without a record, when the request was sent. */
    seenAt: instant,
    askedBy: text,
    askedAt: instant,
    /** Who decided, or withdrew it. */
    decidedBy: text.nullable,
    decidedAt: instant.nullable,
    /** For the person who asked. */
    note: text.nullable,
  },
  indices: [
    // At most one open request for a day (D:A105).
    { columns: ['companyId', 'employeeId', 'date'], unique: true, where: `"state" = 'pending'` },
    { purpose: 'employee', columns: ['companyId', 'employeeId', 'date', 'id'] },
    { purpose: 'list', columns: ['companyId', 'date', 'id', 'state'] },
  ],
  references: { employeeId: 'shaon_employee' },
  checks: {
    state: `"state" IN ('pending', 'applied', 'changed', 'refused', 'withdrawn')`,
    proposal: '("punches" IS NULL) <> ("absence_type" IS NULL)',
    decision: `("state" = 'pending') = ("decided_at" IS NULL)`,
  },
});

/** A person's proposal for one of their days, on which managers decide. */
export type CorrectionRequestRow = RowOf<typeof correctionRequestTable>;

export const storedPunches = (punches: readonly ProposedPunch[]): string =>
  JSON.stringify(punches.map(({ kind, at }) => [kind, at.getTime()]));

export const readPunches = (stored: string): ProposedPunch[] =>
  (JSON.parse(stored) as [PunchKind, number][]).map(([kind, at]) => ({ kind, at: new Date(at) }));
