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
    /** The plain socket, also below TLS, whose traffic it notices; null if it is not ours. */
    readonly #socket: Socket | null;
    readonly #silentMs: number;

    constructor(...options: unknown[]) {
      const opened: Socket[] = [];
      super(...(notingSocket(options, opened) as ConstructorParameters<typeof pg.Client>));
      this.on('error', () => undefined);
      this.#socket = opened[0] ?? null;
      this.#silentMs = this.#socket?.timeout ?? 0;
    }

    allowSilence(isAllowed: boolean): void {
      this.#socket?.setTimeout(isAllowed ? 0 : this.#silentMs);
    }
  };
}

/** The options with a `stream` that notes the socket which it opens; pg opens it when the client is made. */
function notingSocket([config, ...more]: readonly unknown[], opened: Socket[]): unknown[] {
  const { stream } = (config ?? {}) as { readonly stream?: unknown };
  if (typeof stream !== 'function') return [config, ...more];
  const open = (...values: unknown[]): Socket => {
    const socket: Socket = stream(...values);
    opened.push(socket);
    return socket;
  };
  return [{ ...(config as object), stream: open }, ...more];
}
