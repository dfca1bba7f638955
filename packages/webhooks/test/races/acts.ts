import type { Core, SystemActor } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import { claimDue } from '../../src/dispatch/claim.ts';
import { recordFinished } from '../../src/dispatch/record.ts';
import type { AttemptResult } from '../../src/dispatch/send-attempt.ts';
import { FAILURE, SUCCESS } from '../attempt-results.ts';
import { hire } from '../hire.ts';
import { workerParts } from '../worker-parts.ts';

/** What the acts of one race are done to. */
export interface Raced {
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly company: SystemActor;
  readonly endpointId: number;
  /** A delivery to the endpoint that failed for good. */
  readonly deliveryId: number;
  readonly url: string;
  readonly queuedFrom: Date;
}

export type ActName = keyof typeof ACTS;

interface Act {
  run(raced: Raced): Promise<unknown>;
  /** With which codes it may be refused, and beside which acts; it may always succeed. */
  readonly refusals?: Readonly<Record<string, readonly string[]>>;
}

const GONE = ['remove'];
const OFF = ['disable', 'send in vain'];

/** Every method that writes to an endpoint or its deliveries, and what the sender and retention do beside them. */
export const ACTS = {
  register: {
    run: ({ webhooks, company, url }) =>
      webhooks.endpoints.register(company, { url, events: ['employee.created', 'employee.updated'] }),
    refusals: { limit_reached: ['register'] },
  },
  update: {
    run: ({ webhooks, company, endpointId }) =>
      webhooks.endpoints.update(company, endpointId, {
        events: ['employee.created', 'attendance.clocked_in', 'attendance.clocked_out'],
        max_inflight: 7,
        description: 'raced',
      }),
    refusals: { not_found: GONE },
  },
  disable: {
    run: ({ webhooks, company, endpointId }) => webhooks.endpoints.disable(company, endpointId),
    refusals: { not_found: GONE },
  },
  'enable and send': {
    run: ({ webhooks, company, endpointId }) => webhooks.endpoints.enable(company, endpointId, 'send'),
    refusals: { not_found: GONE },
  },
  'enable and discard': {
    run: ({ webhooks, company, endpointId }) => webhooks.endpoints.enable(company, endpointId, 'discard'),
    refusals: { not_found: GONE },
  },
  remove: {
    run: ({ webhooks, company, endpointId }) => webhooks.endpoints.remove(company, endpointId),
    refusals: { not_found: GONE },
  },
  'rotate secret': {
    run: ({ webhooks, company, endpointId }) => webhooks.endpoints.rotateSecret(company, endpointId),
    refusals: { not_found: GONE, state_conflict: ['rotate secret'] },
  },
  'switch secret': {
    run: ({ webhooks, company, endpointId }) => webhooks.endpoints.switchSecret(company, endpointId),
    refusals: { not_found: GONE, state_conflict: ['switch secret'] },
  },
  'revoke old secrets': {
    run: ({ webhooks, company, endpointId }) => webhooks.endpoints.revokeOldSecrets(company, endpointId),
    refusals: { not_found: GONE },
  },
  'send test': {
    run: ({ webhooks, company, endpointId }) => webhooks.deliveries.sendTest(company, endpointId),
    refusals: { not_found: GONE, state_conflict: OFF },
  },
  resend: {
    run: ({ webhooks, company, deliveryId }) => webhooks.deliveries.resend(company, deliveryId),
    refusals: { not_found: [...GONE, 'prune'], state_conflict: OFF },
  },
  replay: {
    run: ({ webhooks, company, endpointId, queuedFrom }) => webhooks.deliveries.replay(company, endpointId, queuedFrom),
    refusals: { not_found: GONE, state_conflict: OFF },
  },
  'send well': { run: (raced) => claimAndRecord(raced, SUCCESS) },
  'send in vain': { run: (raced) => claimAndRecord(raced, FAILURE) },
  'queue by a domain change': { run: (raced) => hire(raced) },
  prune: { run: ({ webhooks }) => webhooks.prune() },
} satisfies Readonly<Record<string, Act>>;

/** Whether an act may be refused with this code beside the other one. */
export function mayBeRefused(name: ActName, beside: ActName, code: unknown): boolean {
  const { refusals }: Act = ACTS[name];
  const causes = refusals?.[String(code)] ?? [];
  return causes.includes(name) || causes.includes(beside);
}

/** What a sender does with all that is due; a failure is one for good and switches the endpoint off. */
async function claimAndRecord({ core }: Raced, result: AttemptResult): Promise<void> {
  const parts = workerParts(core, { waitsMs: [], disableAfter: 1 });
  const claimed = await claimDue(parts, 50);
  if (claimed.length === 0) return;
  await recordFinished(
    parts,
    claimed.map((each) => ({ claimed: each, result })),
  );
}
