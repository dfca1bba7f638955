import { validate } from '@shaon/core/input';
import { type CompanyScope, type CompanySql, companySql, DIFFERENCES, eachDialect, instant } from '@shaon/core/storage';
import { DAY_MS } from '@shaon/core/time';
import { type DeliveryState, deliveryTable } from '../delivery-rows/delivery.ts';
import { replayInput } from './replay-input.ts';
import { countReplay, endedSince } from './resend-statements.ts';

/** The events to send again, by the time they were queued. */
export interface ReplayRange {
  /** Events queued at this time or later … */
  readonly from: Date;
  /** … and before this one. Default: now. */
  readonly to?: Date | undefined;
  /** `failed`: only events whose last delivery to the endpoint failed or was cancelled. Default. */
  readonly which?: 'failed' | 'all' | undefined;
}

/** `ReplayRange` with its defaults filled in. */
export interface ResolvedReplayRange {
  readonly from: Date;
  readonly to: Date;
  readonly which: 'failed' | 'all';
}

/** The progress of a replay. Its deliveries are recognised by their common time of queueing. */
export interface ReplayProgress {
  readonly at: Date;
  readonly total: number;
  readonly delivered: number;
  readonly failed: number;
  /** Deliveries whose endpoint was deleted, or that were discarded while held. */
  readonly cancelled: number;
  /** Waiting, being sent, or held. */
  readonly waiting: number;
}

/** The most events of one replay. */
export const MAX_REPLAYED = 10_000;

const REPLAYS_SHOWN = 10;
const SHOWN_MS = 7 * DAY_MS;

/** Events whose deliveries ended in these states are sent again. */
export const REPLAYED_STATES = {
  failed: ['failed', 'cancelled'],
  all: ['failed', 'cancelled', 'succeeded'],
} as const satisfies Record<string, readonly DeliveryState[]>;

const COUNT = { failed: countReplay(REPLAYED_STATES.failed), all: countReplay(REPLAYED_STATES.all) };
const PROGRESS = eachDialect(progress);

/** The range with its defaults. Throws `invalid_input`. */
export function replayRange(range: ReplayRange, now: Date): ResolvedReplayRange {
  const { from, to = now, which = 'failed' } = validate(replayInput, range);
  return { from, to, which };
}

/** How many events a replay would send, at most `MAX_REPLAYED`. */
export async function countReplayable(
  company: CompanyScope,
  endpointId: number,
  { from, to, which }: ResolvedReplayRange,
): Promise<number> {
  const [row] = await company.rows(COUNT[which], [endpointId, from, to, endedSince(from), MAX_REPLAYED]);
  return Number(row?.total);
}

/** The replays of the last seven days to an endpoint, newest first. */
export async function listReplays(company: CompanyScope, endpointId: number, now: Date): Promise<ReplayProgress[]> {
  const rows = await company.rows(PROGRESS[company.dialect], [endpointId, new Date(now.getTime() - SHOWN_MS)]);
  const replays = new Map<number, Map<DeliveryState, number>>();
  for (const row of rows) {
    const at = instant.fromDatabase(row.created_at).getTime();
    const states = replays.get(at) ?? new Map<DeliveryState, number>();
    replays.set(at, states.set(String(row.state) as DeliveryState, Number(row.total)));
  }
  return [...replays].slice(0, REPLAYS_SHOWN).map(([at, states]) => replayProgress(new Date(at), states));
}

function replayProgress(at: Date, states: ReadonlyMap<DeliveryState, number>): ReplayProgress {
  const sum = (...names: DeliveryState[]) => names.reduce((total, name) => total + (states.get(name) ?? 0), 0);
  const ended = { delivered: sum('succeeded'), failed: sum('failed'), cancelled: sum('cancelled') };
  const waiting = sum('pending', 'in_flight', 'held');
  return { at, ...ended, waiting, total: waiting + ended.delivered + ended.failed + ended.cancelled };
}

function progress(dialect: keyof typeof DIFFERENCES): CompanySql {
  const at = DIFFERENCES[dialect].instantAsMs('d.created_at');
  return companySql`SELECT ${at} AS created_at, d.state, count(*) AS total FROM ${deliveryTable} d
    WHERE d.endpoint_id = $2 AND d."trigger" = 'replay' AND d.created_at >= $3
    GROUP BY d.created_at, d.state ORDER BY d.created_at DESC`;
}
