import { invalidOption, refuseUnknownOptions, wholeNumber } from '@shaon/core';
import { certificates, proxyAddress } from '@shaon/core/input';
import { type AddressGuard, createAddressGuard } from './address-guard/address-guard.ts';
import type { ResolveName } from './address-guard/resolver.ts';
import { SPEC_WAITS_MS } from './retry-schedule.ts';

/** An endpoint to which so many deliveries in a row have failed for good (D:V23). */
export interface FailingEndpoint {
  readonly companyId: number;
  readonly endpointId: number;
  /** Deliveries that have failed for good since the last success. */
  readonly failureStreak: number;
  /** Whether the endpoint was switched off because of them. */
  readonly disabled: boolean;
}

/** The reaction to an endpoint that keeps failing. */
export interface FailingPolicy {
  /** Deliveries in a row that failed for good before `notify` is called. */
  readonly after: number;
  /** The same before the endpoint is switched off; 0 for never (D:V23). */
  readonly disableAfter: number;
  /** Called after the commit, once for each streak and when the endpoint is switched off. */
  notify(notice: FailingEndpoint): void;
}

/** Options of `createWebhooks`, all with a default. */
export interface WebhooksOptions {
  /** Waits after failed attempts, in ms. Default 10 s, 30 s, 2 min, 10 min, 30 min (SPEC 6). */
  readonly waitsMs?: readonly number[] | undefined;
  /** Time for a whole attempt, in ms, at most 60,000. Default 10,000 (D:V3). */
  readonly deadlineMs?: number | undefined;
  /**
   * Deliveries in a row that fail for good before their endpoint is switched off, with its open deliveries held. Default
   * 0, for never (D:V23).
   */
  readonly disableAfter?: number | undefined;
  /**
   * Called once when five deliveries in a row to an endpoint have failed for good, and when it is switched off; after
   * the commit, in the process that sent; for example, to tell the owner.
   */
  readonly onFailing?: ((notice: FailingEndpoint) => void) | undefined;
  /** Endpoints that a company may have (D:K15). Default 20. */
  readonly maxEndpoints?: number | undefined;
  /** Addresses, ranges, host names and origins that the address guard excepts. Default none (D:V18). */
  readonly allow?: readonly string[] | undefined;
  /** PEM certificates to trust in addition to the built-in ones, for receivers in the operator's own network. */
  readonly extraCa?: string | undefined;
  /**
   * `http://user:password@proxy.corp:3128`: a proxy by which public addresses are reached with CONNECT. Names are resolved
   * and judged here all the same, and addresses of your own network that `allow` permits are reached directly.
   */
  readonly proxy?: string | undefined;
  /** How host names are resolved. Default: the system's name servers. */
  readonly resolveName?: ResolveName | undefined;
  /** Days for which succeeded and cancelled deliveries are kept. Default 30. */
  readonly keepSucceededDays?: number | undefined;
  /** Days for which failed deliveries are kept. Default 90. */
  readonly keepFailedDays?: number | undefined;
}

export interface ResolvedWebhooksOptions {
  readonly waitsMs: readonly number[];
  readonly deadlineMs: number;
  /** Time for name, connection and TLS (D:V3). */
  readonly connectTimeoutMs: number;
  /** How long a claim lasts: the deadline and half a minute. */
  readonly leaseMs: number;
  /** How often to look for due deliveries when nothing wakes the sender. */
  readonly pollMs: number;
  readonly failing: FailingPolicy;
  readonly maxEndpoints: number;
  readonly extraCa: string | null;
  readonly guard: AddressGuard;
  readonly proxy: URL | null;
  readonly keepSucceededDays: number;
  readonly keepFailedDays: number;
}

/** The limits of sending and retention that pages show, from the options. */
export interface WebhooksPolicy {
  /** Milliseconds to wait after the first, second, … failed attempt; there is one attempt more than waits. */
  readonly waitsMs: readonly number[];
  /** Milliseconds that an attempt may take. */
  readonly deadlineMs: number;
  /** Days for which ended, or held, deliveries are kept. */
  readonly keepSucceededDays: number;
  readonly keepFailedDays: number;
  readonly keepHeldDays: number;
  /** Endpoints that a company may have. */
  readonly maxEndpoints: number;
  /** Attempts in flight to an endpoint at the same time, unless it has its own limit. */
  readonly maxInflight: number;
}

