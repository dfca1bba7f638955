import type { Dialect } from '@shaon/core';
import type { StoredTable } from '@shaon/core/storage';
import type { EntitySchema } from 'typeorm';
import { attemptTable } from './deliveries/attempt.ts';
import { eventTable } from './deliveries/event.ts';
import { deliveryTable } from './delivery-rows/delivery.ts';
import { endpointTable } from './endpoints/endpoint.ts';
import { endpointEventTable } from './endpoints/endpoint-event.ts';
import { secretTable } from './endpoints/endpoint-secret.ts';

/** All of the webhooks' tables, each after those that it refers to; core's come before. */
export const WEBHOOK_TABLES: readonly StoredTable[] = [
  endpointTable,
  endpointEventTable,
  secretTable,
  eventTable,
  deliveryTable,
  attemptTable,
];

/** The entities of the webhook tables, for a host's DataSource or `createCore({ entities })`. Never synchronized. */
export function webhookEntities(dialect: Dialect): EntitySchema[] {
  return WEBHOOK_TABLES.map((table) => table.schema(dialect));
}
