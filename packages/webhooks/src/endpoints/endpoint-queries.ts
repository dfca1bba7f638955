import type { EventType } from '@shaon/core';
import { type CompanyScope, type CompanyTransaction, companySql } from '@shaon/core/extension';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { EndpointRow } from './endpoint.ts';
import { endpointEventTable } from './endpoint-event.ts';
import { type SecretState, secretTable } from './endpoint-secret.ts';
import { secretsAsOf } from './signing-secrets.ts';

/** An endpoint in lists of the web interface, without secrets. */
export interface EndpointSummary extends Omit<EndpointRow, 'companyId' | 'updatedAt' | 'deletedAt'> {
  /** When it was created or last edited; an edit passes it as `unchangedSince`. */
  readonly updatedAt: Date;
  readonly events: readonly EventType[];
  /** Whether enough deliveries have failed for good since the last success to warn the admins (D:V23). */
  readonly failing: boolean;
  /** Deliveries that wait for the endpoint to be switched on again (D:V16). */
  readonly held: number;
  readonly secrets: readonly {
    readonly state: SecretState;
    readonly createdAt: Date;
    readonly expiresAt: Date | null;
  }[];
}

const HELD = companySql`SELECT d.endpoint_id, count(*) AS held FROM ${deliveryTable} d
  WHERE d.state = 'held' GROUP BY d.endpoint_id`;

/** Subscribes the endpoint to exactly these types. */
export async function subscribe(
  company: CompanyTransaction,
  endpointId: number,
  types: readonly EventType[],
): Promise<void> {
  for (const row of await company.lockAll(endpointEventTable, { endpointId })) {
    await company.remove(endpointEventTable, row);
  }
  for (const type of new Set(types)) await company.insert(endpointEventTable, { endpointId, type });
}

/** The company's endpoints for lists, in the order of `rows`. */
export async function summaries(
  company: CompanyScope,
  rows: readonly EndpointRow[],
  now: Date,
  { failing }: Pick<ResolvedWebhooksOptions, 'failing'>,
): Promise<EndpointSummary[]> {
  const subscriptions = await company.find(endpointEventTable);
  const secrets = await company.find(secretTable);
  const held = await company.rows(HELD);
  return rows.map(({ companyId: _companyId, deletedAt: _deletedAt, ...shown }) => ({
    ...shown,
    updatedAt: shown.updatedAt ?? shown.createdAt,
    failing: failing.after > 0 && shown.failureStreak >= failing.after,
    events: subscriptions.filter((row) => row.endpointId === shown.id).map((row) => row.type as EventType),
    held: Number(held.find((row) => Number(row.endpoint_id) === shown.id)?.held ?? 0),
    secrets: secretsAsOf(
      secrets.filter((row) => row.endpointId === shown.id),
      now,
    ).map(({ state, createdAt, expiresAt }) => ({ state, createdAt, expiresAt })),
  }));
}
