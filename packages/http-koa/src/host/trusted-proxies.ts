import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4 } from 'node:net';

/** Whether an address is one of the proxies whose headers are trusted (D:U5). */
export type IsTrustedProxy = (address: string) => boolean;

/** @param entries addresses and networks, in the format of SHAON_TRUSTED_PROXIES */
export function trustedProxies(entries: readonly string[]): IsTrustedProxy {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    // A socket that listens on :: shows IPv4 callers as ::ffff:192.0.2.1.
    const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

/** Whether the request came by https, as far as is known; in a chain of proxies, the nearest one decides. */
export function cameByHttps(request: IncomingMessage, isTrusted: IsTrustedProxy): boolean {
  if ('encrypted' in request.socket && request.socket.encrypted === true) return true;
  if (!isTrusted(request.socket.remoteAddress ?? '')) return false;
  const schemes = String(request.headers['x-forwarded-proto'] ?? '').split(',');
  return schemes.at(-1)?.trim().toLowerCase() === 'https';
}
