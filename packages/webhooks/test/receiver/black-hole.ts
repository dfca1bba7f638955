import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A port of 127.0.0.1 that misbehaves below HTTP. */
export interface BadPort {
  readonly port: number;
  close(): Promise<void>;
}

const LISTENING = `const server = require('node:net').createServer(() => {});
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));`;
const CONNECTS = 8;
const SETTLED_MS = 300;

/**
 * A port that answers no SYN, like an address behind a firewall that drops: a process that is stopped does not accept,
 * and once its short queue is full the kernel drops what comes. Null where the kernel behaves otherwise.
 */
export async function startBlackHole(): Promise<BadPort | null> {
  const child = spawn(process.execPath, ['-e', LISTENING], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [output] = await once(child.stdout, 'data');
  const port = Number(String(output));
  child.kill('SIGSTOP');
  const waiting: Socket[] = [];
  for (let count = 0; count < CONNECTS; count++) {
    waiting.push(connect(port, '127.0.0.1').on('error', () => {}));
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const close = async () => {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
    await ended;
  };
  if (waiting.some((socket) => socket.connecting)) return { port, close };
  await close();
  return null;
}

/** A TCP server that does with each connection what it is told, and knows no TLS. */
export async function startTcpServer(behave: (socket: Socket) => void): Promise<BadPort> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
