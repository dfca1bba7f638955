import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { CoreLog } from '../../log.ts';
import { classifyDatabaseError, withClassifiedErrors } from '../constraint-errors.ts';
import { postgresPoolOptions } from '../data-source.ts';
import type { RunStatement } from '../engine.ts';
import { runOnPostgres } from '../postgres-statements.ts';
import type { ResolvedReplicaOptions } from './replica-options.ts';

/** A probe of a dead host must not take longer. */
const CONNECT_TIMEOUT_MS = 2_000;

/** One connection to a replica, taken for one statement or one snapshot. */
export interface ReplicaLease {
  readonly run: RunStatement;
  readonly manager: EntityManager;
  /** Whether it has its connection; it may wait for one behind others, or until a new one is opened. */
  isConnected(): boolean;
  /** Whether its pool was replaced meanwhile; an error then says nothing about the replica. */
  isFromReplacedPool(): boolean;
  release(): void;
}

/**
 * The connections to one replica. They are opened at the first probe, so that a core starts without its replicas, and
 * again after a loss, because silently dropped connections may occupy a whole pool for a minute.
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
    const options = await postgresPoolOptions(connection, [], this.#log, { isPrimary: false });
    return new DataSource({ ...options, connectTimeoutMS: CONNECT_TIMEOUT_MS }).initialize();
  }

  /** Whether all connections are in use. */
  get isBusy(): boolean {
    return this.#inUse >= this.#options.poolSize;
  }

  /** A connection, for which its first statement waits; null if the pool is not open. */
  take(): ReplicaLease | null {
    const pool = this.#open;
    if (pool === null) return null;
    const runner = pool.createQueryRunner();
    this.#inUse += 1;
    let isConnected = false;
    let isReleased = false;
    return {
      run: async (text, values) => {
        const client = await withClassifiedErrors('postgres', () => runner.connect());
        isConnected = true;
        return runOnPostgres(client, text, values);
      },
      manager: runner.manager,
      isConnected: () => isConnected,
      isFromReplacedPool: () => this.#open !== pool,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        // Connections of a replaced pool no longer count.
        if (this.#open === pool) this.#inUse -= 1;
        void giveBack(runner);
      },
    };
  }

  /** Abandons all connections, including those in use; the next `open` makes new ones. */
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

async function giveBack(runner: QueryRunner): Promise<void> {
  await runner.release().catch(() => undefined);
}
