import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that no webhook may reach, one per line, with the reason for the reservation (D:V18). */
export const DENIED_IPV4: readonly string[] = [
  '0.0.0.0/8', // "this network", RFC 791
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598
  '127.0.0.0/8', // loopback, RFC 1122
  '169.254.0.0/16', // link-local and cloud metadata, RFC 3927
  '172.16.0.0/12', // private, RFC 1918
  '192.0.0.0/24', // protocol assignments, RFC 6890
  '192.0.2.0/24', // documentation, RFC 5737
  '192.31.196.0/24', // AS112 service, RFC 7535
  '192.52.193.0/24', // automatic multicast tunnelling, RFC 7450
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '192.168.0.0/16', // private, RFC 1918
  '192.175.48.0/24', // AS112 delegation, RFC 7534
  '198.18.0.0/15', // benchmarks, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved and broadcast, RFC 1112
  '168.63.129.16/32', // Azure's platform address: public by number, not by reach
];

/** Of IPv6, only global unicast may be reached … */
const ALLOWED_IPV6: readonly string[] = [
  '2000::/3', // global unicast, RFC 4291
];

/** … except these parts of it. */
export const DENIED_IPV6: readonly string[] = [
  '2001::/23', // protocol assignments, Teredo among them, RFC 2928
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4, which carries any IPv4 address, RFC 3056
  '2620:4f:8000::/48', // AS112 service, RFC 7534
  '3fff::/20', // documentation, RFC 9637
];

/** `::ffff:a.b.c.d` reaches a.b.c.d, so it is checked as IPv4 (RFC 4291, 2.5.5.2). */
const IPV4_MAPPED = rangeList(['::ffff:0:0/96']);

/** A net.BlockList of ranges in CIDR form; a bare address is a range of one. Throws for any other text. */
export function rangeList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', length, ...rest] = range.split('/');
    const type = address.includes(':') ? 'ipv6' : 'ipv4';
    if (rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) throw new RangeError(range);
    list.addSubnet(address, length === undefined ? (type === 'ipv6' ? 128 : 32) : Number(length), type);
  }
  return list;
}

const deniedIpv4 = rangeList(DENIED_IPV4);
const allowedIpv6 = rangeList(ALLOWED_IPV6);
const deniedIpv6 = rangeList(DENIED_IPV6);

/** An address with its family, for `BlockList`. */
export interface LiteralAddress {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
}

/**
 * Reads a literal address in its usual form, without brackets; `::ffff:a.b.c.d` is read as a.b.c.d, which it reaches.
 * Null for any other text, which must never get to `BlockList`: it answers "not in the list" for text that it cannot
 * parse. An address with a zone (`fe80::1%eth0`) is refused too, because it only has a meaning on one machine.
 */
export function literalAddress(text: unknown): LiteralAddress | null {
  if (typeof text !== 'string' || text.includes('%')) return null;
  const version = isIP(text);
  if (version === 0) return null;
  if (version === 4) return { address: text, family: 'ipv4' };
  const mapped = mappedIpv4(text);
  return mapped === null ? { address: text, family: 'ipv6' } : { address: mapped, family: 'ipv4' };
}

/** Whether a text is a literal address that the whole internet can reach; false if it is not an address. */
export function isPublicAddress(text: unknown): boolean {
  const literal = literalAddress(text);
  if (literal === null) return false;
  const { address, family } = literal;
  if (family === 'ipv4') return !deniedIpv4.check(address, family);
  return allowedIpv6.check(address, family) && !deniedIpv6.check(address, family);
}

/** The IPv4 address inside `::ffff:…`; null for any other IPv6 address. */
function mappedIpv4(address: string): string | null {
  if (!IPV4_MAPPED.check(address, 'ipv6')) return null;
  // The URL parser writes the last 32 bits as two groups of hex digits, whatever the form of the address.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
