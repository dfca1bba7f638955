import { defineTable, generatedId, integer, type Table, text } from '@shaon/core/extension';

/** A subscription: an endpoint receives one type of event. */
export interface EndpointEventRow {
  id: number;
  companyId: number;
  endpointId: number;
  type: string;
}

export const endpointEventTable: Table<EndpointEventRow> = defineTable<EndpointEventRow>({
  name: 'shaon_webhook_endpoint_event',
  entity: 'ShaonWebhookEndpointEvent',
  columns: { id: generatedId, companyId: integer, endpointId: integer, type: text },
  uniques: [['companyId', 'type', 'endpointId']],
  references: { endpointId: 'ShaonWebhookEndpoint' },
});
