import { type CompanyScope, instant, type RawRow, readCompany } from '@shaon/core/storage';
import { addDays, HOUR_MS, localDate, startOfLocalDate } from '@shaon/core/time';
import type { EndpointRow } from './endpoint.ts';
import { DAYS, FIGURES, LAST_ENDED } from './endpoint-health-statements.ts';

/** Deliveries that ended within a time, including resends and tests. The success rate is `delivered` out of both. */
export interface EndedDeliveries {
  readonly delivered: number;
  /** Given up after the last retry. */
  readonly failed: number;
}

/** Whether events arrive at an endpoint. Deliveries deleted by retention no longer count. */
export interface EndpointHealth {
  readonly endpointId: number;
  readonly last24Hours: EndedDeliveries;
  readonly last7Days: EndedDeliveries;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /**
   * When the first delivery after the last success was given up; until one is, when the first was made that has failed
   * three times. Null if the newest ended delivery has arrived.
   */
  readonly failingSince: Date | null;
  /** Waiting or being sent. */
  readonly pending: number;
  /** Those among them that were tried and failed. */
  readonly retrying: number;
  /** When the first waiting one is due; in the past if the sender is behind. */
  readonly nextDueAt: Date | null;
  /** Waiting for the endpoint to be switched on (D:V16). */
  readonly held: number;
}

/** How the deliveries of one day in the company's zone ended. */
export interface DeliveryDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Delivered at the first attempt. */
  readonly atOnce: number;
  /** Delivered at a later attempt. */
  readonly afterRetry: number;
  readonly failed: number;
}

/** The newest delivery with one kind of end. */
export interface LastEnded {
  readonly deliveryId: number;
  readonly at: Date;
  readonly status: number | null;
  /** The kind of the last failure, as in DeliverySummary. */
  readonly error: string | null;
}

/** The health of one endpoint with its days, oldest first, today last. */
export interface EndpointHealthDetail extends EndpointHealth {
  readonly lastSuccess: LastEnded | null;
  readonly lastFailure: LastEnded | null;
  readonly days: readonly DeliveryDay[];
}

const DAYS_SHOWN = 14;

/** The health of endpoints, in the order of `rows`. */
export async function healthOf(
  company: CompanyScope,
  rows: readonly EndpointRow[],
  now: Date,
): Promise<EndpointHealth[]> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const ids = rows.map(({ id }) => id);
  const found = await company.rows(FIGURES[company.dialect], [ids, before(24), before(7 * 24)]);
  const byId = new Map(found.map((raw) => [Number(raw.id), raw]));
  return rows.map((row) => endpointHealth(row, byId.get(row.id) ?? {}));
}

/** The health of one endpoint, with its last deliveries and its days. */
export async function healthDetailOf(
  company: CompanyScope,
  row: EndpointRow,
  now: Date,
): Promise<EndpointHealthDetail> {
  const [health] = await healthOf(company, [row], now);
  const last = LAST_ENDED[company.dialect];
  const [lastSuccess] = await company.rows(last, [row.id, 'succeeded']);
  const [lastFailure] = await company.rows(last, [row.id, 'failed']);
  return {
    ...(health as EndpointHealth),
    lastSuccess: lastEndedOf(lastSuccess),
    lastFailure: lastEndedOf(lastFailure),
    days: await deliveryDays(company, row.id, now),
  };
}

async function deliveryDays(company: CompanyScope, endpointId: number, now: Date): Promise<DeliveryDay[]> {
  const { zone } = await readCompany(company);
  const today = localDate(now, zone);
  const dates = Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(today, index - DAYS_SHOWN + 1));
  const starts = dates.map((date) => startOfLocalDate(date, zone).getTime());
  const rows = await company.rows(DAYS[company.dialect], [endpointId, starts]);
  const byStart = new Map(rows.map((row) => [Number(row.start), row]));
  return dates.map((date, index) => {
    const row = byStart.get(starts[index] as number) ?? {};
    return { date, atOnce: count(row.at_once), afterRetry: count(row.after_retry), failed: count(row.failed) };
  });
}

const count = (value: unknown): number => Number(value ?? 0);
const time = (value: unknown): Date | null => instant.nullable.fromDatabase(value);

function endpointHealth(row: EndpointRow, raw: RawRow): EndpointHealth {
  return {
    endpointId: row.id,
    last24Hours: { delivered: count(raw.day_ok), failed: count(raw.day_failed) },
    last7Days: { delivered: count(raw.week_ok), failed: count(raw.week_failed) },
    // The endpoint stores its last success for longer than the delivery is kept.
    lastSuccessAt: time(raw.success_at) ?? row.lastSuccessAt,
    lastFailureAt: time(raw.failure_at),
    failingSince: time(raw.failing_since),
    pending: count(raw.pending),
    retrying: count(raw.retrying),
    nextDueAt: time(raw.next_due_at),
    held: count(raw.held),
  };
}

function lastEndedOf(raw: RawRow | undefined): LastEnded | null {
  if (raw === undefined) return null;
  return {
    deliveryId: Number(raw.id),
    at: instant.fromDatabase(raw.at),
    status: raw.last_status === null ? null : Number(raw.last_status),
    error: raw.last_error === null ? null : String(raw.last_error),
  };
}
