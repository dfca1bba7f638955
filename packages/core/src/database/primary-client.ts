import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import type { ClientClass } from './error-proof-client.ts';

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
export function refuseStandby<Plain extends ClientClass<ConnectingClient>>(Plain: Plain, log: CoreLog): Plain {
  return class Client extends Plain {
    #isStandby = false;

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
      onParameterStatus(this, log, ({ parameterName, parameterValue }) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
      });
      await super.connect();
      if (!this.#isStandby) return this;
      this.end().catch(() => undefined);
      throw standbyRefused();
    }
  };
}

/** Listens to the parameters that a server reports to a client; one without a connection of its own hears none. */
function onParameterStatus(client: object, log: CoreLog, note: (status: ParameterStatus) => void): void {
  const { connection } = client as { readonly connection?: ReportingConnection };
  connection?.on('parameterStatus', guardedHandler(log, 'state of a database server', note));
}

const standbyRefused = (): Error => Object.assign(new Error('The server is a standby.'), { code: TAKES_NO_WRITES });
