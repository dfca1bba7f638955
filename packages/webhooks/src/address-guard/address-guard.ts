import { isIP } from 'node:net';
import { allowsAddress, parseAllowList } from './allow-list.ts';
import { isPublicAddress } from './denied-ranges.ts';
import { nameServerResolver, type ResolveName, systemResolver } from './resolver.ts';
import { checkUrl, hostOf, portOf, type UrlVerdict } from './target-url.ts';

export interface AddressGuardOptions {
  /** Ranges, names and origins that the operator allows; see `parseAllowList`. Default none. */
  readonly allow?: readonly string[] | undefined;
  /** How names are resolved. Default: the system's name servers. */
  readonly resolveName?: ResolveName | undefined;
}

/** Thrown if a target must not be connected to; the attempt then has the outcome `blocked_address`. */
export class BlockedAddressError extends Error {
  readonly code = 'blocked_address';
}

/** One guard for saving, testing and sending, so that all of them permit the same targets (D:V18). */
export interface AddressGuard {
  /** Checks the text of a URL, without the network. */
  checkUrl(text: string): UrlVerdict;
  /**
   * The addresses of a target, after each was checked. Rejects with BlockedAddressError if any is denied or not an
   * address, and with Node's DNS errors, including `ENODATA` for a resolver's empty answer.
   */
  resolve(host: string, port: number): Promise<readonly string[]>;
  /** `checkUrl`, then a check of every address of the host; used when an endpoint is saved. Rejects with DNS errors. */
  checkTarget(text: string): Promise<UrlVerdict>;
  /** Throws BlockedAddressError if the peer of a connected socket is not permitted or not known. */
  checkPeer(host: string, port: number, address: string | undefined): void;
}

/** Builds the guard from the operator's settings. Throws `options_invalid` for an invalid allow-list. */
export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const allow = parseAllowList(options.allow ?? []);
  const resolveName = options.resolveName ?? nameServerResolver();

  const isExcepted = (host: string, port: number) => allow.origins.has(originOf(host, port));
  const isPermitted = (address: unknown) => isPublicAddress(address) || allowsAddress(allow, address);

  const guard: AddressGuard = {
    checkUrl: (text) => checkUrl(text, allow),
    async resolve(host, port) {
      const listed = isExcepted(host, port) || allow.names.has(host);
      const answer: unknown = isIP(host) !== 0 ? [host] : await (listed ? systemResolver : resolveName)(host);
      // A resolver may be a host's code and return anything. The copy has no holes, which `every` would skip.
      if (!Array.isArray(answer)) throw new BlockedAddressError('The resolver gave no list of addresses.');
      const addresses = [...answer];
      if (addresses.length === 0) throw noAddress(host);
      if (isExcepted(host, port)) return addresses;
      // Every address is checked, because a denied one may follow a public one.
      if (!addresses.every(isPermitted)) throw new BlockedAddressError('The host has an address that is not public.');
      return addresses;
    },
    async checkTarget(text) {
      const verdict = checkUrl(text, allow);
      if (verdict.url === null) return verdict;
      try {
        await guard.resolve(hostOf(verdict.url), portOf(verdict.url));
        return verdict;
      } catch (error) {
        if (!(error instanceof BlockedAddressError)) throw error;
        return { refused: { rule: 'address', message: error.message }, url: null };
      }
    },
    checkPeer(host, port, address) {
      if (isExcepted(host, port)) return;
      if (!isPermitted(address)) throw new BlockedAddressError('Connected to a denied address.');
    },
  };
  return guard;
}

/** The error of Node's resolver for a name without an address. */
function noAddress(host: string): Error {
  return Object.assign(new Error(`The resolver knows no address of ${host}.`), { code: 'ENODATA', syscall: 'query' });
}

function originOf(host: string, port: number): string {
  return new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}
