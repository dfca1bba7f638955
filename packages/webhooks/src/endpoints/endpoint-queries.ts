import type { EventType } from '@shaon/core';
import type { CompanyScope, CompanyTransaction } from '@shaon/core/extension';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { EndpointRow } from './endpoint.ts';
import { endpointEventTable } from './endpoint-event.ts';
import { type SecretState, secretTable } from './endpoint-secret.ts';
import { settledSecrets } from './signing-secrets.ts';

/** An endpoint as the web interface lists it: never a secret. */
export interface EndpointSummary extends Omit<EndpointRow, 'companyId' | 'deletedAt'> {
  readonly events: readonly EventType[];
  /** So many deliveries have failed for good since the last success that a banner is due (D:V23). */
  readonly failing: boolean;
  /** Deliveries that wait for it to be switched on again (D:V16). */
  readonly held: number;
  readonly secrets: readonly {
    readonly state: SecretState;
    readonly createdAt: Date;
    readonly expiresAt: Date | null;
  }[];
}

/** Makes the endpoint want exactly these types. */
export async function subscribe(
  company: CompanyTransaction,
  endpointId: number,
  types: readonly EventType[],
): Promise<void> {
  for (const row of await company.find(endpointEventTable, { endpointId })) {
    await company.remove(endpointEventTable, row.id);
  }
  for (const type of new Set(types)) await company.insert(endpointEventTable, { endpointId, type });
}

/** Endpoints of the company as they are listed, in the order of `rows`. */
export async function summaries(
  company: CompanyScope,
  rows: readonly EndpointRow[],
  now: Date,
  { failing }: Pick<ResolvedWebhooksOptions, 'failing'>,
): Promise<EndpointSummary[]> {
  const subscriptions = await company.find(endpointEventTable);
  const secrets = await company.find(secretTable);
  const held = await company.rows(
    `SELECT endpoint_id, count(*) AS held FROM "shaon_webhook_delivery"
     WHERE company_id = $1 AND state = 'held' GROUP BY endpoint_id`,
  );
  return rows.map(({ companyId: _companyId, deletedAt: _deletedAt, ...shown }) => ({
    ...shown,
    failing: failing.after > 0 && shown.failureStreak >= failing.after,
    events: subscriptions.filter((row) => row.endpointId === shown.id).map((row) => row.type as EventType),
    held: Number(held.find((row) => Number(row.endpoint_id) === shown.id)?.held ?? 0),
    secrets: settledSecrets(
      secrets.filter((row) => row.endpointId === shown.id),
      now,
    ).map(({ state, createdAt, expiresAt }) => ({ state, createdAt, expiresAt })),
  }));
}
