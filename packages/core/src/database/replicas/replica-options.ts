import { invalidOption } from '../../errors.ts';
import { refuseUnknownOptions, wholeNumber } from '../../option-rules.ts';
import { isPostgresUrl } from '../server-url.ts';

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

export type ResolvedReplicaOptions = ReturnType<typeof resolveReplicaOptions>;

const NAMES: Readonly<Record<keyof ReplicaOptions, true>> = {
  urls: true,
  poolSize: true,
  waitMs: true,
  namedStatements: true,
};

/** Fills the defaults; throws `options_invalid` naming the option, never a URL. */
export function resolveReplicaOptions(options: ReplicaOptions) {
  const isObject = typeof options === 'object' && options !== null;
  if (!isObject || !Array.isArray(options.urls) || options.urls.length === 0) {
    throw invalidOption('replicas is { urls: ["postgres://user:password@host/database"] }.');
  }
  refuseUnknownOptions('replicas', options, NAMES);
  const { urls, poolSize = 10, waitMs = 100, namedStatements = true } = options;
  if (!urls.every(isPostgresUrl))
    throw invalidOption('replicas.urls are as postgres://user:password@host/database, percent-encoded.');
  wholeNumber('replicas.poolSize', poolSize, 1);
  wholeNumber('replicas.waitMs', waitMs, 0, 60_000);
  if (typeof namedStatements !== 'boolean') throw invalidOption('replicas.namedStatements is true or false.');
  return { urls, poolSize, waitMs, namedStatements };
}
