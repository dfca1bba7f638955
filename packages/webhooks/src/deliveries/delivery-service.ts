import type { Actor, AuditLog, Clock, EventType, Page, PageRequest, WriteOptions } from '@shaon/core';
import { EVENT_TYPES, InvalidInputError, validate } from '@shaon/core';
import { auditAct, authorize, type CompanyTransaction, type Database, issue, notFound } from '@shaon/core/extension';
import type { DueTime } from '../due-time.ts';
import { assertEnabled, endpointOf } from '../endpoints/endpoint-rules.ts';
import type { DeliveryTrigger } from './delivery.ts';
import {
  type AttemptSummary,
  type DeliveryFilter,
  type DeliverySummary,
  findDelivery,
  listAttempts,
  listDeliveries,
} from './delivery-queries.ts';
import { eventTable } from './event.ts';
import { eventBody } from './publish.ts';
import { replayInput } from './replay-input.ts';
import { SAMPLE_EVENTS } from './sample-events.ts';

/** Which events to send once more, by the time they were queued. */
export interface ReplayRange {
  /** Events queued at this time or later … */
  readonly from: Date;
  /** … and before this one. Default: now. */
  readonly to?: Date;
  /** `failed`: only events whose last delivery to the endpoint failed or was cancelled. Default. */
  readonly which?: 'failed' | 'all';
}

/** What the web interface shows and does with deliveries. All methods throw `not_permitted` for all but admins. */
export interface DeliveryService {
  /** Newest first, with the total. */
  list(actor: Actor, filter: DeliveryFilter, page: PageRequest): Promise<Page<DeliverySummary>>;
  /** With the exact body. Throws `not_found`. */
  get(actor: Actor, id: number): Promise<DeliverySummary & { readonly body: string }>;
  /** Every attempt, the first one first (SPEC 6, Delivery). Throws `not_found`. */
  attempts(actor: Actor, id: number): Promise<AttemptSummary[]>;
  /**
   * Sends the event once more, as a delivery of its own with the same body; the old one keeps its history.
   * Returns the new one's id. Throws `not_found`, `state_conflict` when the endpoint is switched off or deleted.
   */
  resend(actor: Actor, id: number, options?: WriteOptions): Promise<number>;
  /**
   * Sends the events of a range of time to an endpoint once more, at most 10,000; returns how many. Throws as `resend`,
   * and `invalid_input`.
   */
  replay(actor: Actor, endpointId: number, range: ReplayRange, options?: WriteOptions): Promise<number>;
  /**
   * Sends a sample event of the catalogue, flagged `X-Service-Test: 1`, on the way that every delivery goes (D:V24).
   * Returns the delivery's id: its attempts tell how it went. Throws as `resend`, and `invalid_input`.
   */
  sendTest(actor: Actor, endpointId: number, type?: EventType, options?: WriteOptions): Promise<number>;
}

export interface DeliveryParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly time: DueTime;
  wake(): void;
}

const MAX_REPLAYED = 10_000;

const INSERT = `INSERT INTO "shaon_webhook_delivery" ("company_id", "event_id", "endpoint_id", "run", "trigger", "state",
  "due_at", "lease", "attempts", "failures", "interruptions", "created_at")`;

/** The next run of one event to one endpoint. */
const NEXT_RUN = `(SELECT COALESCE(MAX(r.run), 0) + 1 FROM "shaon_webhook_delivery" r
  WHERE r.event_id = ev.id AND r.endpoint_id = $2)`;

