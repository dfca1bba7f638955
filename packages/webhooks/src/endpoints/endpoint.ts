import { defineTable, flag, generatedId, instant, integer, text, word } from '@shaon/core/extension';

/** Why an endpoint is switched off. */
export type DisabledReason = 'admin' | 'secret_unreadable' | 'failing';

/** A company's target for its events (SPEC 6). A deleted endpoint keeps its row, because deliveries refer to it. */
export interface EndpointRow {
  id: number;
  companyId: number;
  url: string;
  description: string;
  enabled: boolean;
  disabledReason: DisabledReason | null;
  disabledAt: Date | null;
  /** Requests that may be in flight to it at the same time. */
  maxInflight: number;
  /** Deliveries that have failed for good since the last success (D:V23). */
  failureStreak: number;
  /** Up to a minute late, because it is not written with every success. */
  lastSuccessAt: Date | null;
  createdBy: string;
  createdAt: Date;
  /** When an admin last edited it; null if never. */
  updatedAt: Date | null;
  deletedAt: Date | null;
}

export const endpointTable = defineTable<EndpointRow>({
  name: 'shaon_webhook_endpoint',
  columns: {
    id: generatedId,
    companyId: integer,
    url: text,
    description: text,
    enabled: flag,
    disabledReason: word<DisabledReason>().nullable,
    disabledAt: instant.nullable,
    maxInflight: integer,
    failureStreak: integer,
    lastSuccessAt: instant.nullable,
    createdBy: text,
    createdAt: instant,
    updatedAt: instant.nullable,
    deletedAt: instant.nullable,
  },
  uniques: [['companyId', 'id']],
  refersToCompany: true,
});
