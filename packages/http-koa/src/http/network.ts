import { isIP } from 'node:net';

/** A network in CIDR form; an address is a network of one. */
export interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/**
 * Reads a network; null for any other text. Node's BlockList would read an empty length as 0, so that `10.0.0.0/` is
 * every address, and ends the process if the length is -0.
 */
export function networkOf(text: string): Network | null {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  const prefix = length === undefined ? longest : Number(length);
  if (version === 0 || prefix > longest) return null;
  return { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' };
}
