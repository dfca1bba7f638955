import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { guardedHandler, guardedStep } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';

/*
 * What can happen to a connection to PostgreSQL, what pg and its pool have for it, and what they lack:
 *
 * | danger | their option | what is added here |
 * |---|---|---|
 * | no connection comes about | `connectionTimeoutMillis` | |
 * | a statement does not end | `statement_timeout` | |
 * | a transaction is left open | `idle_in_transaction_session_timeout` | |
 * | an idle connection is lost | `idleTimeoutMillis`, `keepAlive`, the pool's `error` event | |
 * | the network drops the connection in silence during a statement | `query_timeout` fails the call, but the pool keeps the client, whose next call waits for the same answer | the connection ends after `silentMs` |
 * | a connection is lost between the pool and its user | none: an `error` without a listener ends the process | a listener |
 * | an answer cannot be parsed | none: pg throws in the event of the socket, which ends the process | the connection ends |
 * | the server is a standby | none, unlike libpq's `target_session_attrs` | it is refused |
 */

/** A class of pg's clients, which the caller passes, because a product on SQLite has neither pg nor its types. */
// biome-ignore lint/suspicious/noExplicitAny: TypeScript wants it of a class that extends a parameter.
type ClientClass = new (...options: any[]) => PgClient;

/** How pg's client calls back when it is connected, or could not be. */
type Connected = (error: Error | null, client: object) => void;

interface PgClient extends Pick<EventEmitter, 'on'> {
  connect(callback?: Connected): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: pg's own type has ten forms of a call.
  query(...statement: any[]): any;
  end(callback?: (error: Error) => void): unknown;
}

export interface GuardOptions {
  /** How long a statement, or the end of the connection, may go without any traffic, in ms. Default: for ever. */
  readonly silentMs?: number;
  /**
   * Whether a standby is refused. In a failover a DNS name or a proxy may still lead to the old primary, which runs again
   * as a standby. A pool would keep that connection, which refuses each write and reads old rows. A server becomes a
   * standby only by a restart, so it is enough to ask on new connections.
   */
  readonly refusesStandby?: boolean;
}

/** A class of pg's clients that end neither the process nor wait for ever, as the table above says. */
export function guardedClient<Plain extends ClientClass>(
  Plain: Plain,
  log: CoreLog,
  { silentMs = 0, refusesStandby = false }: GuardOptions = {},
): Plain {
  return class Client extends Plain {
    /** The plain socket, also below TLS. */
    readonly #socket: Socket | undefined;

    // biome-ignore lint/suspicious/noExplicitAny: TypeScript wants it of a class that extends a parameter.
    constructor(...options: any[]) {
      super(...options);
      const { connection } = this as { readonly connection?: Partial<PgClientsConnection> };
      this.on('error', () => undefined);
      if (connection !== undefined) endWhenGarbled(connection, log);
      this.#socket = silentMs > 0 ? connection?.stream : undefined;
      const endSilent = () => this.#socket?.destroy(new Error('Connection terminated: the server is silent.'));
      this.#socket?.on('timeout', guardedHandler(log, 'end of a silent connection', endSilent));
      // Between statements nothing has to come.
      this.on(
        'drain',
        guardedHandler(log, 'statements that have ended', () => this.#socket?.setTimeout(0)),
      );
    }

    override connect(callback?: Connected): unknown {
      if (!refusesStandby) return super.connect(callback);
      const connected = this.#connectToPrimary();
      if (callback === undefined) return connected;
      const tell = guardedHandler(log, 'connection to a database server', callback);
      connected.then(
        () => tell(null, this),
        (error: Error) => tell(error, this),
      );
    }

    async #connectToPrimary(): Promise<this> {
      await super.connect();
      try {
        const { rows } = await this.query('SELECT pg_is_in_recovery() AS standby');
        if (rows[0].standby === true) throw standbyRefused();
        return this;
      } catch (error) {
        this.end(() => undefined);
        throw error;
      }
    }

    // biome-ignore lint/suspicious/noExplicitAny: as above.
    override query(...statement: any[]): any {
      this.#socket?.setTimeout(silentMs);
      return super.query(...statement);
    }

    override end(callback?: (error: Error) => void): unknown {
      this.#socket?.setTimeout(silentMs);
      return super.end(callback);
    }
  };
}

/** SQLSTATE `read_only_sql_transaction`, with which a standby refuses a write. */
const TAKES_NO_WRITES = '25006';
const standbyRefused = (): Error => Object.assign(new Error('The server is a standby.'), { code: TAKES_NO_WRITES });

/** The members of pg's client that its types lack; a client without them is guarded less. */
interface PgClientsConnection {
  readonly stream: Socket;
  attachListeners(stream: HeardStream): void;
}

interface HeardStream {
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  destroy(error: Error): unknown;
}

/** Guards the listener that parses the server's answers. The stream is the socket, or TLS's on top of it. */
function endWhenGarbled(connection: Partial<PgClientsConnection>, log: CoreLog): void {
  const attach = connection.attachListeners;
  if (attach === undefined) return;
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
