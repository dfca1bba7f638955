import {
  type Actor,
  type AuditLog,
  actorName,
  type Clock,
  InvalidInputError,
  type KeyRing,
  validate,
  type WriteOptions,
} from '@shaon/core';
import { auditAct, authorize, type CompanyTransaction, type Database, issue } from '@shaon/core/extension';
import type { DueTime } from '../due-time.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { type EndpointRow, endpointTable } from './endpoint.ts';
import {
  type EndpointChange,
  endpointChangeInput,
  type NewEndpoint,
  newEndpointInput,
  rotationInput,
} from './endpoint-input.ts';
import { type EndpointSummary, subscribe, summaries } from './endpoint-queries.ts';
import { assertEndpointCap, endpointOf, permittedUrl } from './endpoint-rules.ts';
import { secretTable } from './endpoint-secret.ts';
import { addSecret, beginRotation, DEFAULT_OVERLAP_HOURS, finishRotation } from './secret-service.ts';
import { settledSecrets } from './signing-secrets.ts';

/** A new endpoint, with its secret. */
export interface Registered {
  readonly endpoint: EndpointSummary;
  /** The signing secret in clear, this once (SPEC 6). */
  readonly secret: string;
  /** `duplicate_url`: another endpoint of the company has the same URL (D:V17). */
  readonly warnings: readonly 'duplicate_url'[];
}

