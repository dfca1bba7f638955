import { ShaonError } from '../../errors.ts';

/** Standbys that stream from the primary and serve lists and long readings. PostgreSQL only. */
export interface ReplicaOptions {
  /** `postgres://user:password@host/database` of each: standbys of the database's own cluster. */
  readonly urls: readonly string[];
  /** Connections to each of them. Default 10. */
  readonly poolSize?: number | undefined;
  /**
   * How long a reading waits for a replica that lags behind the primary, in ms; after that the primary answers. Default
   * 100; with 0 it does not wait.
   */
  readonly waitMs?: number | undefined;
  /** As for `database`: false behind a pooler that gives every transaction another connection. Default true. */
  readonly namedStatements?: boolean | undefined;
}

export interface ResolvedReplicaOptions {
  readonly urls: readonly string[];
  readonly poolSize: number;
  readonly waitMs: number;
  readonly namedStatements: boolean;
}

const NAMES: Readonly<Record<keyof ReplicaOptions, true>> = {
  urls: true,
  poolSize: true,
  waitMs: true,
  namedStatements: true,
};

/** Fills the defaults; throws `options_invalid` naming the option, never a URL. */
export function resolveReplicaOptions(options: ReplicaOptions): ResolvedReplicaOptions {
  const isObject = typeof options === 'object' && options !== null;
  if (!isObject || !Array.isArray(options.urls) || options.urls.length === 0) {
    throw invalid('replicas is { urls: ["postgres://user:password@host/database"] }.');
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(NAMES, name)) throw invalid(`replicas has no option ${name}.`);
  }
  const { urls, poolSize = 10, waitMs = 100, namedStatements = true } = options;
  if (!urls.every(isPostgresUrl)) throw invalid('replicas.urls are as postgres://user:password@host/database.');
  if (!Number.isSafeInteger(poolSize) || poolSize < 1) throw invalid('replicas.poolSize is a whole number from 1.');
  if (!Number.isSafeInteger(waitMs) || waitMs < 0 || waitMs > 60_000) {
    throw invalid('replicas.waitMs is a whole number from 0 to 60000.');
  }
  if (typeof namedStatements !== 'boolean') throw invalid('replicas.namedStatements is true or false.');
  return { urls, poolSize, waitMs, namedStatements };
}

function isPostgresUrl(url: unknown): boolean {
  return typeof url === 'string' && /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
}

function invalid(message: string): ShaonError {
  return new ShaonError('options_invalid', message);
}
