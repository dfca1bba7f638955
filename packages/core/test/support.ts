import {
  type Core,
  type CoreOptions,
  createCore,
  migrateCore,
  type NewEmployee,
  type SystemActor,
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
  onEachDatabase(title, { migrate: migrateCore }, (database) => {
    const clock = new TestClock(new Date(TEST_NOW));
    const test: { -readonly [Key in keyof CoreTest]: CoreTest[Key] } = {
      database,
      clock,
      core: undefined as never,
      company: undefined as never,
      foreign: undefined as never,
    };
    before(async () => {
      test.core = await createCore({ database: database.connection(), keys: TEST_KEYS, clock, ...options });
      test.company = systemActor((await test.core.companies.create({ name: 'Bakery' })).id);
      test.foreign = systemActor((await test.core.companies.create({ name: 'Foundry', locale: 'en' })).id);
    });
    after(() => test.core?.close());
    body(test);
  });
}

let serial = 0;

/** A valid new employee that differs from every other one. */
export function newEmployee(overrides: Partial<NewEmployee> = {}): NewEmployee {
  serial += 1;
  return {
    name: `נועה כהן ${serial}`,
    id_number: validIdNumber(10_000_000 + serial),
    email: `noa${serial}@example.test`,
    phone: '050-1234567',
    salary_type: 'hourly',
    hourly_rate: '42.5',
    ...overrides,
  };
}

/** Eight digits with their check digit. */
export function validIdNumber(eightDigits: number): string {
  const digits = String(eightDigits).padStart(8, '0');
  const sum = [...digits].reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
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
