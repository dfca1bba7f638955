import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { ShaonError } from '@shaon/core';
import { hasDroppedHeaders } from './dropped-headers.ts';
import { networkOf } from './network.ts';

/** The longest IPv6 address with a zone, whose name Node does not limit (RFC 4007, 11); Linux allows 15 characters. */
const LONGEST_ADDRESS = 64;
/** Some proxies add the caller's port: `203.0.113.9:5678`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/**
 * Makes the function that returns a caller's address (D:U5): the socket's, or behind trusted proxies the rightmost hop
 * of X-Forwarded-For that is not one of them. The header of any other sender is ignored.
 */
export function trustedProxyAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedAddresses(trustedProxies);
  return (request) => {
    let address = plainAddress(request.socket.remoteAddress ?? '');
    if (isIP(address) === 0 || !isTrusted(address)) return address;
    // The proxy's own line may be missing, and what is left may be the caller's.
    if (hasDroppedHeaders(request)) return address;
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
    for (const hop of hops.reverse()) {
      const named = namedAddress(hop.trim());
      // Empty members of a list count as nothing (RFC 9110, 5.6.1.2).
      if (named === '') continue;
      if (named.length > LONGEST_ADDRESS || isIP(named) === 0) return address;
      address = named;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
}

function namedAddress(hop: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(hop) ?? [];
  return plainAddress(ipv6 ?? ipv4 ?? hop);
}

/** A dual-stack socket reports 10.0.0.1 as `::ffff:10.0.0.1`. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

/**
 * Returns a function that tells whether an address is one of the trusted proxies (D:U5). Throws `options_invalid` for
 * an entry that is neither an address nor a network.
 */
export function trustedAddresses(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const network = networkOf(entry);
    if (network === null) {
      throw new ShaonError('options_invalid', `trustedProxies: ${entry} is neither an address nor a CIDR range.`);
    }
    list.addSubnet(network.address, network.prefix, network.family);
  }
  if (entries.length === 0) return () => false;
  return (address) => {
    const plain = plainAddress(address);
    return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}
