import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatement } from '../engine.ts';
import type { RawRow } from '../sql.ts';
import { nullIfLate } from './null-if-late.ts';

/** A position in a server's write-ahead log; two positions can only be compared on one timeline. */
export interface LogPosition {
  /** A promotion begins a new one. */
  readonly timeline: number;
  readonly lsn: bigint;
}

/** Parses a pg_lsn, such as `16/B374D848`. */
export function lsnOf(text: unknown): bigint {
  const [high = '', low = ''] = String(text).split('/');
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`);
}

/**
 * A position at or after every commit that was reported to a client: a commit is reported when it is flushed, or with
 * `synchronous_commit = off` when it is inserted. Has a parameter, because only such statements are kept prepared.
 */
const COMMITTED_UP_TO = `SELECT left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline,
  (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END)::text AS lsn WHERE $1::boolean`;

/** Asked more often, the primary would spend as much on it as on the short lists that the replicas take over. */
const ASKED_EVERY_MS = 4;

/** A query on a silently dropped connection delays the next query by at most this time. */
const SILENT_MS = 1_000;

/**
 * Asks the primary for its log position, at most once in some milliseconds. A caller that comes while a query runs
 * shares the next one, because the running query may have been answered before the caller's own write was committed.
 */
export class PrimaryPosition {
  readonly #read: RunStatement;
  #underWay: Promise<unknown> = Promise.resolve();
  #askedAt = Number.NEGATIVE_INFINITY;
  #next: Promise<LogPosition> | null = null;

  constructor(read: RunStatement) {
    this.#read = read;
  }

  /** Covers every commit that was reported before the call. */
  now(): Promise<LogPosition> {
    this.#next ??= this.#askNext();
    return this.#next;
  }

  async #askNext(): Promise<LogPosition> {
    await nullIfLate(this.#underWay, SILENT_MS);
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
