import { defineTable, generatedBigId, instant, integer, text } from '@shaon/core/storage';

/** Published events, each stored once for all endpoints. */
export const eventTable = defineTable({
  name: 'shaon_webhook_event',
  columns: {
    id: generatedBigId,
    companyId: integer,
    type: text,
    /** The request body, as text: a JSON type would reorder the members and so change what is signed (D:V2). */
    body: text,
    queuedAt: instant,
  },
  uniques: [['companyId', 'id']],
  refersToCompany: true,
});
