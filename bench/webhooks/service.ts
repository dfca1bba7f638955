import {
  type Core,
  createCore,
  type DatabaseConnection,
  migrateCore,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { createWebhooks, migrateWebhooks, type Webhooks } from '@shaon/webhooks';
import { rawSql } from '../raw-sql.ts';
import { BENCH_KEYS } from '../v1/data/company.ts';
import { israeliId } from '../v1/workloads.ts';
import { queueBacklog, type WantedBacklog } from './backlog.ts';
import { answerParent, sharedNow } from './child.ts';
import { atRate } from './pace.ts';

/*
 * A process of the service: it prepares the company, sends, or writes domain events, as it is told. On SQLite one
 * process does it all; on PostgreSQL one sends and another writes.
 */

export interface ServiceTarget {
  readonly connection: DatabaseConnection;
  readonly port: number;
  readonly cert: string;
  /** Whether what has succeeded is over at once, for the next pruning. */
  readonly keepsNothing: boolean;
}

export interface CompanyPlan {
  readonly employees: number;
  /** Endpoints that hear of changes of employees. */
  readonly live: number;
  /** Endpoints that hear of nothing that happens here: `fill` queues deliveries to them. */
  readonly backlog: number;
  readonly maxInflight: number;
}

export interface Prepared {
  readonly companyId: number;
  readonly employees: readonly number[];
  readonly backlogEndpoints: readonly number[];
}

/** When the changes were committed, in the order of their beginning. */
export interface Commits {
  readonly employee: Float64Array;
  /** `sharedNow()` at the last moment before the commit. */
  readonly at: Float64Array;
}

let core: Core;
let webhooks: Webhooks;
let company: SystemActor;
let employees: readonly number[];
let changes = 0;

const allCompanies = () => core.extension.database.allCompanies();

const handlers = {
  async migrate(connection: DatabaseConnection): Promise<void> {
    await migrateCore(connection);
    await migrateWebhooks(connection);
  },
  async open({ connection, port, cert, keepsNothing }: ServiceTarget): Promise<void> {
    core = await createCore({
      database: connection,
      keys: BENCH_KEYS,
      log: { info() {}, warn: console.warn, error: console.error },
    });
    webhooks = await createWebhooks(core, {
      allow: [`https://localhost:${port}`],
      extraCa: cert,
      ...(keepsNothing && { keepSucceededDays: 0 }),
    });
  },
  /** The endpoints come last: hiring is not what is measured. */
  async prepare({ plan, port }: { readonly plan: CompanyPlan; readonly port: number }): Promise<Prepared> {
    company = systemActor((await core.companies.create({ name: 'Bench' })).id);
    const hired: number[] = [];
    while (hired.length < plan.employees) {
      const numbers = Array.from({ length: Math.min(50, plan.employees - hired.length) }, (_, at) => hired.length + at);
      hired.push(...(await Promise.all(numbers.map(hire))));
    }
    const register = async (path: number, event: 'employee.updated' | 'leave_request.approved') =>
      (
        await webhooks.endpoints.register(company, {
          url: `https://localhost:${port}/${path}`,
          events: [event],
          max_inflight: plan.maxInflight,
        })
      ).endpoint.id;
    const backlogEndpoints: number[] = [];
    for (let path = 0; path < plan.live; path++) await register(path, 'employee.updated');
    for (let path = 0; path < plan.backlog; path++) {
      backlogEndpoints.push(await register(plan.live + path, 'leave_request.approved'));
    }
    return { companyId: company.companyId, employees: hired, backlogEndpoints };
  },
  join(prepared: Prepared): void {
    company = systemActor(prepared.companyId);
    employees = prepared.employees;
  },
  startSending: () => webhooks.start(),
  fill: (wanted: WantedBacklog) => queueBacklog(core, company.companyId, wanted),
  /** Deliveries that are not over. */
  async openDeliveries(): Promise<number> {
    const [row] = await allCompanies().run(
      rawSql('SELECT count(*) AS open FROM "shaon_webhook_delivery" WHERE due_at IS NOT NULL'),
    );
    return Number(row?.open);
  },
  /** Changes employees at a rate, in transactions of their own, all of them in turn. */
  async produce({ rate, seconds }: { readonly rate: number; readonly seconds: number }): Promise<Commits> {
    const total = Math.round(rate * seconds);
    const commits = { employee: new Float64Array(total), at: new Float64Array(total) };
    await atRate(rate, seconds, async (number) => {
      const id = employees[changes % employees.length] as number;
      const address = `Herzl ${++changes}`;
      commits.employee[number - 1] = id;
      await core.employees.update(
        company,
        id,
        { address },
        {
          withinTransaction: async () => {
            commits.at[number - 1] = sharedNow();
          },
        },
      );
    });
    return commits;
  },
  backlog: () => webhooks.backlog(),
  prune: () => webhooks.prune(),
  /** Rows of the tables of webhooks, and on PostgreSQL their bytes with their indices. */
  async tables(): Promise<{ readonly rows: number; readonly bytes: number | null }> {
    const all = allCompanies();
    const names = ['shaon_webhook_event', 'shaon_webhook_delivery', 'shaon_webhook_attempt'];
    const sum = (of: (name: string) => string) => names.map(of).join(' + ');
    const bytes = all.dialect === 'postgres' ? sum((name) => `pg_total_relation_size('"${name}"')`) : 'NULL';
    const [row] = await all.run(
      rawSql(`SELECT ${sum((name) => `(SELECT count(*) FROM "${name}")`)} AS rows, ${bytes} AS bytes`),
    );
    return { rows: Number(row?.rows), bytes: row?.bytes == null ? null : Number(row.bytes) };
  },
};

export type ServiceHandlers = typeof handlers;

answerParent(handlers, async () => {
  await webhooks?.stop(1_000);
  await core?.close();
});

async function hire(number: number): Promise<number> {
  const { id } = await core.employees.create(company, {
    name: `Worker ${number}`,
    id_number: israeliId(10_000_000 + number),
    email: `worker-${number}@bench.example`,
    phone: '0501234567',
    salary_type: 'hourly',
    hourly_rate: 45.5,
  });
  return id;
}
