import type { EntityManager } from 'typeorm';
import type { AllCompanies } from '../database/all-companies.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { CompanyWrites } from '../database/database.ts';
import { isManagerOnly } from '../database/manager-only.ts';
import { tableExists } from '../database/schema-guard.ts';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import { ShaonError } from '../errors.ts';
import { callPort } from '../port-fault.ts';
import type { Clock } from '../time/clock.ts';

/** What happened, in the words of the event catalogue (SPEC 6): `data` holds exactly the published fields. */
export interface DomainEvent {
  readonly type: string;
  readonly companyId: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

/**
 * Is called for each change inside the change's transaction. What it writes through `manager` commits or rolls back with
 * the change, and what it throws undoes the change. Nothing slow belongs in it.
 */
export interface EventSink {
  readonly name: string;
  /** Runs inside the transaction of the change: what it throws undoes the change, what it writes commits with it. */
  publish(event: DomainEvent, manager: EntityManager): Promise<void>;
}

/** The table by which core knows that webhooks were set up for this database. */
const WEBHOOK_TABLE = 'shaon_webhook_endpoint';
/** The name of the sink that serves it. */
const WEBHOOK_SINK = 'webhooks';

/** Hands domain events to the sinks. Features call it and never the other way round. */
export class EventBus {
  readonly #sinks: EventSink[] = [];
  readonly #clock: Clock;
  readonly #withoutEvents: boolean;
  readonly #unitOfWork: Pick<UnitOfWork, 'watch'>;
  readonly #database: Pick<CompanyWrites, 'withinAllCompanies'>;
  #isSinkMissing: boolean | undefined;

  constructor(parts: {
    readonly unitOfWork: Pick<UnitOfWork, 'watch'>;
    readonly database: Pick<CompanyWrites, 'withinAllCompanies'>;
    readonly clock: Clock;
    readonly withoutEvents: boolean;
  }) {
    this.#unitOfWork = parts.unitOfWork;
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#withoutEvents = parts.withoutEvents;
  }

  /** Registers a sink for as long as the core lives: `createWebhooks(core)` does, a host may. */
  addSink(sink: EventSink): void {
    if (this.#sinks.some((known) => known.name === sink.name)) {
      throw new ShaonError('options_invalid', `An event sink named ${sink.name} is registered already.`);
    }
    this.#sinks.push(sink);
  }

  /** Whether publishing within a transaction leaves nothing behind when it is rolled back. */
  get isRepeatable(): boolean {
    return this.#sinks.every((sink) => isManagerOnly(sink.publish));
  }

  async publish(company: CompanyTransaction, type: string, data: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#assertHeard(this.#database.withinAllCompanies(company.manager));
    const event: DomainEvent = { type, companyId: company.companyId, data, occurredAt: this.#clock.now() };
    for (const sink of this.#sinks) {
      if (isManagerOnly(sink.publish)) await sink.publish(event, company.manager);
      else {
        const place = `the event sink ${sink.name}`;
        const { manager } = company;
        await this.#unitOfWork.watch(manager, place, () => callPort(place, () => sink.publish(event, manager)));
      }
    }
  }

  /**
   * Refuses a write when this database has the tables of webhooks and this process has no sink for them, whatever other
   * sinks it has: a process that forgot `createWebhooks` would lose events for ever.
   */
  async #assertHeard(database: AllCompanies): Promise<void> {
    if (this.#withoutEvents || this.#sinks.some(({ name }) => name === WEBHOOK_SINK)) return;
    this.#isSinkMissing ??= await tableExists(database, WEBHOOK_TABLE);
    if (!this.#isSinkMissing) return;
    throw new ShaonError(
      'event_sink_missing',
      'This database has webhooks, but this process has no sink for them: call createWebhooks(core), or createCore({ withoutEvents: true }) to write without events.',
    );
  }
}
