import type { Dialect } from '@shaon/core';
import type { EntitySchema } from 'typeorm';
import { attemptTable } from './deliveries/attempt.ts';
import { eventTable } from './deliveries/event.ts';
import { deliveryTable } from './delivery-rows/delivery.ts';
import { endpointTable } from './endpoints/endpoint.ts';
import { endpointEventTable } from './endpoints/endpoint-event.ts';
import { secretTable } from './endpoints/endpoint-secret.ts';

/** The entities of the webhook tables, for a host's own DataSource or `createCore({ entities })`. Never synchronized. */
export function webhookEntities(dialect: Dialect): EntitySchema[] {
  return [
    endpointTable.schema(dialect),
    endpointEventTable.schema(dialect),
    secretTable.schema(dialect),
    eventTable.schema(dialect),
    deliveryTable.schema(dialect),
    attemptTable.schema(dialect),
  ];
}
