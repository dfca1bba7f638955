import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { CoreLog } from '../../log.ts';
import { classifyDatabaseError } from '../constraint-errors.ts';
import { postgresPoolOptions } from '../data-source.ts';
import type { RunStatement } from '../engine.ts';
import { runOnPostgres } from '../typeorm-statements.ts';
import type { ResolvedReplicaOptions } from './replica-options.ts';

/** A dead host must not keep a probe for longer. */
const CONNECT_TIMEOUT_MS = 2_000;

/** One connection to a replica, for one statement or one snapshot. */
export interface ReplicaLease {
  readonly run: RunStatement;
  readonly manager: EntityManager;
  /** Whether it has its connection, for which it may wait behind others, or while a new one is opened. */
  isConnected(): boolean;
  /** Whether its pool was left behind meanwhile: what fails then says nothing of the replica. */
  isLeftBehind(): boolean;
  release(): void;
}

/**
 * The connections to one replica. They are opened when it is first probed, so that a core starts without its replicas,
 * and anew after a loss: those that the network has dropped in silence may hold every place of a pool for a minute.
 */
export class ReplicaPool {
  readonly #url: string;
  readonly #options: ResolvedReplicaOptions;
  readonly #log: CoreLog;
  #opening: Promise<DataSource> | null = null;
  #open: DataSource | null = null;
  #inUse = 0;

  constructor(url: string, options: ResolvedReplicaOptions, log: CoreLog) {
    this.#url = url;
    this.#options = options;
    this.#log = log;
  }

  /** Throws `database_unavailable`. */
  async open(): Promise<void> {
    this.#opening ??= this.#connect();
    const opening = this.#opening;
    try {
      const opened = await opening;
      if (this.#opening === opening) this.#open = opened;
    } catch (error) {
      if (this.#opening === opening) this.#opening = null;
      throw classifyDatabaseError(error, 'postgres');
    }
  }

  async #connect(): Promise<DataSource> {
    const { poolSize, namedStatements } = this.#options;
    const connection = { type: 'postgres', url: this.#url, poolSize, namedStatements } as const;
    const options = await postgresPoolOptions(connection, [], this.#log);
    return new DataSource({ ...options, connectTimeoutMS: CONNECT_TIMEOUT_MS }).initialize();
  }

  /** Whether all connections are in use. */
  get isBusy(): boolean {
    return this.#inUse >= this.#options.poolSize;
  }

  /** A connection, which its first statement waits for; null when the pool is not open. */
  take(): ReplicaLease | null {
    const pool = this.#open;
    if (pool === null) return null;
    const runner = pool.createQueryRunner();
    this.#inUse += 1;
    let isConnected = false;
    let isReleased = false;
    return {
      run: async (text, values) => {
        if (!isConnected) await connect(runner);
        isConnected = true;
        return runOnPostgres(runner, text, values);
      },
      manager: runner.manager,
      isConnected: () => isConnected,
      isLeftBehind: () => this.#open !== pool,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        // Those of a pool that was left behind count no more.
        if (this.#open === pool) this.#inUse -= 1;
        void giveBack(runner);
      },
    };
  }

  /** Leaves all connections behind, those in use too; the next `open` makes others. */
  renew(): void {
    void this.close();
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    this.#open = null;
    this.#inUse = 0;
    await opening?.then((pool) => pool.destroy()).catch(() => undefined);
  }
}

async function connect(runner: QueryRunner): Promise<void> {
  try {
    await runner.connect();
  } catch (error) {
    throw classifyDatabaseError(error, 'postgres');
  }
}

async function giveBack(runner: QueryRunner): Promise<void> {
  await runner.release().catch(() => undefined);
}
