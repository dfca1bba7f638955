import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatement } from '../engine.ts';
import type { RawRow } from '../sql.ts';
import { inTime } from './in-time.ts';

/** How far a server's write-ahead log has come; of two positions the later one is only comparable on one timeline. */
export interface LogPosition {
  /** A new one begins with each promotion. */
  readonly timeline: number;
  readonly lsn: bigint;
}

/** A pg_lsn as text, `16/B374D848`. */
export function lsnOf(text: unknown): bigint {
  const [high = '', low = ''] = String(text).split('/');
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`);
}

/**
 * Behind it lies nothing that anybody was told is committed: a commit is answered when it is flushed, or with
 * `synchronous_commit = off` when it is inserted. With a value, because only such statements are kept prepared.
 */
const COMMITTED_UP_TO = `SELECT left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline,
  (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END)::text AS lsn WHERE $1::boolean`;

/** Asked more often, the answer would cost the primary as much as the short lists that it is spared. */
const ASKED_EVERY_MS = 4;

/** A query on a connection that the network has dropped holds up no later one for longer. */
const SILENT_MS = 1_000;

/**
 * Asks the primary how far its log has come, at most once in some milliseconds. Whoever asks while a query is under way shares the next one, never the one
 * under way: that may have been answered before the caller's own write was committed.
 */
export class PrimaryPosition {
  readonly #read: RunStatement;
  #underWay: Promise<unknown> = Promise.resolve();
  #askedAt = Number.NEGATIVE_INFINITY;
  #next: Promise<LogPosition> | null = null;

  constructor(read: RunStatement) {
    this.#read = read;
  }

  /** Includes every commit that was answered before the call. */
  now(): Promise<LogPosition> {
    this.#next ??= this.#askNext();
    return this.#next;
  }

  async #askNext(): Promise<LogPosition> {
    await inTime(this.#underWay, SILENT_MS);
    const pause = this.#askedAt + ASKED_EVERY_MS - performance.now();
    if (pause > 0) await sleep(pause);
    this.#askedAt = performance.now();
    this.#next = null;
    const asked = this.#ask();
    this.#underWay = asked.catch(() => undefined);
    return asked;
  }

  async #ask(): Promise<LogPosition> {
    const [row] = (await this.#read(COMMITTED_UP_TO, [true])) as [RawRow];
    return { timeline: Number.parseInt(String(row.timeline), 16), lsn: lsnOf(row.lsn) };
  }
}
