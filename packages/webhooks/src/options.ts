import { invalidOption, refuseUnknownOptions, wholeNumber } from '@shaon/core';
import { certificates, proxyAddress } from '@shaon/core/input';
import { type AddressGuard, createAddressGuard } from './address-guard/address-guard.ts';
import type { ResolveName } from './address-guard/resolver.ts';
import type { FailingEndpoint, FailingPolicy } from './failing-policy.ts';
import { SPEC_WAITS_MS } from './retry-schedule.ts';

/** Options of `createWebhooks`, all with a default. */
export interface WebhooksOptions {
  /** Waits after failed attempts, in ms. Default 10 s, 30 s, 2 min, 10 min, 30 min (SPEC 6). */
  readonly waitsMs?: readonly number[] | undefined;
  /** Time for a whole attempt, in ms, at most 60,000. Default 10,000 (D:V3). */
  readonly deadlineMs?: number | undefined;
  /** Time for name, connection and TLS, in ms. Default 5,000 (D:V3). */
  readonly connectTimeoutMs?: number | undefined;
  /** How long a claim lasts after the deadline, in ms. Default 30,000. */
  readonly leaseMarginMs?: number | undefined;
  /** Attempts of this process in flight at the same time. Default 200. */
  readonly concurrency?: number | undefined;
  /** Attempts in flight to one endpoint at the same time, for new endpoints. Default 5. */
  readonly maxInflight?: number | undefined;
  /** How often to look for due deliveries when nothing wakes the sender, in ms. Default 1,000. */
  readonly pollMs?: number | undefined;
  /**
   * Deliveries in a row to an endpoint that fail for good before it counts as failing: its summary and the log say so,
   * and `onFailing` is called. Default 5, 0 for never (D:V23).
   */
  readonly failingAfter?: number | undefined;
  /** Whether a failing endpoint is switched off, with its open deliveries held. Default false (D:V23). */
  readonly disableFailing?: boolean | undefined;
  /** Called once for each such streak, after the commit, in the process that sent; for example, to tell the owner. */
  readonly onFailing?: ((notice: FailingEndpoint) => void) | undefined;
  /** Endpoints that a company may have (D:K15). Default 20. */
  readonly maxEndpoints?: number | undefined;
  /** Addresses, ranges, host names and origins that the address guard excepts. Default none (D:V18). */
  readonly allow?: readonly string[] | undefined;
  /** Ports that a target may use. Default 443 and 1024 to 65535. */
  readonly ports?: readonly number[] | undefined;
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
  readonly connectTimeoutMs: number;
  readonly leaseMs: number;
  readonly concurrency: number;
  readonly maxInflight: number;
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
  connectTimeoutMs: true,
  leaseMarginMs: true,
  concurrency: true,
  maxInflight: true,
  pollMs: true,
  failingAfter: true,
  disableFailing: true,
  onFailing: true,
  maxEndpoints: true,
  allow: true,
  ports: true,
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
/** Ten days; in SQL a wait is an integer of milliseconds. */
const MAX_WAIT_MS = 864_000_000;

const LISTS = ['waitsMs', 'allow', 'ports'] as const;
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
  if (!['undefined', 'boolean'].includes(typeof options.disableFailing)) {
    throw invalidOption('disableFailing is true or false.');
  }
}

/** Validates once and fills the defaults; throws `options_invalid`, which names the option. */
export function resolveWebhooksOptions(options: WebhooksOptions): ResolvedWebhooksOptions {
  assertWebhooksOptions(options);
  const deadlineMs = wholeNumber('deadlineMs', options.deadlineMs ?? 10_000, 1, MAX_DEADLINE_MS);
  return {
    waitsMs: (options.waitsMs ?? SPEC_WAITS_MS).map((wait) => wholeNumber('waitsMs', wait, 0, MAX_WAIT_MS)),
    deadlineMs,
    connectTimeoutMs: wholeNumber('connectTimeoutMs', options.connectTimeoutMs ?? 5_000, 1, MAX_DEADLINE_MS),
    leaseMs: deadlineMs + wholeNumber('leaseMarginMs', options.leaseMarginMs ?? 30_000, 0, MAX_WAIT_MS),
    concurrency: wholeNumber('concurrency', options.concurrency ?? 200, 1, 10_000),
    maxInflight: wholeNumber('maxInflight', options.maxInflight ?? 5, 1, 1_000),
    pollMs: wholeNumber('pollMs', options.pollMs ?? 1_000, 10, 60_000),
    failing: {
      after: wholeNumber('failingAfter', options.failingAfter ?? 5, 0, 1_000_000),
      disable: options.disableFailing ?? false,
      notify: options.onFailing ?? (() => {}),
    },
    maxEndpoints: wholeNumber('maxEndpoints', options.maxEndpoints ?? 20, 0, 100_000),
    extraCa: options.extraCa === undefined ? null : certificates('extraCa', options.extraCa),
    guard: createAddressGuard({
      allow: options.allow ?? [],
      ...(options.ports !== undefined && { ports: options.ports.map((port) => wholeNumber('ports', port, 1, 65_535)) }),
      ...(options.resolveName !== undefined && { resolveName: options.resolveName }),
    }),
    proxy: options.proxy === undefined ? null : proxyAddress('proxy', options.proxy),
    keepSucceededDays: wholeNumber('keepSucceededDays', options.keepSucceededDays ?? 30, 0, 36_500),
    keepFailedDays: wholeNumber('keepFailedDays', options.keepFailedDays ?? 90, 0, 36_500),
  };
}

export function policyOf(options: ResolvedWebhooksOptions): WebhooksPolicy {
  const { waitsMs, deadlineMs, keepSucceededDays, keepFailedDays, maxEndpoints, maxInflight } = options;
  return {
    waitsMs: [...waitsMs],
    deadlineMs,
    keepSucceededDays,
    keepFailedDays,
    keepHeldDays: KEEP_HELD_DAYS,
    maxEndpoints,
    maxInflight,
  };
}