const OPTION_NAMES: Readonly<Record<keyof WebhooksOptions, true>> = {
  waitsMs: true,
  deadlineMs: true,
  disableAfter: true,
  onFailing: true,
  maxEndpoints: true,
  allow: true,
  extraCa: true,
  proxy: true,
  resolveName: true,
  keepSucceededDays: true,
  keepFailedDays: true,
};

/** Deliveries of a switched-off endpoint are held for this long, and then cancelled (D:V16). */
export const KEEP_HELD_DAYS = 30;
/** With a longer deadline, a lease would keep a dead worker's rows for too long. */
const MAX_DEADLINE_MS = 60_000;
const LEASE_MARGIN_MS = 30_000;
/** Attempts that may be in flight to a new endpoint at the same time; the endpoint's own limit can be changed. */
export const DEFAULT_MAX_INFLIGHT = 5;
/** Deliveries in a row that fail for good before their endpoint counts as failing (D:V23). */
const FAILING_AFTER = 5;
/** Ten days; in SQL a wait is an integer of milliseconds. */
const MAX_WAIT_MS = 864_000_000;

const LISTS = ['waitsMs', 'allow'] as const;
const FUNCTIONS = ['onFailing', 'resolveName'] as const;

/** Throws `options_invalid` for a value of another type, which callers without TypeScript can pass. */
function assertWebhooksOptions(options: WebhooksOptions): void {
  refuseUnknownOptions('createWebhooks', options, OPTION_NAMES);
  for (const name of LISTS) {
    if (options[name] !== undefined && !Array.isArray(options[name])) throw invalidOption(`${name} is a list.`);
  }
  for (const name of FUNCTIONS) {
    if (options[name] !== undefined && typeof options[name] !== 'function') {
      throw invalidOption(`${name} is a function.`);
    }
  }
}

/** Validates once and fills the defaults; throws `options_invalid`, which names the option. */
export function resolveWebhooksOptions(options: WebhooksOptions): ResolvedWebhooksOptions {
  assertWebhooksOptions(options);
  const deadlineMs = wholeNumber('deadlineMs', options.deadlineMs ?? 10_000, 1, MAX_DEADLINE_MS);
  const disableAfter = wholeNumber('disableAfter', options.disableAfter ?? 0, 0, 1_000_000);
  return {
    waitsMs: (options.waitsMs ?? SPEC_WAITS_MS).map((wait) => wholeNumber('waitsMs', wait, 0, MAX_WAIT_MS)),
    deadlineMs,
    connectTimeoutMs: 5_000,
    leaseMs: deadlineMs + LEASE_MARGIN_MS,
    pollMs: 1_000,
    failing: {
      after: disableAfter === 0 ? FAILING_AFTER : Math.min(FAILING_AFTER, disableAfter),
      disableAfter,
      notify: options.onFailing ?? (() => {}),
    },
    maxEndpoints: wholeNumber('maxEndpoints', options.maxEndpoints ?? 20, 0, 100_000),
    extraCa: options.extraCa === undefined ? null : certificates('extraCa', options.extraCa),
    guard: createAddressGuard({
      allow: options.allow ?? [],
      ...(options.resolveName !== undefined && { resolveName: options.resolveName }),
    }),
    proxy: options.proxy === undefined ? null : proxyAddress('proxy', options.proxy),
    keepSucceededDays: wholeNumber('keepSucceededDays', options.keepSucceededDays ?? 30, 0, 36_500),
    keepFailedDays: wholeNumber('keepFailedDays', options.keepFailedDays ?? 90, 0, 36_500),
  };
}

export function policyOf(options: ResolvedWebhooksOptions): WebhooksPolicy {
  const { waitsMs, deadlineMs, keepSucceededDays, keepFailedDays, maxEndpoints } = options;
  return {
    waitsMs: [...waitsMs],
    deadlineMs,
    keepSucceededDays,
    keepFailedDays,
    keepHeldDays: KEEP_HELD_DAYS,
    maxEndpoints,
    maxInflight: DEFAULT_MAX_INFLIGHT,
  };
}