export function createDeliveryService(parts: DeliveryParts): DeliveryService {
  const { database, audit, clock, time, wake } = parts;

  /** One audited act that queues deliveries, to an endpoint that is there and on. */
  async function queue<T>(
    actor: Actor,
    act: string,
    options: WriteOptions,
    work: (company: CompanyTransaction) => Promise<{ readonly endpointId: number; readonly result: T }>,
  ): Promise<T> {
    authorize(actor, 'webhooks.manage');
    const result = await database.write(actor, `webhooks.${act}`, options, async (company) => {
      const done = await work(company);
      await auditAct(audit, company, actor, `webhook.${act}`, { endpoint_id: done.endpointId });
      return done.result;
    });
    wake();
    return result;
  }

  async function queueOne(
    company: CompanyTransaction,
    endpointId: number,
    eventId: number,
    trigger: DeliveryTrigger,
  ): Promise<number> {
    const [row] = await company.rows(
      `${INSERT} SELECT ev.company_id, ev.id, ${endpointParameter(database)}, ${NEXT_RUN}, $4, 'pending', ${time.now('$5')}, 0, 0, 0, 0, ${time.now('$5')}
       FROM "shaon_webhook_event" ev WHERE ev.company_id = $1 AND ev.id = $3 RETURNING id`,
      [endpointId, eventId, trigger, time.value()],
    );
    return Number(row?.id);
  }

  return {
    async list(actor, filter, page) {
      authorize(actor, 'webhooks.manage');
      return listDeliveries(database.read(actor), filter, page);
    },

    async get(actor, id) {
      authorize(actor, 'webhooks.manage');
      const found = await findDelivery(database.read(actor), id);
      if (found === null) throw notFound('webhook delivery');
      return found;
    },

    async attempts(actor, id) {
      authorize(actor, 'webhooks.manage');
      const company = database.read(actor);
      if ((await findDelivery(company, id)) === null) throw notFound('webhook delivery');
      return listAttempts(company, id);
    },

    resend: (actor, id, options = {}) =>
      queue(actor, 'resend', options, async (company) => {
        const delivery = await findDelivery(company, id);
        if (delivery === null) throw notFound('webhook delivery');
        const { endpointId, eventId } = delivery;
        assertEnabled(await endpointOf(company, endpointId));
        return { endpointId, result: await queueOne(company, endpointId, eventId, 'manual') };
      }),

    replay: (actor, endpointId, range, options = {}) =>
      queue(actor, 'replay', options, async (company) => {
        const { from, to = clock.now(), which = 'failed' } = validate(replayInput, range);
        assertEnabled(await endpointOf(company, endpointId));
        const rows = await company.rows(replayStatement(database, time, which), [
          endpointId,
          from,
          to,
          time.value(),
          MAX_REPLAYED,
        ]);
        return { endpointId, result: rows.length };
      }),

    sendTest: (actor, endpointId, type = 'employee.updated', options = {}) =>
      queue(actor, 'test', options, async (company) => {
        if (!EVENT_TYPES.includes(type)) throw new InvalidInputError({ type: [issue('in')] });
        assertEnabled(await endpointOf(company, endpointId));
        const all = database.readAllCompanies(company.manager);
        const [found] = await all.rows('SELECT zone FROM "shaon_company" WHERE id = $1', [company.companyId]);
        const occurredAt = clock.now();
        const body = eventBody({ type, data: { ...SAMPLE_EVENTS[type] }, occurredAt }, String(found?.zone));
        const event = await company.insert(eventTable, { type, body, queuedAt: occurredAt });
        return { endpointId, result: await queueOne(company, endpointId, event.id, 'test') };
      }),
  };
}

/** In a SELECT list PostgreSQL takes an untyped parameter for text. */
function endpointParameter(database: Database): string {
  return database.dialect === 'postgres' ? '$2::integer' : '$2';
}

/** Open deliveries are not doubled: only events whose last run to the endpoint has ended. */
function replayStatement(database: Database, time: DueTime, which: 'failed' | 'all'): string {
  const endpoint = endpointParameter(database);
  const states = which === 'failed' ? `'failed', 'cancelled'` : `'failed', 'cancelled', 'succeeded'`;
  return `${INSERT} SELECT ev.company_id, ev.id, ${endpoint}, last.run + 1, 'replay', 'pending', ${time.now('$5')}, 0, 0, 0, 0, ${time.now('$5')}
    FROM "shaon_webhook_event" ev JOIN "shaon_webhook_delivery" last ON last.event_id = ev.id AND last.endpoint_id = $2
    WHERE ev.company_id = $1 AND ev.queued_at >= $3 AND ev.queued_at < $4 AND last.state IN (${states})
    AND NOT EXISTS (SELECT 1 FROM "shaon_webhook_delivery" later
      WHERE later.event_id = ev.id AND later.endpoint_id = $2 AND later.run > last.run)
    ORDER BY ev.id LIMIT $6 RETURNING id`;
}
