import type { RawRow } from '../sql.ts';

/** Who would wait longer behind the others is sent by the pool. */
const MOST_WAIT_MS = 5;
/** Who stands for so long behind one that is not answered, such as one that waits for a lock, is sent by the pool as well. */
const STALLED_MS = 100;
/** How long an answer takes, before that is known. */
const FIRST_PACE_MS = 0.25;
/** After a connection that was not to be had. */
const PAUSE_MS = 1_000;
/** A plan that was made for a small table reads all of it when it has grown, until PostgreSQL has looked at it again. */
const PLANS_FOR_MS = 1_000;

/** What a server answers. Not pg's own type: an embedder on SQLite has none of it. */
interface Rows {
  readonly rows: RawRow[];
}

/** A pg client with the option `pipeline`: it sends a statement while others wait for their answers. */
export interface PipelinedClient {
  connect(): Promise<unknown>;
  on(event: 'error' | 'end', listener: () => void): unknown;
  query(text: string, values: readonly unknown[]): Promise<Rows>;
  end(): Promise<void>;
  /** Keeps the process alive, or no longer. */
  ref(): void;
  unref(): void;
}

/** A client that is not connected yet, and the socket that it will use. */
export interface Pipeline {
  readonly client: PipelinedClient;
  readonly socket: HeldSocket;
}

/** A socket that can hold back what is written to it. */
export interface HeldSocket {
  cork(): void;
  uncork(): void;
}

/**
 * The quick reads of all calls on one connection of PostgreSQL, sent together and answered in turn: 0.7 of the CPU of
 * a page or a record, of process and server together. By the pool, each takes a connection for itself through TypeORM, and
 * both sides are woken for each alone.
 *
 * Nobody waits for this connection to be opened, nor long behind the others: the pool is asked then.
 */
export class PipelinedReads {
  readonly #make: () => Pipeline;
  #pipeline: Pipeline | null = null;
  #opening: Promise<void> | null = null;
  #mayOpenAt = 0;
  #isClosed = false;
  /** Whether what is sent is held back till the end of the turn. */
  #isHeld = false;
  #waiting = 0;
  /** How many were sent on this connection, and how many of them were answered. */
  #sent = 0;
  #heard = 0;
  /** Sends one that waits by the pool; by its place among those that were sent. */
  #behind = new Map<number, () => void>();
  #stall: NodeJS.Timeout | undefined;
  /** When the last answer came, or the first of those that wait was sent. */
  #movedAt = 0;
  /** How long an answer took of late. */
  #paceMs = FIRST_PACE_MS;
  #plannedAt = 0;

  constructor(make: () => Pipeline) {
    this.#make = make;
  }

  /**
   * The answer of the server; null where the pool is to be asked.
   *
   * @param byPool asks the pool: it is called after a while behind one that is held up, and the first answer counts
   */
  run(text: string, values: readonly unknown[], byPool: () => Promise<Rows>): Promise<Rows> | null {
    const now = performance.now();
    if (this.#pipeline === null) {
      if (this.#opening === null && !this.#isClosed && now >= this.#mayOpenAt) this.#opening = this.#open();
      return null;
    }
    const { client, socket } = this.#pipeline;
    if (this.#waiting === 0) {
      this.#movedAt = now;
      client.ref();
      this.#stall = this.#stall?.refresh() ?? setTimeout(() => this.#noteStall(), STALLED_MS).unref();
    } else if (Math.max(this.#waiting * this.#paceMs, now - this.#movedAt) > MOST_WAIT_MS) return null;
    if (!this.#isHeld) this.#holdForTurn(socket);
    if (now - this.#plannedAt > PLANS_FOR_MS) this.#planAnew(client, now);
    this.#waiting += 1;
    return this.#answered(this.#pipeline, client.query(text, values), byPool);
  }

  /** What is sent in one turn of the event loop goes in one write. */
  #holdForTurn(socket: HeldSocket): void {
    this.#isHeld = true;
    socket.cork();
    setImmediate(() => {
      this.#isHeld = false;
      socket.uncork();
    });
  }

  #planAnew(client: PipelinedClient, now: number): void {
    this.#plannedAt = now;
    // What fails here fails in what is sent behind it too.
    client.query('DISCARD PLANS', []).catch(() => undefined);
  }

  #answered(pipeline: Pipeline, answer: Promise<Rows>, byPool: () => Promise<Rows>): Promise<Rows> {
    const place = this.#sent++;
    const behind = this.#behind;
    return new Promise((resolve, reject) => {
      behind.set(place, () => byPool().then(resolve, reject));
      const note = () => {
        behind.delete(place);
        if (this.#pipeline === pipeline) this.#noteAnswer(pipeline);
      };
      answer.finally(note).then(resolve, reject);
    });
  }

  /** After a while without an answer. What came while this process was busy is looked at first. */
  #noteStall(): void {
    setImmediate(() => {
      if (this.#waiting === 0) return;
      if (performance.now() - this.#movedAt >= STALLED_MS) this.#leaveStalled();
      else this.#stall?.refresh();
    });
  }

  /** The first in the line goes on alone: what holds it up may be itself. */
  #leaveStalled(): void {
    for (const [place, askPool] of this.#behind) {
      if (place === this.#heard) continue;
      this.#behind.delete(place);
      askPool();
    }
  }

  #noteAnswer({ client }: Pipeline): void {
    const now = performance.now();
    this.#heard += 1;
    this.#stall?.refresh();
    this.#paceMs += (now - this.#movedAt - this.#paceMs) / 8;
    this.#movedAt = now;
    this.#waiting -= 1;
    // Idle it keeps no process alive, as little as an idle pool does.
    if (this.#waiting === 0) client.unref();
  }

  async #open(): Promise<void> {
    const pipeline = this.#make();
    const { client } = pipeline;
    const drop = () => {
      if (this.#pipeline !== pipeline) return;
      this.#pipeline = null;
      client.end().catch(() => undefined);
    };
    client.on('error', drop);
    client.on('end', drop);
    try {
      await client.connect();
      this.#waiting = 0;
      this.#sent = 0;
      this.#heard = 0;
      this.#behind = new Map();
      this.#paceMs = FIRST_PACE_MS;
      client.unref();
      this.#pipeline = pipeline;
    } catch {
      // The pool meets the same fault, and says so.
      this.#mayOpenAt = performance.now() + PAUSE_MS;
      await client.end().catch(() => undefined);
    } finally {
      this.#opening = null;
    }
  }

  /** What was sent is answered before. */
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
