import { isIP } from 'node:net';
import { allowsAddress, parseAllowList } from './allow-list.ts';
import { isPublicAddress } from './denied-ranges.ts';
import { nameServerResolver, type ResolveName, systemResolver } from './resolver.ts';
import { hostOf, judgeUrl, portOf, type UrlPolicy, type UrlVerdict } from './target-url.ts';

export interface AddressGuardOptions {
  /** Ranges, names and origins that the operator excepts; see `parseAllowList`. Default none. */
  readonly allow?: readonly string[];
  /** Ports that may be used. Default 443 and 1024 to 65535. */
  readonly ports?: readonly number[];
  /** How names are resolved. Default: the system's name servers. */
  readonly resolveName?: ResolveName;
}

/** Thrown where a target must not be connected to; becomes an attempt with the outcome `blocked_address`. */
export class BlockedAddressError extends Error {
  readonly code = 'blocked_address';
}

/** One guard for saving, testing and sending, so that none of them passes where another refuses (D:V18). */
export interface AddressGuard {
  /** Judges the text of a URL, without the network. */
  judgeUrl(text: string): UrlVerdict;
  /**
   * The addresses of a target, every one of them checked.
   * Rejects with BlockedAddressError when any is denied or is no address, and with Node's DNS errors; a resolver's empty
   * answer is one of these (`ENODATA`).
   */
  resolve(host: string, port: number): Promise<readonly string[]>;
  /** `judgeUrl`, and then every address of the host: what is asked when an endpoint is saved. DNS errors reject. */
  judgeTarget(text: string): Promise<UrlVerdict>;
  /** Throws BlockedAddressError when the peer of a connected socket is not a permitted one, or not known. */
  checkPeer(host: string, port: number, address: string | undefined): void;
}

/** Builds the guard from the operator's settings. Throws `options_invalid` on an allow-list that cannot be read. */
export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const policy: UrlPolicy = {
    allow: parseAllowList(options.allow ?? []),
    ports: options.ports === undefined ? null : new Set(options.ports),
  };
  const resolveName = options.resolveName ?? nameServerResolver();

  const isExcepted = (host: string, port: number) => policy.allow.origins.has(originOf(host, port));
  const isPermitted = (address: unknown) => isPublicAddress(address) || allowsAddress(policy.allow, address);

  const guard: AddressGuard = {
    judgeUrl: (text) => judgeUrl(text, policy),
    async resolve(host, port) {
      const listed = isExcepted(host, port) || policy.allow.names.has(host);
      const answer: unknown = isIP(host) !== 0 ? [host] : await (listed ? systemResolver : resolveName)(host);
      // A resolver may be code of the host, so its answer may be anything. The copy has no holes, which `every` skips.
      if (!Array.isArray(answer)) throw new BlockedAddressError('The resolver gave no list of addresses.');
      const addresses = [...answer];
      if (addresses.length === 0) throw noAddress(host);
      if (isExcepted(host, port)) return addresses;
      // Every answer is checked, because a denied one may follow a harmless one.
      if (!addresses.every(isPermitted)) throw new BlockedAddressError('The host has an address that is not public.');
      return addresses;
    },
    async judgeTarget(text) {
      const verdict = judgeUrl(text, policy);
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

/** What Node's resolver says of a name without an address. */
function noAddress(host: string): Error {
  return Object.assign(new Error(`The resolver knows no address of ${host}.`), { code: 'ENODATA', syscall: 'query' });
}

function originOf(host: string, port: number): string {
  return new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}
