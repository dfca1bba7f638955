import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Pair {
  readonly inside: Socket;
  readonly outside: Socket;
  isSilent: boolean;
  /** What the client has sent, to tell its connections apart. */
  sent: string;
}

/** Stands between a client and a server on loopback, and can do what a network does. */
export interface TcpProxy {
  readonly port: number;
  /** Connections that were let in, over all time. */
  readonly connections: number;
  /**
   * From now on nothing passes on those open connections over which the client has sent `having`, or on all; neither
   * side is told. New ones are not touched. Returns how many.
   */
  silence(having?: string): number;
  close(): Promise<void>;
}

/** @param target the port of 127.0.0.1 that connections are passed on to */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let connections = 0;
  const server = createServer((inside) => {
    connections += 1;
    const pair: Pair = { inside, outside: connect(target, '127.0.0.1'), isSilent: false, sent: '' };
    pairs.add(pair);
    inside.on('data', (bytes) => {
      pair.sent += bytes.toString('latin1');
      if (!pair.isSilent) pair.outside.write(bytes);
    });
    pair.outside.on('data', (bytes) => {
      if (!pair.isSilent) inside.write(bytes);
    });
    const end = (other: Socket) => () => {
      if (!pair.isSilent) other.destroy();
    };
    inside.on('error', () => {}).on('close', end(pair.outside));
    pair.outside.on('error', () => {}).on('close', end(inside));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { inside, outside } of pairs) {
          inside.destroy();
          outside.destroy();
        }
      }),
  };
}
