import type { IncomingMessage } from 'node:http';
import { type CoreLog, guardedLog, invalidOption, refuseUnknownOptions, wholeNumber } from '@shaon/core';
import { trustedProxyAddress } from '../http/client-address.ts';
import { textOf, yesOrNo } from '../http/host-functions.ts';
import { isOrigin } from '../http/origin.ts';
import { LimitHealth } from './limit-health.ts';
import { type LimitStore, memoryLimitStore } from './rate-limit.ts';

/** Options of `createV1Routes` and `v1RequestListener`. */
export interface V1Options {
  /**
   * The public address of the API, ending in `/api/v1`, with or without a slash (D:Z5). Links are built from it, never
   * from a request's Host header (D:Q6).
   */
  readonly baseUrl: string;
  /**
   * The path at which the server receives the API's requests, for example `/api/v1`; in a Koa app prefer it to
   * `koa-mount`. Default none: the mount has stripped it, as Express and `koa-mount` do. With it, a request to another path goes to the next middleware, and
   * `v1RequestListener` answers it with 404.
   */
  readonly path?: string | undefined;
  /** CIDR ranges or addresses of proxies whose X-Forwarded-For is believed (D:U5). Default none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Returns the caller's address, instead of `trustedProxies`, for a host that knows it better. */
  readonly clientAddress?: ((request: IncomingMessage) => string) | undefined;
  /** Requests per minute and token, 1 or more (SPEC 8; D:A5). Default 60. */
  readonly limitPerMinute?: number | undefined;
  /** The store of the limit's counters; by default the memory of this process (D:R9). */
  readonly limitStore?: LimitStore | undefined;
  /** Reports whether `limitStore` answers; while it does not, this process counts in its own memory (D:A19). */
  readonly limitHealth?: LimitHealth | undefined;
  /** Origins that browsers may call from (D:H11). Default none, because a company's token must not be in a browser. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** False while the host drains or migrates; every call is then answered with 503 (D:H14). */
  readonly isAvailable?: (() => boolean) | undefined;
  /** Whether a request came by https; else the answer is 403, its token unread (D:H18). Default: all did. */
  readonly isSecure?: ((request: IncomingMessage) => boolean) | undefined;
  /** Default: the log of `createCore`. */
  readonly log?: CoreLog | undefined;
}

export interface ResolvedV1Options {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Without a slash at its end; empty if the mount strips it. */
  readonly path: string;
  readonly clientAddress: (request: IncomingMessage) => string;
  readonly limitPerMinute: number;
  readonly limitStore: LimitStore;
  readonly limitHealth: LimitHealth;
  readonly corsOrigins: ReadonlySet<string>;
  readonly isAvailable: () => boolean;
  readonly isSecure: (request: IncomingMessage) => boolean;
  readonly log: CoreLog;
}

const OPTION_NAMES: Readonly<Record<keyof V1Options, true>> = {
  baseUrl: true,
  path: true,
  trustedProxies: true,
  clientAddress: true,
  limitPerMinute: true,
  limitStore: true,
  limitHealth: true,
  corsOrigins: true,
  isAvailable: true,
  isSecure: true,
  log: true,
};

/** Validates once and fills the defaults; throws `options_invalid`, which names the option. */
export function resolveV1Options(options: V1Options, log: CoreLog): ResolvedV1Options {
  refuseUnknownOptions('createV1Routes', options, OPTION_NAMES);
  assertV1Options(options);
  return {
    baseUrl: resolveBaseUrl(options.baseUrl),
    path: resolvePath(options.path ?? ''),
    clientAddress: textOf('clientAddress', options.clientAddress ?? trustedProxyAddress(options.trustedProxies ?? [])),
    limitPerMinute: wholeNumber('limitPerMinute', options.limitPerMinute ?? 60, 1),
    limitStore: options.limitStore ?? memoryLimitStore,
    limitHealth: options.limitHealth ?? new LimitHealth(),
    corsOrigins: new Set(options.corsOrigins ?? []),
    isAvailable: yesOrNo('isAvailable', options.isAvailable ?? (() => true)),
    isSecure: yesOrNo('isSecure', options.isSecure ?? (() => true)),
    log: guardedLog(options.log ?? log),
  };
}

const FUNCTIONS = ['clientAddress', 'isAvailable', 'isSecure', 'limitStore'] as const;

/** Throws `options_invalid` for a value that its option does not allow, which callers without TypeScript can pass. */
function assertV1Options(options: V1Options): void {
  for (const name of FUNCTIONS) {
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw invalidOption(`${name} is a function.`);
  }
  if (options.path !== undefined && typeof options.path !== 'string') throw invalidOption('path is a text.');
  if (options.corsOrigins !== undefined) assertOrigins(options.corsOrigins);
}

/** An origin in another form than a browser's would never be found (D:H11). */
function assertOrigins(origins: readonly string[]): void {
  if (Array.isArray(origins) && origins.every(isOrigin)) return;
  throw invalidOption('corsOrigins is a list of origins as browsers send them, such as https://app.example.');
}

/** SPEC 1: `{base_url}` ends in `/api/v1`; a slash at its end is allowed (D:Z5). */
export function resolveBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const path = url?.pathname.replace(/\/$/, '') ?? '';
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    !path.endsWith('/api/v1') ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw invalidOption('baseUrl is the public http(s) address of the API and ends in /api/v1.');
  }
  return url.origin + path;
}

/** The path in the form of request targets, with which it is compared. */
export function resolvePath(text: string): string {
  const path = text.replace(/\/$/, '');
  const isCanonical = path === '' || (path.startsWith('/') && new URL(path, 'http://host').pathname === path);
  if (!isCanonical || path.startsWith('//')) {
    throw invalidOption('path begins with a slash and is percent-encoded, /api/v1 for example.');
  }
  return path;
}
