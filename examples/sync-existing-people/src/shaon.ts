import {
  type Core,
  createCore,
  type DatabaseConnection,
  type Employee,
  type ExternalIdKind,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { createWebhooks, webhookEntities } from '@shaon/webhooks';

/** Opens Shaon on the product's database for one company. */
export async function openShaon(): Promise<{ readonly core: Core; readonly company: SystemActor }> {
  const url = setting('DATABASE_URL');
  const database: DatabaseConnection = url.startsWith('sqlite:')
    ? { type: 'sqlite', path: url.slice('sqlite:'.length) }
    : { type: 'postgres', url };
  const core = await createCore({
    database,
    entities: webhookEntities(database.type),
    keys: setting('SHAON_KEYS'),
    idNumberScope: process.env.SHAON_ID_NUMBER_SCOPE === 'company' ? 'company' : 'installation',
  });
  // Each change is stored with its events; the server of the product sends them.
  await createWebhooks(core);
  return { core, company: systemActor(Number(setting('COMPANY_ID'))) };
}

/** The ids of all records of a kind that have a key, by key. */
export async function allKeys(core: Core, company: SystemActor, kind: ExternalIdKind): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let after: number | null = 0; after !== null; ) {
    const page = await core.externalIds.list(company, kind, { after, limit: 1_000 });
    for (const { externalId, id } of page.items) ids.set(externalId, id);
    after = page.next;
  }
  return ids;
}

/** Every employee, also frozen ones. */
export async function* allEmployees(core: Core, company: SystemActor): AsyncGenerator<Employee> {
  for (let page = 1, left = true; left; page++) {
    const { items } = await core.employees.list(company, {}, { page, per_page: 200 });
    yield* items;
    left = items.length === 200;
  }
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name}.`);
  return value;
}
