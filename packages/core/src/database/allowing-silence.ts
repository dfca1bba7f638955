import type { EntityManager } from 'typeorm';

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
