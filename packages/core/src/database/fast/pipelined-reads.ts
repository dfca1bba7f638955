import { setImmediate as nextTurn } from 'node:timers/promises';
import { guardedHandler, guardedStep } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { RawRow } from '../sql.ts';
import { isFastPathOn } from './fast-path.ts';

/** A read that would wait longer behind others is sent through the pool instead. */
const MAX_WAIT_MS = 5;
/** After so long without an answer, say behind a read that waits for a lock, the reads behind go through the pool. */
const STALLED_MS = 100;
/** The assumed time of an answer, until one is measured. */
const FIRST_PACE_MS = 0.25;
/** The pause after a failed attempt to connect. */
const PAUSE_MS = 1_000;
/** A plan made for a small table scans the whole table after it has grown, so plans are discarded after this time. */
const PLANS_FOR_MS = 1_000;

/**
 * For lists, whose statements are made for a plan that knows none of their values (`count-queries.ts`). By itself
 * PostgreSQL plans some of them again at each call, because it expects a little less of a plan for given values. Kept
 * plans take 0.8 of the CPU of a list, and 0.2 to 0.7 for the days of one person.
 */
const KEEP_PLANS = 'SET plan_cache_mode = force_generic_plan';

/** The result of a query. Not pg's own type, because an embedder on SQLite does not have pg. */
interface Rows {
  readonly rows: RawRow[];
}

/** A pg client with the option `pipeline`, which sends a statement while earlier ones wait for their answers. */
export interface PipelinedClient {
  connect(): Promise<unknown>;
  on(event: 'error' | 'end', listener: () => void): unknown;
  query(text: string, values: readonly unknown[]): Promise<Rows>;
  end(): Promise<void>;
  /** Lets the connection keep the process alive; `unref` ends that. */
  ref(): void;
  unref(): void;
}

/** A client that is not connected yet, and the socket that it will use. */
export interface Pipeline {
  readonly client: PipelinedClient;
  readonly socket: HeldSocket;
}

/** A socket that can buffer what is written to it. */
export interface HeldSocket {
  cork(): void;
  uncork(): void;
  destroy(error: Error): void;
}

/** The error for a connection that could not be written to; reads are then sent again, through the pool. */
export function unwritable(cause: unknown): Error {
  return new Error('Connection terminated: it could not be written to.', { cause });
}

/** The shared connections for quick reads: those of records, and those of lists, which take longer. */
export interface Pipelines {
  readonly records: PipelinedReads;
  readonly lists: PipelinedReads;
}

/** @returns null without the fast path */
export function pipelinesFor(make: () => Pipeline, log: CoreLog): Pipelines | null {
  if (!isFastPathOn()) return null;
  return { records: new PipelinedReads(make, log), lists: new PipelinedReads(make, log, KEEP_PLANS) };
}

interface OpenPipeline extends Pipeline {
  /** Sends what is buffered. Never throws: an error ends the connection, and so every wait for an answer on it. */
  readonly release: () => void;
}

/** A read without an answer. */
interface Unanswered {
  readonly askPool: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends the quick reads of all calls on one connection of PostgreSQL, in batches that are answered in order: 0.7 of the
 * CPU for a page or a record, process and server together. Through the pool, each read takes its own connection through
 * TypeORM, and wakes both sides.
 *
 * A read goes through the pool while the connection is being opened, or when it would wait too long behind other reads.
 */
export class PipelinedReads {
  readonly #make: () => Pipeline;
  readonly #setUp: string | null;
  readonly #log: CoreLog;
  readonly #noteStall: () => void;
  #pipeline: OpenPipeline | null = null;
  #opening: Promise<void> | null = null;
  #mayOpenAt = 0;
  #isClosed = false;
  /** Whether writes are buffered until the end of the event loop's turn. */
  #isHeld = false;
  #waiting = 0;
  /** How many statements were sent on this connection; `#heard` counts their answers. */
  #sent = 0;
  #heard = 0;
  /** The reads without an answer, by their number in the order of sending. */
  #behind = new Map<number, Unanswered>();
  #stall: NodeJS.Timeout | undefined;
  /** The time of the last answer, or of the first waiting read if that is later. */
  #movedAt = 0;
  /** The recent average time between answers. */
  #paceMs = FIRST_PACE_MS;
  #plannedAt = 0;

  /** @param setUp a statement that each new connection runs first; null for none */
  constructor(make: () => Pipeline, log: CoreLog, setUp: string | null = null) {
    this.#make = make;
    this.#setUp = setUp;
    this.#log = log;
    this.#noteStall = guardedHandler(log, 'stall of quick reads', () => this.#checkStall());
  }

