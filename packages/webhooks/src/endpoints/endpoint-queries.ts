import type { EventType } from '@shaon/core';
import {
  type CompanyScope,
  type CompanySql,
  type CompanyTransaction,
  companySql,
  eachDialect,
  type RawRow,
} from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { type EndpointRow, endpointTable } from './endpoint.ts';
import { endpointEventTable } from './endpoint-event.ts';
import { type SecretState, secretTable } from './endpoint-secret.ts';
import { secretsAsOf } from './signing-secrets.ts';

/** An endpoint in lists of the web interface, without secrets. */
export interface EndpointSummary extends Omit<EndpointRow, 'companyId' | 'updatedAt' | 'deletedAt'> {
  /** When it was created or last edited; an edit passes `versionOf({ updatedAt })` as `expectedVersion`. */
  readonly updatedAt: Date;
  readonly events: readonly EventType[];
  /**
   * Whether to warn the admins: enough deliveries in a row have failed, for good or three times so far (D:V23), or the
   * first ones of an endpoint that has never answered well (D:A58).
   */
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

/** Deliveries that have been refused so often, within a minute, and nothing newer has arrived. */
const STUCK_AFTER = 3;
const STUCK = eachDialect((dialect) => {
  const never = dialect === 'postgres' ? `'epoch'::timestamptz` : '0';
  return companySql`SELECT d.endpoint_id, count(*) AS stuck FROM ${endpointTable} e
    JOIN ${deliveryTable} d ON d.endpoint_id = e.id AND ${stuck(`COALESCE(e.last_success_at, ${never})`)}
    WHERE e.deleted_at IS NULL GROUP BY d.endpoint_id`;
});

/** The condition on a delivery `d` that waits in vain since the endpoint's last success. */
export function stuck(lastSuccess: CompanySql | string): CompanySql {
  return companySql`d.state = 'pending' AND d.attempts >= ${STUCK_AFTER} AND d.created_at > ${lastSuccess}`;
}

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
  const stuckOf = countsOf(await company.rows(STUCK[company.dialect]), 'stuck');
  const heldOf = countsOf(await company.rows(HELD), 'held');
  return rows.map(({ companyId: _companyId, deletedAt: _deletedAt, ...shown }) => ({
    ...shown,
    updatedAt: shown.updatedAt ?? shown.createdAt,
    failing: isFailing(shown, stuckOf(shown.id), failing.after),
    events: subscriptions.filter((row) => row.endpointId === shown.id).map((row) => row.type as EventType),
    held: heldOf(shown.id),
    secrets: secretsAsOf(
      secrets.filter((row) => row.endpointId === shown.id),
      now,
    ).map(({ state, createdAt, expiresAt }) => ({ state, createdAt, expiresAt })),
  }));
}

function isFailing(
  { failureStreak, lastSuccessAt }: Pick<EndpointRow, 'failureStreak' | 'lastSuccessAt'>,
  stuckCount: number,
  after: number,
): boolean {
  return failureStreak + stuckCount >= after || (lastSuccessAt === null && stuckCount > 0);
}

/** The number of an endpoint in rows that count by endpoint. */
function countsOf(rows: readonly RawRow[], column: string): (endpointId: number) => number {
  const counts = new Map(rows.map((row) => [Number(row.endpoint_id), Number(row[column])]));
  return (endpointId) => counts.get(endpointId) ?? 0;
}
