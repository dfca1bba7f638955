import type { Core } from '@shaon/core';
import type { Webhooks, WebhooksOptions } from '@shaon/webhooks';
import { type ResolvedWebhooksOptions, resolveWebhooksOptions } from '../src/options.ts';
import { webhooksOver } from '../src/webhooks.ts';

/** Options of webhooks, and times that a product cannot set: tests poll more often, or not at all, and lease for less. */
export interface TestedOptions extends WebhooksOptions {
  readonly pollMs?: number;
  readonly leaseMarginMs?: number;
}

export function resolvedWith({ pollMs, leaseMarginMs, ...options }: TestedOptions): ResolvedWebhooksOptions {
  const resolved = resolveWebhooksOptions(options);
  return {
    ...resolved,
    pollMs: pollMs ?? resolved.pollMs,
    leaseMs: leaseMarginMs === undefined ? resolved.leaseMs : resolved.deadlineMs + leaseMarginMs,
  };
}

/** Like `createWebhooks`. */
export function webhooksWith(core: Core, options: TestedOptions): Promise<Webhooks> {
  return webhooksOver(core, resolvedWith(options));
}
