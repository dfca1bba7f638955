import { defineTable, generatedId, integer, text } from '@shaon/core/extension';

/** A subscription: an endpoint receives one type of event. */
export interface EndpointEventRow {
  id: number;
  companyId: number;
  endpointId: number;
  type: string;
}

export const endpointEventTable = defineTable<EndpointEventRow>({
  name: 'shaon_webhook_endpoint_event',
  columns: { id: generatedId, companyId: integer, endpointId: integer, type: text },
  uniques: [['companyId', 'type', 'endpointId']],
  references: { endpointId: 'shaon_webhook_endpoint' },
});
