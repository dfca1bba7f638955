import { type Core, type CoreOptions, createCore, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { type Connection, onEachDatabase, TestClock, type TestDatabase } from '@shaon/testing';
import { migrateWebhooks, type Webhooks, type WebhooksOptions } from '@shaon/webhooks';
import { TEST_KEYS } from './hire.ts';
import { type Authority, createAuthority } from './receiver/certificates.ts';
import { startReceiver, type TlsReceiver } from './receiver/tls-receiver.ts';
import { type TestedOptions, webhooksWith } from './webhooks-with.ts';

export interface WebhooksTest {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly company: SystemActor;
  readonly foreign: SystemActor;
  readonly authority: Authority;
  readonly receiver: TlsReceiver;
}

export async function migrateAll(connection: Connection): Promise<void> {
  await migrateCore(connection);
  await migrateWebhooks(connection);
}

/** Options that let a sender reach receivers on loopback, and nothing else. */
export function loopback(authority: Authority): WebhooksOptions {
  return { allow: ['127.0.0.0/8', 'localhost'], extraCa: authority.ca, deadlineMs: 2_000 };
}

/** A suite on each database: a core with webhooks, two companies, a receiver and a clock that starts at the real time. */
export function withWebhooks(
  title: string,
  body: (test: WebhooksTest) => void,
  options: TestedOptions = {},
  coreOptions: Partial<CoreOptions> = {},
): void {
  onEachDatabase(title, { migrate: migrateAll }, webhooksSuite(body, options, coreOptions));
}

/** The same suite on PostgreSQL alone, for what only that has. */
export function withWebhooksOnPostgres(title: string, body: (test: WebhooksTest) => void): void {
  onEachDatabase(title, { migrate: migrateAll, only: 'postgres' }, webhooksSuite(body, {}, {}));
}

function webhooksSuite(
  body: (test: WebhooksTest) => void,
  options: TestedOptions,
  coreOptions: Partial<CoreOptions>,
): (database: TestDatabase) => void {
  return (database) => {
    const test = { database, clock: new TestClock(new Date()) } as {
      -readonly [Key in keyof WebhooksTest]: WebhooksTest[Key];
    };
    before(async () => {
      // Other suites may have run for longer than a verifier lets a signed time be old.
      test.clock.set(new Date());
      test.authority = await createAuthority();
      test.receiver = await startReceiver(await test.authority.issue());
      test.core = await createCore({
        database: database.connection(),
        keys: TEST_KEYS,
        clock: test.clock,
        ...coreOptions,
      });
      test.webhooks = await webhooksWith(test.core, { ...loopback(test.authority), ...options });
      test.company = systemActor((await test.core.companies.create({ name: 'Bakery' })).id);
      test.foreign = systemActor((await test.core.companies.create({ name: 'Foundry' })).id);
    });
    after(async () => {
      await test.webhooks?.stop();
      await test.core?.close();
      await test.receiver?.close();
    });
    body(test);
  };
}

/** What a promise was refused with; a promise that is kept fails the test. */
export async function refusal(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused.');
}

/** Waits until something holds; the limit is for what never comes to pass, not for what is slow on a busy machine. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 45_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It did not come to pass in time.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
