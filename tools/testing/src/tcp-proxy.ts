import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Pair {
  readonly inside: Socket;
  readonly outside: Socket;
  isSilent: boolean;
  /** The bytes that the client has sent, to distinguish its connections. */
  sent: string;
}

/** A proxy between a client and a server on loopback, which can simulate network faults. */
export interface TcpProxy {
  readonly port: number;
  /** The number of accepted connections since the start. */
  readonly connections: number;
  /**
   * From now on drops all bytes on those open connections on which the client has sent `having`, or on all, without
   * closing them. New connections are not affected. Returns how many were silenced.
   */
  silence(having?: string): number;
  /** Ends all open connections, as a network does that fails; new ones are accepted. */
  drop(): void;
  close(): Promise<void>;
}

/** Passes what the server says on to the client `inside`; called once for each connection. */
type PassOn = (inside: Socket) => (bytes: Buffer) => void;

/** @param target the port of 127.0.0.1 that connections are passed on to, or a function that says it for each new one */
export async function startTcpProxy(
  target: number | (() => number),
  passOn: PassOn = (inside) => (bytes) => void inside.write(bytes),
): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let connections = 0;
  const server = createServer((inside) => {
    connections += 1;
    const outside = connect(typeof target === 'number' ? target : target(), '127.0.0.1');
    const pair: Pair = { inside, outside, isSilent: false, sent: '' };
    pairs.add(pair);
    inside.on('data', (bytes) => {
      pair.sent += bytes.toString('latin1');
      if (!pair.isSilent) pair.outside.write(bytes);
    });
    const answer = passOn(inside);
    pair.outside.on('data', (bytes) => {
      if (!pair.isSilent) answer(bytes);
    });
    const end = (other: Socket) => () => {
      if (!pair.isSilent) other.destroy();
    };
    inside.on('error', () => {}).on('close', end(pair.outside));
    pair.outside.on('error', () => {}).on('close', end(inside));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const { inside, outside } of pairs) {
      inside.destroy();
      outside.destroy();
    }
    pairs.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    silence(having = '') {
      const met = [...pairs].filter((pair) => !pair.isSilent && !pair.inside.destroyed && pair.sent.includes(having));
      for (const pair of met) pair.isSilent = true;
      return met.length;
    },
    drop,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
}
