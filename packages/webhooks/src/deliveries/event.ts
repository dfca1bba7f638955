import { defineTable, generatedBigId, instant, integer, text } from '@shaon/core/extension';

/** A published event, stored once for all endpoints. */
export interface EventRow {
  id: number;
  companyId: number;
  type: string;
  /** The request body, as text: a JSON type would reorder the members and so change what is signed (D:V2). */
  body: string;
  queuedAt: Date;
}

export const eventTable = defineTable<EventRow>({
  name: 'shaon_webhook_event',
  columns: { id: generatedBigId, companyId: integer, type: text, body: text, queuedAt: instant },
  uniques: [['companyId', 'id']],
  refersToCompany: true,
});