/** What the web interface does with endpoints. Every method throws `not_permitted` for all but admins and the product. */
export interface EndpointService {
  /**
   * Registers an endpoint and makes its first secret. Throws `invalid_input`, UrlRefusedError (`rule`),
   * `limit_reached`. It asks the name servers, so do not call it inside a transaction.
   */
  register(actor: Actor, input: NewEndpoint, options?: WriteOptions): Promise<Registered>;
  /** All endpoints of the company that are not deleted, oldest first. */
  list(actor: Actor): Promise<EndpointSummary[]>;
  /** Throws `not_found`. */
  get(actor: Actor, id: number): Promise<EndpointSummary>;
  /** Throws as `register`, and `not_found`. Deliveries that are open go to the new URL. */
  update(actor: Actor, id: number, change: EndpointChange, options?: WriteOptions): Promise<void>;
  /** Its open deliveries are held from now on, and new ones with them. Throws `not_found`. */
  disable(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /**
   * Sends to it again from now on; gives how many deliveries were held. Throws `not_found`, `invalid_input`.
   *
   * @param held what becomes of them (D:V16)
   */
  enable(actor: Actor, id: number, held: 'send' | 'discard', options?: WriteOptions): Promise<number>;
  /** Its open deliveries are cancelled; its past stays readable until it is pruned. Throws `not_found`. */
  remove(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /**
   * Makes the next secret, in clear this once; it takes over at `switchSecret` or after 24 h (D:V15). Throws
   * `invalid_input` on `overlap_hours`, `not_found`, `state_conflict` when one is waiting already.
   *
   * @param overlapHours how long the old one then still verifies in `webhook-signature`, 0 to 168, default 24
   */
  rotateSecret(actor: Actor, id: number, overlapHours?: number, options?: WriteOptions): Promise<string>;
  /** The waiting secret takes over now. Throws `state_conflict` when none waits, `not_found`. */
  switchSecret(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /** For a leak: a waiting secret takes over, or a new one is made and returned; every older one is revoked at once. */
  revokeOldSecrets(actor: Actor, id: number, options?: WriteOptions): Promise<string | null>;
}

export interface EndpointParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly time: DueTime;
  readonly options: ResolvedWebhooksOptions;
  wake(): void;
}

export function createEndpointService(parts: EndpointParts): EndpointService {
  const { database, audit, clock, keys, time, options: settings, wake } = parts;

  /** One audited write to an endpoint that the company has. */
  function write<T>(
    actor: Actor,
    act: string,
    id: number,
    options: WriteOptions,
    work: (company: CompanyTransaction, endpoint: EndpointRow) => Promise<T>,
  ): Promise<T> {
    authorize(actor, 'webhooks.manage');
    return database.write(actor, `webhooks.${act}`, options, async (company) => {
      const result = await work(company, await endpointOf(company, id));
      await auditAct(audit, company, actor, `webhook.${act}`, { endpoint_id: id });
      return result;
    });
  }

  return {
    async register(actor, input, options = {}) {
      authorize(actor, 'webhooks.manage');
      const wanted = validate(newEndpointInput, input);
      const url = await permittedUrl(settings.guard, wanted.url);
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
          maxInflight: wanted.max_inflight ?? settings.maxInflight,
          failureStreak: 0,
          lastSuccessAt: null,
          createdBy: actorName(actor),
          createdAt,
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

    async list(actor) {
      authorize(actor, 'webhooks.manage');
      const company = database.read(actor);
      return summaries(company, await company.find(endpointTable, { deletedAt: null }), clock.now(), settings);
    },

    async get(actor, id) {
      authorize(actor, 'webhooks.manage');
      const company = database.read(actor);
      const [endpoint] = await summaries(company, [await endpointOf(company, id)], clock.now(), settings);
      return endpoint as EndpointSummary;
    },

    async update(actor, id, input, options = {}) {
      authorize(actor, 'webhooks.manage');
      const change = validate(endpointChangeInput, input);
      const url = change.url === undefined ? undefined : await permittedUrl(settings.guard, change.url);
      await write(actor, 'update', id, options, async (company) => {
        await company.update(endpointTable, id, {
          url,
          description: change.description === null ? '' : change.description,
          maxInflight: change.max_inflight,
        });
        if (change.events !== undefined) await subscribe(company, id, change.events);
      });
    },

    async disable(actor, id, options = {}) {
      await write(actor, 'disable', id, options, async (company, endpoint) => {
        if (!endpoint.enabled) return;
        await company.update(endpointTable, id, { enabled: false, disabledReason: 'admin', disabledAt: clock.now() });
        await company.rows(
          `UPDATE "shaon_webhook_delivery" SET state = 'held', due_at = NULL
           WHERE company_id = $1 AND endpoint_id = $2 AND state = 'pending' AND due_at IS NOT NULL`,
          [id],
        );
      });
    },

    async enable(actor, id, held, options = {}) {
      // Another word must not discard them.
      if (held !== 'send' && held !== 'discard') throw new InvalidInputError({ held: [issue('in')] });
      const count = await write(actor, 'enable', id, options, async (company) => {
        // What has failed before is no reason to switch it off again.
        const on = { enabled: true, disabledReason: null, disabledAt: null, failureStreak: 0 };
        await company.update(endpointTable, id, on);
        const change =
          held === 'send'
            ? `state = 'pending', due_at = ${time.now('$3')}`
            : `state = 'cancelled', last_error = 'discarded', finished_at = ${time.now('$3')}`;
        const rows = await company.rows(
          `UPDATE "shaon_webhook_delivery" SET ${change}
           WHERE company_id = $1 AND endpoint_id = $2 AND state = 'held' RETURNING id`,
          [id, time.value()],
        );
        return rows.length;
      });
      wake();
      return count;
    },

    async remove(actor, id, options = {}) {
      await write(actor, 'remove', id, options, async (company) => {
        await company.update(endpointTable, id, { deletedAt: clock.now() });
        await company.rows(
          `UPDATE "shaon_webhook_delivery" SET state = 'cancelled', due_at = NULL, last_error = 'endpoint_deleted',
           finished_at = ${time.now('$3')}
           WHERE company_id = $1 AND endpoint_id = $2 AND state IN ('pending', 'held')`,
          [id, time.value()],
        );
      });
    },

    async rotateSecret(actor, id, overlapHours = DEFAULT_OVERLAP_HOURS, options = {}) {
      authorize(actor, 'webhooks.manage');
      const { overlap_hours = DEFAULT_OVERLAP_HOURS } = validate(rotationInput, { overlap_hours: overlapHours });
      return write(actor, 'secret.rotate', id, options, (company) =>
        beginRotation(company, keys, clock, id, overlap_hours),
      );
    },

    async switchSecret(actor, id, options = {}) {
      await write(actor, 'secret.switch', id, options, (company) => finishRotation(company, clock, id, 'overlap'));
    },

    async revokeOldSecrets(actor, id, options = {}) {
      return write(actor, 'secret.revoke', id, options, async (company) => {
        const rows = settledSecrets(await company.find(secretTable, { endpointId: id }), clock.now());
        const isWaiting = rows.some((row) => row.state === 'pending');
        const secret = isWaiting ? null : await beginRotation(company, keys, clock, id, 0);
        await finishRotation(company, clock, id, 'revoke');
        return secret;
      });
    },
  };
}
