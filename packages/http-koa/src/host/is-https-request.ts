import type { IncomingMessage } from 'node:http';

/** Whether the request came by https, as far as is known; in a chain of proxies, the nearest one decides. */
export function isHttpsRequest(request: IncomingMessage, isTrusted: (address: string) => boolean): boolean {
  if ('encrypted' in request.socket && request.socket.encrypted === true) return true;
  if (!isTrusted(request.socket.remoteAddress ?? '')) return false;
  const schemes = String(request.headers['x-forwarded-proto'] ?? '').split(',');
  return schemes.at(-1)?.trim().toLowerCase() === 'https';
}
