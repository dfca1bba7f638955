import { defineTable, flag, generatedId, instant, integer, type RowOf, text, word } from '@shaon/core/storage';

/** Why an endpoint is switched off. */
export type DisabledReason = 'admin' | 'secret_unreadable' | 'failing';

export const endpointTable = defineTable({
  name: 'shaon_webhook_endpoint',
  columns: {
    id: generatedId,
    companyId: integer,
    url: text,
    description: text,
    enabled: flag,
    disabledReason: word<DisabledReason>().nullable,
    disabledAt: instant.nullable,
    /** Requests that may be in flight to it at the same time. */
    maxInflight: integer,
    /** Deliveries that have failed for good since the last success (D:V23). */
    failureStreak: integer,
    /** Up to a minute late, because it is not written with every success. */
    lastSuccessAt: instant.nullable,
    createdBy: text,
    createdAt: instant,
    /** When an admin last edited it; null if never. */
    updatedAt: instant.nullable,
    deletedAt: instant.nullable,
  },
  uniques: [['companyId', 'id']],
  refersToCompany: true,
});

/** A company's target for its events (SPEC 6). A deleted endpoint keeps its row, because deliveries refer to it. */
export type EndpointRow = RowOf<typeof endpointTable>;
