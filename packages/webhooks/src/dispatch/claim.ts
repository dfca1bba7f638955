import type { AllCompanies, Database, RawRow } from '@shaon/core/extension';
import { DIFFERENCES, instant } from '@shaon/core/extension';
import type { DeliveryTrigger } from '../deliveries/delivery.ts';
import type { SecretState } from '../endpoints/secret.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { claimOnPostgres } from './claim-postgres.ts';
import { claimOnSqlite, isAnythingDue } from './claim-sqlite.ts';
import type { DueTime } from './due-time.ts';
import { closeLostAttempts } from './lost-leases.ts';

/** A delivery that this worker owns until its lease ends, with everything that sending it takes. */
export interface Claimed {
  readonly id: number;
  readonly companyId: number;
  readonly endpointId: number;
  /** The fence: whatever is written about this claim names it. */
  readonly lease: number;
  /** Number of this attempt. */
  readonly number: number;
  readonly failures: number;
  readonly trigger: DeliveryTrigger;
  readonly type: string;
  readonly body: string;
  readonly url: string;
  readonly secrets: readonly ClaimedSecret[];
}

export interface ClaimedSecret {
  readonly id: number;
  readonly endpointId: number;
  readonly ciphertext: string;
  readonly state: SecretState;
  readonly expiresAt: Date | null;
  readonly overlapHours: number;
}

export interface ClaimParts {
  readonly database: Database;
  readonly time: DueTime;
  readonly options: ResolvedWebhooksOptions;
}

/** What one claim gives. */
export interface Claim {
  readonly claimed: readonly Claimed[];
  /** Whether more is due, for which another worker is claiming at this moment. */
  readonly isContended: boolean;
}

const NOTHING: Claim = { claimed: [], isContended: false };

/**
 * Takes up to `slots` due deliveries, fairly between endpoints, those of one endpoint in the order in which they came due
 * (no order is promised, and a retry that waits holds no later event up, D:V6), and writes down an attempt for each in the same
 * transaction, so that every attempt is on record before it is sent.
 */
export async function claim(parts: ClaimParts, slots: number): Promise<Claim> {
  const { database, time, options } = parts;
  const { dialect } = database;
  // A look through the reader first: an idle poll should not queue at SQLite's write gate.
  if (dialect === 'sqlite' && !(await isAnythingDue(database.readAllCompanies(), time))) return NOTHING;
  return database.writeAllCompanies('webhooks.claim', {}, async (all) => {
    const take = dialect === 'postgres' ? claimOnPostgres : claimOnSqlite;
    const taken = await take(all, time, { slots, leaseMs: options.leaseMs });
    const { isContended } = taken;
    const spent = await closeLostAttempts(all, time, options, taken.again);
    const ids = taken.ids.filter((id) => !spent.has(id));
    if (ids.length === 0) return { claimed: [], isContended };
    await beginAttempts(all, time, ids);
    return { claimed: await loadClaimed(all, ids), isContended };
  });
}

export async function claimDue(parts: ClaimParts, slots: number): Promise<readonly Claimed[]> {
  return (await claim(parts, slots)).claimed;
}

async function beginAttempts(all: AllCompanies, time: DueTime, ids: readonly number[]): Promise<void> {
  const { inList } = DIFFERENCES[all.dialect];
  await all.rows(
    `INSERT INTO "shaon_webhook_attempt" ("company_id", "delivery_id", "number", "started_at")
     SELECT d.company_id, d.id, d.attempts, ${time.now('$2')} FROM "shaon_webhook_delivery" d WHERE d.id ${inList('$1')}`,
    [ids, time.value()],
  );
}

/** One row for each secret of a delivery's endpoint, which is one but in a rotation. */
async function loadClaimed(all: AllCompanies, ids: readonly number[]): Promise<Claimed[]> {
  const { inList } = DIFFERENCES[all.dialect];
  const rows = await all.rows(
    `SELECT d.id, d.company_id, d.endpoint_id, d.lease, d.attempts, d.failures, d."trigger", ev.type, ev.body, e.url,
       s.id AS secret_id, s.ciphertext, s.state AS secret_state, s.expires_at, s.overlap_hours
     FROM "shaon_webhook_delivery" d JOIN "shaon_webhook_event" ev ON ev.id = d.event_id
     JOIN "shaon_webhook_endpoint" e ON e.id = d.endpoint_id
     LEFT JOIN "shaon_webhook_secret" s
       ON s.company_id = e.company_id AND s.endpoint_id = e.id AND s.state <> 'revoked'
     WHERE d.id ${inList('$1')} ORDER BY d.id, s.id`,
    [ids],
  );
  const claimed: Claimed[] = [];
  let secrets: ClaimedSecret[] = [];
  for (const row of rows) {
    if (claimed.at(-1)?.id !== Number(row.id)) {
      secrets = [];
      claimed.push({
        id: Number(row.id),
        companyId: Number(row.company_id),
        endpointId: Number(row.endpoint_id),
        lease: Number(row.lease),
        number: Number(row.attempts),
        failures: Number(row.failures),
        trigger: String(row.trigger) as DeliveryTrigger,
        type: String(row.type),
        body: String(row.body),
        url: String(row.url),
        secrets,
      });
    }
    if (row.secret_id !== null) secrets.push(claimedSecret(row));
  }
  return claimed;
}

function claimedSecret(row: RawRow): ClaimedSecret {
  return {
    id: Number(row.secret_id),
    endpointId: Number(row.endpoint_id),
    ciphertext: String(row.ciphertext),
    state: String(row.secret_state) as SecretState,
    expiresAt: instant.nullable.fromDatabase(row.expires_at),
    overlapHours: Number(row.overlap_hours),
  };
}