  /**
   * The server's answer; null when the caller should use the pool.
   *
   * @param byPool sends the read through the pool; called when the connection stalls, and then the first answer counts
   */
  run(text: string, values: readonly unknown[], byPool: () => Promise<Rows>): Promise<Rows> | null {
    const now = performance.now();
    if (this.#pipeline === null) {
      if (this.#opening === null && !this.#isClosed && now >= this.#mayOpenAt) this.#opening = this.#open();
      return null;
    }
    const { client } = this.#pipeline;
    if (this.#waiting === 0) {
      this.#movedAt = now;
      client.ref();
      this.#stall = this.#stall?.refresh() ?? setTimeout(this.#noteStall, STALLED_MS).unref();
    } else if (Math.max(this.#waiting * this.#paceMs, now - this.#movedAt) > MAX_WAIT_MS) return null;
    if (!this.#isHeld) this.#holdForTurn(this.#pipeline);
    if (now - this.#plannedAt > PLANS_FOR_MS) this.#replan(client, now);
    this.#waiting += 1;
    return this.#answered(this.#pipeline, client.query(text, values), byPool);
  }

  /** Statements of one turn of the event loop go out in one write. */
  #holdForTurn({ socket, release }: OpenPipeline): void {
    this.#isHeld = true;
    socket.cork();
    setImmediate(release);
  }

  #replan(client: PipelinedClient, now: number): void {
    this.#plannedAt = now;
    // If this fails, the statements behind it fail too and report the error.
    client.query('DISCARD PLANS', []).catch(() => undefined);
  }

  #answered(pipeline: Pipeline, answer: Promise<Rows>, byPool: () => Promise<Rows>): Promise<Rows> {
    const number = this.#sent++;
    const behind = this.#behind;
    return new Promise((resolve, reject) => {
      behind.set(number, { askPool: () => byPool().then(resolve, reject), reject });
      const note = () => {
        behind.delete(number);
        if (this.#pipeline === pipeline) this.#noteAnswer(pipeline);
      };
      answer.finally(note).then(resolve, reject);
    });
  }

  /** Called after a while without an answer. Data that arrived while this process was busy is read first. */
  async #checkStall(): Promise<void> {
    await nextTurn();
    if (this.#waiting === 0) return;
    if (performance.now() - this.#movedAt >= STALLED_MS) this.#leaveStalled();
    else this.#stall?.refresh();
  }

  /**
   * The first waiting read stays, because it may itself be the cause; the others go to the pool. One that cannot be sent
   * there fails by itself.
   */
  #leaveStalled(): void {
    const errors: unknown[] = [];
    for (const [number, { askPool, reject }] of this.#behind) {
      if (number === this.#heard) continue;
      this.#behind.delete(number);
      try {
        askPool();
      } catch (error) {
        reject(error);
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  #noteAnswer({ client }: Pipeline): void {
    const now = performance.now();
    this.#heard += 1;
    this.#stall?.refresh();
    this.#paceMs += (now - this.#movedAt - this.#paceMs) / 8;
    this.#movedAt = now;
    this.#waiting -= 1;
    // Like an idle pool, an idle connection does not keep the process alive.
    if (this.#waiting === 0) client.unref();
  }

  async #open(): Promise<void> {
    let client: PipelinedClient | undefined;
    try {
      const pipeline = this.#prepared(this.#make());
      client = pipeline.client;
      await client.connect();
      if (this.#setUp !== null) await client.query(this.#setUp, []);
      this.#waiting = 0;
      this.#sent = 0;
      this.#heard = 0;
      this.#behind = new Map();
      this.#paceMs = FIRST_PACE_MS;
      client.unref();
      this.#pipeline = pipeline;
    } catch {
      // The pool will have the same fault and report it.
      this.#mayOpenAt = performance.now() + PAUSE_MS;
      await client?.end().catch(() => undefined);
    } finally {
      this.#opening = null;
    }
  }

  #prepared({ client, socket }: Pipeline): OpenPipeline {
    const send = () => {
      this.#isHeld = false;
      socket.uncork();
    };
    const release = guardedStep(this.#log, 'sending of quick reads', send, (error) =>
      socket.destroy(unwritable(error)),
    );
    const pipeline = { client, socket, release };
    const drop = guardedHandler(this.#log, 'loss of the connection for quick reads', () => {
      if (this.#pipeline !== pipeline) return;
      this.#pipeline = null;
      client.end().catch(() => undefined);
    });
    client.on('error', drop);
    client.on('end', drop);
    return pipeline;
  }

  /** Reads that were sent are answered first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#stall);
    await this.#opening;
    const pipeline = this.#pipeline;
    this.#pipeline = null;
    pipeline?.client.ref();
    await pipeline?.client.end().catch(() => undefined);
  }
}
