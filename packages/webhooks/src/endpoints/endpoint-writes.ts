import {
  type Actor,
  actorName,
  authorize,
  type ExpectedVersion,
  InvalidInputError,
  type WriteOptions,
} from '@shaon/core';
import { issue } from '@shaon/core/input';
import { assertVersion, auditAct, companySql, updateOf } from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { cancel, HOLD, IS_HELD, IS_PENDING, release } from '../delivery-rows/open-deliveries.ts';
import { DEFAULT_MAX_INFLIGHT } from '../options.ts';
import { auditedEndpointWrite, type EndpointWriteParts } from './audited-endpoint-write.ts';
import { editEndpoint } from './edit-endpoint.ts';
import { endpointTable } from './endpoint.ts';
import { type EndpointChange, endpointChangeInput, type NewEndpoint, newEndpointInput } from './endpoint-input.ts';
import { type EndpointSummary, subscribe, summaries } from './endpoint-queries.ts';
import { assertEndpointCap, validateEndpoint } from './endpoint-rules.ts';
import { addSecret, DEFAULT_OVERLAP_HOURS } from './secret-rotation.ts';

/** A new endpoint, with its secret. */
export interface Registered {
  readonly endpoint: EndpointSummary;
  /** The signing secret in clear, returned only here (SPEC 6). */
  readonly secret: string;
  /** `duplicate_url`: another endpoint of the company has the same URL (D:V17). */
  readonly warnings: readonly 'duplicate_url'[];
}

/** The part of EndpointService that writes endpoints. */
export interface EndpointWrites {
  /**
   * Registers an endpoint and creates its first secret. Throws `invalid_input`, UrlRefusedError (`rule`),
   * `limit_reached`. It queries the name servers, so do not call it inside a transaction.
   */
  register(actor: Actor, input: NewEndpoint, options?: WriteOptions): Promise<Registered>;
  /**
   * Changes an endpoint; open deliveries go to the new URL. Throws like `register`, `not_found`, and `state_conflict`
   * if somebody else has edited the endpoint: its `expectedVersion` is `versionOf({ updatedAt })`.
   */
  update(actor: Actor, id: number, change: EndpointChange, options?: WriteOptions & ExpectedVersion): Promise<void>;
  /** Switches an endpoint off; its open and new deliveries are held. Throws `not_found`. */
  disable(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /**
   * Switches an endpoint on; returns how many deliveries were held. Throws `not_found`, `invalid_input`.
   *
   * @param held whether to send or discard them (D:V16)
   */
  enable(actor: Actor, id: number, held: 'send' | 'discard', options?: WriteOptions): Promise<number>;
  /**
   * Deletes an endpoint and cancels its open deliveries; its history is kept until it is pruned. Throws `not_found`.
   */
  remove(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
}

const HOLD_PENDING = updateOf(deliveryTable, {
  set: HOLD,
  where: companySql`endpoint_id = $2 AND ${IS_PENDING}`,
});

export function createEndpointWrites(parts: EndpointWriteParts): EndpointWrites {
  const { database, audit, clock, keys, sqlClock, options: settings, wake } = parts;
  const write = auditedEndpointWrite(parts);
  const now = sqlClock.now('$3');
  const held = { where: `endpoint_id = $2 AND ${IS_HELD}`, returning: 'id' };
  const releaseHeld = {
    send: updateOf(deliveryTable, { ...held, set: release(now) }),
    discard: updateOf(deliveryTable, { ...held, set: cancel('discarded', now) }),
  };
  const cancelOpen = updateOf(deliveryTable, {
    set: cancel('endpoint_deleted', now),
    where: companySql`endpoint_id = $2 AND (${IS_PENDING} OR ${IS_HELD})`,
  });

  return {
    async register(actor, input, options = {}) {
      authorize(actor, 'webhooks.manage');
      const { url, ...wanted } = await validateEndpoint(settings.guard, newEndpointInput, input);
      return database.write(actor, 'webhooks.register', options, async (company) => {
        await assertEndpointCap(company, settings.maxEndpoints);
        const twins = await company.find(endpointTable, { url, deletedAt: null });
        const createdAt = clock.now();
        const row = await company.insert(endpointTable, {
          url,
          description: wanted.description ?? '',
          enabled: true,
          disabledReason: null,
          disabledAt: null,
          maxInflight: wanted.max_inflight ?? DEFAULT_MAX_INFLIGHT,
          failureStreak: 0,
          lastSuccessAt: null,
          createdBy: actorName(actor),
          createdAt,
          updatedAt: null,
          deletedAt: null,
        });
        await subscribe(company, row.id, wanted.events);
        const secret = await addSecret(company, keys, row.id, {
          state: 'current',
          createdAt,
          expiresAt: null,
          overlapHours: DEFAULT_OVERLAP_HOURS,
        });
        await auditAct(audit, company, actor, 'webhook.register', { endpoint_id: row.id, events: wanted.events });
        const [endpoint] = await summaries(company, [row], clock.now(), settings);
        return { endpoint: endpoint as EndpointSummary, secret, warnings: twins.length > 0 ? ['duplicate_url'] : [] };
      });
    },

    async update(actor, id, input, { expectedVersion, ...options } = {}) {
      authorize(actor, 'webhooks.manage');
      const change = await validateEndpoint(settings.guard, endpointChangeInput, input);
      const edit = { ...change, description: change.description === null ? '' : change.description };
      await write(
        actor,
        'update',
        id,
        options,
        (company, endpoint) => {
          const { updatedAt, createdAt } = endpoint;
          assertVersion(expectedVersion, 'endpoint', () => ({ updatedAt: updatedAt ?? createdAt }));
          return editEndpoint(company, endpoint, edit, clock.now());
        },
        (facts) => facts,
      );
    },

    async disable(actor, id, options = {}) {
      await write(actor, 'disable', id, options, async (company, endpoint) => {
        if (!endpoint.enabled) return;
        const disabledAt = clock.now();
        await company.update(endpointTable, endpoint, { enabled: false, disabledReason: 'admin', disabledAt });
        await company.change(HOLD_PENDING, [id]);
      });
    },

    async enable(actor, id, choice, options = {}) {
      // An invalid word must not discard the held deliveries.
      if (choice !== 'send' && choice !== 'discard') throw new InvalidInputError({ held: [issue('in')] });
      const count = await write(
        actor,
        'enable',
        id,
        options,
        async (company, endpoint) => {
          // Past failures must not switch the endpoint off again, so the streak starts at 0.
          const on = { enabled: true, disabledReason: null, disabledAt: null, failureStreak: 0 };
          await company.update(endpointTable, endpoint, on);
          return (await company.change(releaseHeld[choice], [id, sqlClock.value()])).length;
        },
        (released) => ({ held: choice, deliveries: released }),
      );
      wake();
      return count;
    },

    async remove(actor, id, options = {}) {
      await write(actor, 'remove', id, options, async (company, endpoint) => {
        await company.update(endpointTable, endpoint, { deletedAt: clock.now() });
        await company.change(cancelOpen, [id, sqlClock.value()]);
      });
    },
  };
}
