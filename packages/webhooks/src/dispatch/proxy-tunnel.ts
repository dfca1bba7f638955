import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { isIPv6, type Socket } from 'node:net';

/** A proxy of the operator through which the sender reaches public addresses. */
export type OutboundProxy = Pick<URL, 'hostname' | 'port' | 'username' | 'password'>;

/** The proxy gave no tunnel; the receiver was not asked. */
export class ProxyError extends Error {
  readonly code: 'proxy_unreachable' | 'proxy_refused';

  constructor(code: ProxyError['code'], options?: ErrorOptions) {
    super(code === 'proxy_refused' ? 'The proxy refused the address.' : 'The proxy cannot be reached.', options);
    this.code = code;
  }
}

/**
 * A tunnel by CONNECT (RFC 9110, 9.3.6) to the first of these addresses that the proxy reaches. The proxy is given an
 * address and never a name, which it could resolve to another one than was judged (D:V18). Rejects with ProxyError.
 */
export async function openTunnel(
  proxy: OutboundProxy,
  addresses: readonly string[],
  port: number,
  timeoutMs: number,
): Promise<{ readonly socket: Socket; readonly address: string }> {
  const last = performance.now() + timeoutMs;
  let refused: unknown = new ProxyError('proxy_refused');
  for (const address of addresses) {
    try {
      return { socket: await connectTo(proxy, address, port, Math.max(1, last - performance.now())), address };
    } catch (error) {
      refused = error;
      if (!(error instanceof ProxyError) || error.code !== 'proxy_refused') break;
    }
  }
  throw refused;
}

async function connectTo(proxy: OutboundProxy, address: string, port: number, timeoutMs: number): Promise<Socket> {
  const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const { hostname, username, password } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const asking = request({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port === '' ? 80 : Number(proxy.port),
    method: 'CONNECT',
    path: target,
    headers: {
      host: target,
      ...(username !== '' && { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    agent: false,
    signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
  });
  // A later error has nobody who waits for it.
  asking.on('error', () => undefined);
  const connected: Promise<unknown[]> = once(asking, 'connect');
  asking.end();
  const [{ statusCode = 0 }, socket, early] = (await connected.catch((cause: unknown) => {
    throw new ProxyError('proxy_unreachable', { cause });
  })) as [IncomingMessage, Socket, Buffer];
  // What comes before the tunnel is used cannot be the receiver's, who has not been greeted.
  if (statusCode >= 200 && statusCode < 300 && early.length === 0) return socket;
  socket.destroy();
  throw new ProxyError('proxy_refused');
}
