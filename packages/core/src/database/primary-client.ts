import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';

/** SQLSTATE `read_only_sql_transaction`, with which a standby refuses a write. */
const TAKES_NO_WRITES = '25006';

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** How pg's client calls back when it is connected, or could not be. */
type Connected = (error: Error | null, client: object) => void;

interface ConnectingClient {
  connect(callback?: Connected): unknown;
  end(): Promise<unknown>;
}

/** The class of pg's clients; a product on SQLite has neither pg nor its types. */
// biome-ignore lint/suspicious/noExplicitAny: TypeScript wants it of a class that extends a parameter.
type ClientClass = new (...options: any[]) => ConnectingClient;

/** The member of pg's client that its types lack. */
interface ReportingConnection {
  on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): unknown;
}

/**
 * A class of pg's clients that connect to no standby, like libpq with `target_session_attrs=primary`. In a failover a
 * DNS name or a proxy may still lead to the old primary, which runs again as a standby. A pool would keep that
 * connection, which refuses each write and reads old rows, after the name leads to the new primary. A server becomes a
 * standby only by a restart, so it is enough to check new connections. PostgreSQL reports it to each of them, from
 * version 14 on.
 */
export function refuseStandby<Plain extends ClientClass>(Plain: Plain, log: CoreLog): Plain {
  return class Client extends Plain {
    #isStandby = false;

    // biome-ignore lint/suspicious/noExplicitAny: TypeScript wants it of a class that extends a parameter.
    constructor(...options: any[]) {
      super(...options);
      const { connection } = this as unknown as { readonly connection?: ReportingConnection };
      const note = ({ parameterName, parameterValue }: ParameterStatus) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
      };
      connection?.on('parameterStatus', guardedHandler(log, 'state of a database server', note));
    }

    override connect(callback?: Connected): Promise<this> | undefined {
      const connected = this.#connected();
      if (callback === undefined) return connected;
      const tell = guardedHandler(log, 'connection to a database server', callback);
      connected.then(
        () => tell(null, this),
        (error: Error) => tell(error, this),
      );
      return undefined;
    }

    async #connected(): Promise<this> {
      await super.connect();
      if (!this.#isStandby) return this;
      this.end().catch(() => undefined);
      throw standbyRefused();
    }
  };
}

const standbyRefused = (): Error => Object.assign(new Error('The server is a standby.'), { code: TAKES_NO_WRITES });
