import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Listening, listen } from './listen.ts';

export interface ConnectProxy extends Listening {
  /** What it was asked for, with the credentials: `93.184.216.34:443 Basic …`. */
  readonly asked: string[];
  /** Its answer to each address; anything but 200 refuses it. */
  answer: (target: string) => number;
}

/** A proxy whose tunnels all lead to one port of this machine. */
export async function startConnectProxy(to: () => number): Promise<ConnectProxy> {
  const asked: string[] = [];
  const server = createServer();
  const open = new Set<Socket>();
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`.trim());
    open.add(socket);
    socket.on('error', () => undefined);
    const status = proxy.answer(url);
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const inner = connect(to(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(inner).pipe(socket);
    });
    open.add(inner);
    inner.on('error', () => undefined);
  });
  const listening = await listen(server);
  const proxy: ConnectProxy = {
    ...listening,
    asked,
    answer: () => 200,
    async close() {
      for (const socket of open) socket.destroy();
      await listening.close();
    },
  };
  return proxy;
}
