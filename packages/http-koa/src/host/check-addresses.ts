import { networkOf } from '../http/network.ts';
import { doubtful, fine, type Verdict, wrong } from './doctor-finding.ts';
import type { HostConfig } from './settings.ts';

type Addresses = Pick<HostConfig, 'baseUrl' | 'requireHttps' | 'trustedProxies'>;

/** Whether links lead to this server, and who is believed about the caller's address. */
export function checkProxies({ baseUrl, requireHttps, trustedProxies }: Addresses): Verdict {
  const everybody = trustedProxies.find(isEverybody);
  if (everybody !== undefined) {
    return wrong(
      `SHAON_TRUSTED_PROXIES has ${everybody}, so callers choose the address that the audit names: name the proxy alone.`,
    );
  }
  if (requireHttps && trustedProxies.length === 0) {
    return wrong('SHAON_REQUIRE_HTTPS refuses every call, since no proxy is in SHAON_TRUSTED_PROXIES.');
  }
  if (requireHttps && baseUrl?.startsWith('https://') !== true) {
    return wrong('SHAON_REQUIRE_HTTPS refuses calls of the links, which are http: set SHAON_BASE_URL to https://….');
  }
  if (trustedProxies.length > 0) return fine(trustedProxies.join(', '));
  if (baseUrl === null) return doubtful('SHAON_BASE_URL is not set: links name this machine');
  if (/\/\/(localhost|127\.|\[::1\])/.test(baseUrl)) return fine('none');
  return doubtful(
    'none is trusted: behind a proxy every caller has its address in the audit. Set SHAON_TRUSTED_PROXIES.',
  );
}

/** The widest networks that one organisation has: 10.0.0.0/8, and fc00::/7 for IPv6. */
const NARROWEST = { ipv4: 8, ipv6: 7 } as const;

function isEverybody(entry: string): boolean {
  const network = networkOf(entry);
  return network !== null && network.prefix < NARROWEST[network.family];
}

/** Whether a URL names one of the hosts that only examples have (RFC 2606). */
export function isExample(url: string): boolean {
  return /(^|\.)example(\.(com|net|org))?$/.test(new URL(url).hostname);
}
