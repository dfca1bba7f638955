import type { Client } from 'pg';
import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import type { ClientClass } from './fast/named-statements.ts';

/** SQLSTATE `read_only_sql_transaction`, with which a standby refuses a write. */
const TAKES_NO_WRITES = '25006';

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** How pg's client calls back when it is connected, or could not be. */
type Connected = (error: Error | null, client: Client) => void;

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
export function refuseStandby(Plain: ClientClass, log: CoreLog): ClientClass {
  return class extends Plain {
    #isStandby = false;

    constructor(...options: ConstructorParameters<typeof Client>) {
      super(...options);
      const { connection } = this as unknown as { readonly connection?: ReportingConnection };
      const note = ({ parameterName, parameterValue }: ParameterStatus) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
      };
      connection?.on('parameterStatus', guardedHandler(log, 'state of a database server', note));
    }

    override connect(): Promise<this>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<this> | undefined {
      if (callback === undefined) return this.#connected();
      super.connect((error: Error | null) => {
        const refusal = error ?? (this.#isStandby ? standbyRefused() : null);
        if (error === null && refusal !== null) this.end().catch(() => undefined);
        callback(refusal, this);
      });
      return undefined;
    }

    #connected(): Promise<this> {
      return new Promise((resolve, reject) => {
        this.connect((error) => (error === null ? resolve(this) : reject(error)));
      });
    }
  };
}

const standbyRefused = (): Error => Object.assign(new Error('The server is a standby.'), { code: TAKES_NO_WRITES });
