import type { EntityManager } from 'typeorm';
import type { Dialect } from './dialect.ts';

/** A client whose socket ends after a time without traffic (`socket-with-timeout.ts`), unless silence is allowed. */
export interface SilentClient {
  allowSilence(isAllowed: boolean): void;
}

/**
 * Allows silence on the connection of a transaction while `work` runs, because a statement or a pause in it may take
 * longer than elsewhere. A connection that the network drops meanwhile is noticed by TCP's keep-alive. Does nothing on
 * SQLite, or for a host's connection, which has no such limit.
 */
export async function allowingSilence<T>({ queryRunner }: EntityManager, work: () => Promise<T>): Promise<T> {
  const client: unknown = await queryRunner?.connect();
  if (!(client instanceof Object && 'allowSilence' in client)) return work();
  const { allowSilence } = client as SilentClient;
  allowSilence.call(client, true);
  try {
    return await work();
  } finally {
    allowSilence.call(client, false);
  }
}

const NO_IDLE_LIMIT = 'SET LOCAL idle_in_transaction_session_timeout = 0';

/**
 * Lets a transaction pause between two statements for as long as its caller takes: to write to a slow disk, or to read
 * a slow source. SQLite has no such limit.
 */
export async function allowingPauses<T>(dialect: Dialect, manager: EntityManager, work: () => Promise<T>): Promise<T> {
  if (dialect === 'sqlite') return work();
  await manager.query(NO_IDLE_LIMIT);
  return allowingSilence(manager, work);
}
