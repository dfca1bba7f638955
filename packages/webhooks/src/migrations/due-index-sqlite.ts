/** The index by which a claim on SQLite finds the endpoints whose deliveries have been due longest. */
export const dueIndexSqlite: readonly string[] = [
  `CREATE INDEX "shaon_webhook_delivery_due_at_endpoint_id_idx" ON "shaon_webhook_delivery" ("due_at", "endpoint_id") WHERE "due_at" IS NOT NULL`,
];
