import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';
import type { SilentClient } from './allowing-silence.ts';

/**
 * A pg client that listens to its own `error` event from the start. TypeORM adds its listener a moment after the pool
 * hands the connection out; a server in failover may greet and end the connection in one packet, and without a listener
 * that error would end the process. pg is imported late, because a product on SQLite does not have it.
 */
export async function errorProofClient(): Promise<new (...options: unknown[]) => ClientBase> {
  const { default: pg } = await import('pg');
  return class Client extends pg.Client implements SilentClient {
    /** The plain socket, also below TLS, whose traffic it notices. */
    readonly #socket: Socket;
    readonly #silentMs: number;

    constructor(...options: unknown[]) {
      super(...(options as ConstructorParameters<typeof pg.Client>));
      this.on('error', () => undefined);
      this.#socket = (this as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
      this.#silentMs = this.#socket.timeout ?? 0;
    }

    allowSilence(isAllowed: boolean): void {
      this.#socket.setTimeout(isAllowed ? 0 : this.#silentMs);
    }
  };
}
