import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { guardedStep } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import type { SilentClient } from './allowing-silence.ts';

/** A class of pg's clients, which the caller passes, because a product on SQLite has neither pg nor its types. */
// biome-ignore lint/suspicious/noExplicitAny: TypeScript wants it of a class that extends a parameter.
export type ClientClass<Client extends object> = new (...options: any[]) => Client;

/**
 * A class of pg's clients that listen to their own `error` event from the start. TypeORM adds its listener a moment
 * after the pool hands the connection out; a server in failover may greet and end the connection in one packet, and
 * without a listener that error would end the process. An answer that is not PostgreSQL's, or was garbled on its way,
 * ends the connection: pg throws in the event of the socket's data, which would end the process too.
 */
export function errorProof<Plain extends ClientClass<Pick<EventEmitter, 'on'>>>(Plain: Plain, log: CoreLog): Plain {
  return class Client extends Plain implements SilentClient {
    /** The plain socket, also below TLS, whose traffic it notices; null if it is not ours. */
    readonly #socket: Socket | null;
    readonly #silentMs: number;

    // biome-ignore lint/suspicious/noExplicitAny: TypeScript wants it of a class that extends a parameter.
    constructor(...options: any[]) {
      const opened: Socket[] = [];
      super(...notingSocket(options, opened));
      this.on('error', () => undefined);
      endWhenGarbled(this, log);
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
  // pg's pool hides the password, so that a copy of the enumerable members would lack it.
  const members = { ...Object.getOwnPropertyDescriptors(config), stream: { value: open, enumerable: true } };
  return [Object.defineProperties({}, members), ...more];
}

/** The member of pg's client that its types lack; without it garbled answers are pg's to handle. */
interface ParsingConnection {
  attachListeners(stream: HeardStream): void;
}

interface HeardStream {
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  destroy(error: Error): unknown;
}

/** Guards the listener that parses the server's answers. The stream is the socket, or TLS's on top of it. */
function endWhenGarbled(client: object, log: CoreLog): void {
  const { connection } = client as { readonly connection?: Partial<ParsingConnection> };
  const attach = connection?.attachListeners;
  if (connection === undefined || attach === undefined) return;
  connection.attachListeners = (stream) => {
    const end = (cause: unknown) =>
      stream.destroy(new Error('Connection terminated: an answer of the server cannot be read.', { cause }));
    // pg listens to the data and to their end, for which it only resolves a promise.
    const on: HeardStream['on'] = (event, listener) => {
      const hear = guardedStep(log, 'answer of PostgreSQL', listener, end);
      return stream.on(event, hear);
    };
    attach.call(connection, { on, destroy: (error) => stream.destroy(error) });
  };
}
