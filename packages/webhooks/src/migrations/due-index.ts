import { onBothDatabases } from '@shaon/core/extension';

/** The index by which a claim finds the endpoints whose deliveries have been due longest. */
export const dueIndex = onBothDatabases([
  `CREATE INDEX "shaon_webhook_delivery_due_at_endpoint_id_idx" ON "shaon_webhook_delivery" ("due_at", "endpoint_id") WHERE "due_at" IS NOT NULL`,
]);
