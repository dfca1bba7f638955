import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.ts';
import { tableExists } from '../database/migrations/schema-guard.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { isUnwatched } from '../database/transactions/unwatched.ts';
import { invalidOption, ShaonError } from '../errors.ts';
import { callPort } from '../port-fault.ts';
import type { Clock } from '../time/clock.ts';
import type { EventData, EventType } from './event-types.ts';

/** An event of one type. */
interface EventOf<Type extends EventType> {
  readonly type: Type;
  readonly companyId: number;
  readonly data: Readonly<EventData[Type]>;
  readonly occurredAt: Date;
}

/** An event of the event catalogue (SPEC 6): its `type` tells which, and `data` has exactly the published fields. */
export type DomainEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/**
 * Called for each change inside the change's transaction. What it writes through `manager` commits or rolls back with
 * the change; an error that it throws rolls the change back. It must not do anything slow.
 */
export interface EventSink {
  readonly name: string;
  /** Runs inside the transaction of the change: its writes commit with the change, its error rolls the change back. */
  publish(event: DomainEvent, manager: EntityManager): Promise<void>;
}

/** If this table exists, webhooks are set up for the database. */
const WEBHOOK_TABLE = 'shaon_webhook_endpoint';
/** The name of the sink for webhooks. */
const WEBHOOK_SINK = 'webhooks';

interface EventBusParts {
  readonly database: Pick<Database, 'unitOfWork' | 'withinAllCompanies'>;
  readonly clock: Clock;
  readonly withoutEvents: boolean;
}

/** Passes domain events to the sinks. Features call it; it never calls features. */
export class EventBus {
  readonly #sinks: EventSink[] = [];
  readonly #parts: EventBusParts;
  #hasWebhookTables: boolean | undefined;

  constructor(parts: EventBusParts) {
    this.#parts = parts;
  }

  /** Registers a sink for the life of the core: `createWebhooks(core)` does so, and a host may. */
  addSink(sink: EventSink): void {
    if (this.#sinks.some((known) => known.name === sink.name)) {
      throw invalidOption(`An event sink named ${sink.name} is registered already.`);
    }
    this.#sinks.push(sink);
  }

  async publish<Type extends EventType>(
    company: CompanyTransaction,
    type: Type,
    data: Readonly<EventData[Type]>,
  ): Promise<void> {
    const { database, clock } = this.#parts;
    if (!this.#areEventsHandled) await this.#assertNoWebhooks(database.withinAllCompanies(company.manager));
    const { companyId } = company;
    // The compiler cannot tell that an event of any one type is one of the union.
    const event = { type, companyId, data, occurredAt: clock.now() } satisfies EventOf<Type> as DomainEvent;
    for (const sink of this.#sinks) {
      if (isUnwatched(sink.publish)) await sink.publish(event, company.manager);
      else {
        const port = `the event sink ${sink.name}`;
        const { manager } = company;
        await database.unitOfWork.watch(manager, port, () => callPort(port, () => sink.publish(event, manager)));
      }
    }
  }

  /** Whether the webhooks receive each event, or `withoutEvents` allows events to be lost. */
  get #areEventsHandled(): boolean {
    return this.#parts.withoutEvents || this.#sinks.some(({ name }) => name === WEBHOOK_SINK);
  }

  /**
   * Refuses a write if this database has the webhooks' tables and this process has no sink for them, even if it has
   * other sinks: a process that forgot `createWebhooks` would lose events forever.
   */
  async #assertNoWebhooks(database: AllCompanies): Promise<void> {
    this.#hasWebhookTables ??= await tableExists(database, WEBHOOK_TABLE);
    if (!this.#hasWebhookTables) return;
    throw new ShaonError(
      'event_sink_missing',
      'This database has webhooks, but this process has no sink for them: call createWebhooks(core), or createCore({ withoutEvents: true }) to write without events.',
    );
  }
}
