import {
  bigInteger,
  defineTable,
  generatedBigId,
  instant,
  integer,
  type MonthlyTable,
  text,
  word,
} from '@shaon/core/extension';

/** How an attempt ended. All outcomes except `success` and `interrupted` are failures and use up a wait. */
export type AttemptOutcome =
  | 'success'
  | 'redirect'
  | 'client_error'
  | 'server_error'
  | 'other_status'
  | 'timeout'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'invalid_response'
  | 'blocked_address'
  | 'interrupted';

/** One request. It is stored before it is sent, so it is recorded even if its worker is killed (SPEC 6, Delivery). */
export interface AttemptRow {
  id: number;
  companyId: number;
  deliveryId: number;
  /** From 1; the value of `X-Service-Attempt`. */
  number: number;
  startedAt: Date;
  finishedAt: Date | null;
  outcome: AttemptOutcome | null;
  status: number | null;
  durationMs: number | null;
  remoteIp: string | null;
  /** At most 4,096 bytes of safe text (D:V5). */
  excerpt: string | null;
  errorCode: string | null;
  /** The planned time of the next attempt. */
  nextDueAt: Date | null;
}

export const attemptTable = defineTable<AttemptRow>({
  name: 'shaon_webhook_attempt',
  columns: {
    id: generatedBigId,
    companyId: integer,
    deliveryId: bigInteger,
    number: integer,
    startedAt: instant,
    finishedAt: instant.nullable,
    outcome: word<AttemptOutcome>().nullable,
    status: integer.nullable,
    durationMs: integer.nullable,
    remoteIp: text.nullable,
    excerpt: text.nullable,
    errorCode: text.nullable,
    nextDueAt: instant.nullable,
  },
  uniques: [['deliveryId', 'number']],
  references: { deliveryId: 'shaon_webhook_delivery' },
});

/** On PostgreSQL the table may be partitioned by month. */
export const monthlyAttempts: MonthlyTable = { table: attemptTable, by: 'startedAt' };
