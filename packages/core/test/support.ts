import {
  type AccountActor,
  type Core,
  type CoreOptions,
  createCore,
  type LoginRole,
  migrateCore,
  type SystemActor,
  silentLog,
  systemActor,
} from '@shaon/core';
import { onEachDatabase, TestClock, type TestDatabase } from '@shaon/testing';

/** A key ring for tests only. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** A Tuesday morning in Israel. */
export const TEST_NOW = '2026-06-02T06:00:00.000Z';

export interface CoreTest {
  readonly database: TestDatabase;
  readonly core: Core;
  readonly clock: TestClock;
  /** A company of its own for each test file and database. */
  readonly company: SystemActor;
  /** Another company, whose data nobody may see. */
  readonly foreign: SystemActor;
}

/** A suite on each database with a running core, two companies and a clock to set. */
export function withCore(title: string, body: (test: CoreTest) => void, options: Partial<CoreOptions> = {}): void {
  onEachDatabase(title, { migrate: migrateCore }, coreSuite(body, options));
}

function coreSuite(body: (test: CoreTest) => void, options: Partial<CoreOptions>): (database: TestDatabase) => void {
  return (database) => {
    const clock = new TestClock(new Date(TEST_NOW));
    const test: { -readonly [Key in keyof CoreTest]: CoreTest[Key] } = {
      database,
      clock,
      core: undefined as never,
      company: undefined as never,
      foreign: undefined as never,
    };
    before(async () => {
      test.core = await createCore({
        database: database.connection(),
        keys: TEST_KEYS,
        clock,
        log: silentLog,
        ...options,
      });
      test.company = systemActor((await test.core.companies.create({ name: 'Bakery' })).id);
      test.foreign = systemActor((await test.core.companies.create({ name: 'Foundry', locale: 'en' })).id);
    });
    after(() => test.core?.close());
    body(test);
  };
}

export { newEmployee, validIdNumber } from '@shaon/testing';

/** A person of the company who has logged in with this role. */
export function personOf(company: SystemActor, role: LoginRole): AccountActor {
  return { kind: 'account', companyId: company.companyId, loginId: 1, role, name: `The ${role}`, employeeId: null };
}

/** Services of the operator and of extensions, and methods that take no actor first. */
export const WITHOUT_ACTOR = new RegExp(
  [
    '^(audit|clock|events|exports|extension|imports|operator)\\.',
    '^accounts\\.(authenticate|forgotPassword|inviteAdmin|openLink|signIn|useLink|verify)$',
    '^(companies\\.create|tokens\\.authenticate|tokens\\.noteUse)$',
    '^messages\\.(drainOnce|sendDue|start|stop)$',
    '^notices\\.tellMorning$',
  ].join('|'),
);

/** Methods that begin with their first piece. */
export const GENERATORS: readonly string[] = ['auditReads.export', 'hours.ofCompany', 'payroll.file'];

/** What a promise was refused with; a promise that is kept fails the test. */
export async function refusal(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused.');
}

/** Always the same numbers, so that a failure can be seen again. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
