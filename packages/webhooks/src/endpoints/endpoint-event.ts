import { defineTable, generatedId, integer, text } from '@shaon/core/storage';

/** Subscriptions: an endpoint receives one type of event. */
export const endpointEventTable = defineTable({
  name: 'shaon_webhook_endpoint_event',
  columns: { id: generatedId, companyId: integer, endpointId: integer, type: text },
  uniques: [['companyId', 'type', 'endpointId']],
  references: { endpointId: 'shaon_webhook_endpoint' },
});
