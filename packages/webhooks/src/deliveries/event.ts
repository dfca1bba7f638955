import { defineTable, generatedBigId, instant, integer, type Table, text } from '@shaon/core/extension';

/** What happened, once, however many endpoints hear of it. */
export interface EventRow {
  id: number;
  companyId: number;
  type: string;
  /** The request body, frozen: text and not a JSON type, which would reorder what is signed (D:V2). */
  body: string;
  queuedAt: Date;
}

export const eventTable: Table<EventRow> = defineTable<EventRow>({
  name: 'shaon_webhook_event',
  entity: 'ShaonWebhookEvent',
  columns: { id: generatedBigId, companyId: integer, type: text, body: text, queuedAt: instant },
  uniques: [['companyId', 'id']],
  owner: { companyId: 'ShaonCompany' },
});
