import { isIP } from 'node:net';
import { type AllowList, allowsAddress } from './allow-list.ts';
import { isPublicAddress } from './denied-ranges.ts';

/** The rule that a target URL breaks; the web interface has a text for each. */
export type UrlRule =
  | 'length'
  | 'syntax'
  | 'scheme'
  | 'credentials'
  | 'fragment'
  | 'name_length'
  | 'port'
  | 'name'
  | 'address';

export interface UrlRefusal {
  readonly rule: UrlRule;
  /** One English sentence that names the rule and the requirement. */
  readonly message: string;
}

export type UrlVerdict =
  | { readonly refused: null; readonly url: URL }
  | { readonly refused: UrlRefusal; readonly url: null };

/** Longer URLs are refused (D:V18). */
const MAX_URL_LENGTH = 2048;

/** A longer host name, or label of one, has no address in the DNS (RFC 1035, 2.3.4). */
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/** Names with a meaning only inside a machine or a network: RFC 6761, RFC 6762, RFC 8375 and ICANN's .internal. */
const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa'];

/** Names of cloud metadata services that are not covered by `.internal` or by being single labels. */
const METADATA_NAMES = new Set(['metadata.tencentyun.com', 'metadata.packet.net', 'metadata.platformequinix.com']);

const rules: Readonly<Record<Exclude<UrlRule, 'length' | 'syntax'>, (url: URL, allow: AllowList) => string | null>> = {
  scheme: (url) => (url.protocol === 'https:' ? null : 'The URL must start with https://.'),
  credentials: (url) =>
    url.username === '' && url.password === '' ? null : 'The URL must not carry a user name or a password.',
  fragment: (url) => (url.href.includes('#') ? 'The URL must not carry a fragment (#).' : null),
  name_length: (url) =>
    isNameLength(hostOf(url))
      ? null
      : `The host name must not be longer than ${MAX_NAME_LENGTH} characters, nor one of its parts longer than ${MAX_LABEL_LENGTH}.`,
  port: (url) => {
    const port = portOf(url);
    return port === 443 || port >= 1024 ? null : 'The port must be 443 or between 1024 and 65535.';
  },
  name: (url, allow) => {
    const host = hostOf(url);
    if (isIP(host) !== 0 || allow.names.has(host)) return null;
    return isPublicName(host) ? null : 'The host name must be one that the public internet knows.';
  },
  address: (url, allow) => {
    const host = hostOf(url);
    if (isIP(host) === 0 || isPublicAddress(host) || allowsAddress(allow, host)) return null;
    return 'The address must be a public one.';
  },
};

/** Rules that do not apply to an allow-listed origin. */
const EXCEPTED = new Set<UrlRule>(['port', 'name', 'address']);

/**
 * Checks a target URL by its text, without the network: returns the first broken rule, or the parsed URL, whose `href`
 * must be stored and used from then on (D:V18).
 */
export function checkUrl(text: string, allow: AllowList): UrlVerdict {
  if (text.length > MAX_URL_LENGTH)
    return refuse('length', `The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  if (!URL.canParse(text)) return refuse('syntax', 'This is not a valid absolute URL.');
  const url = new URL(text);
  // The encoded form is stored, and it may be longer.
  if (url.href.length > MAX_URL_LENGTH)
    return refuse('length', `The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  const excepted = allow.origins.has(url.origin);
  for (const [rule, broken] of Object.entries(rules) as [keyof typeof rules, (typeof rules)[keyof typeof rules]][]) {
    if (excepted && EXCEPTED.has(rule)) continue;
    const message = broken(url, allow);
    if (message !== null) return refuse(rule, message);
  }
  return { refused: null, url };
}

function refuse(rule: UrlRule, message: string): UrlVerdict {
  return { refused: { rule, message }, url: null };
}

/** The host without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

export function portOf(url: URL): number {
  return url.port === '' ? 443 : Number(url.port);
}

/** Compared in the ASCII form, in which a host name is resolved. */
function isNameLength(host: string): boolean {
  return host.length <= MAX_NAME_LENGTH && host.split('.').every((label) => label.length <= MAX_LABEL_LENGTH);
}

/** At least two labels, none of them empty (so no trailing dot), and not a name for local use. */
function isPublicName(host: string): boolean {
  const labels = host.split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  if (METADATA_NAMES.has(host)) return false;
  return !LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
