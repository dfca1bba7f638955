import type { ErrorCode, WriteOptions } from '@shaon/core';
import { daySeed, runsAll } from '@shaon/testing';
import { expect } from 'chai';
import type { CoreTest } from '../support.ts';
import { duringTransaction } from './during-transaction.ts';

/** A writing method as it is called on a record. */
export interface Action<Subject> {
  act(subject: Subject, options: WriteOptions): Promise<unknown>;
  /** How it may be refused when another action came first. Everything else that is thrown is a fault. */
  readonly refusals?: readonly ErrorCode[];
  /** Its method takes no caller's transaction. */
  readonly isAlwaysAlone?: true;
  /** It tries again after a while where others wait for a lock, so beside an open transaction it would take seconds. */
  readonly isTryingAgain?: true;
}

/** A kind of record with all that may be done to it at the same time. */
export interface RecordKind<Subject> {
  readonly name: string;
  /** A fresh record for each race, with what the two actions of these names need. */
  make(names: readonly string[]): Promise<Subject>;
  readonly actions: Readonly<Record<string, Action<Subject>>>;
  /** Throws when what the two left behind contradicts itself. `done` names the actions that were not refused. */
  check(subject: Subject, done: readonly string[]): Promise<void>;
}

/** Of the second writes `npm test` races one in so many: others each day, each within so many days. */
const DRAWN = runsAll ? 1 : 4;

/**
 * Unordered pairs of a kind's actions, an action beside itself included, in the races of `racesOf`. One test for each
 * first action.
 */
export function sweepWritingPairs<Subject>(test: CoreTest, kind: RecordKind<Subject>): void {
  const names = Object.keys(kind.actions);
  describe(kind.name, () => {
    for (const [index, first] of names.entries()) {
      const drawn = names.slice(index).filter((_, at) => (index + at + daySeed) % DRAWN === 0);
      if (drawn.length === 0) continue;
      const title = `${first}, beside ${drawn.length} of ${names.length - index} writes (SHAON_TEST_SEED=${daySeed})`;
      it(title, async function () {
        this.timeout(300_000);
        const faults: string[] = [];
        for (const second of drawn) {
          faults.push(...(await faultsOf(test, kind, first, second)));
        }
        expect(faults.join('\n')).to.equal('');
      });
    }
  });
}

type Run<Subject> = (subject: Subject) => Promise<[PromiseSettledResult<unknown>, PromiseSettledResult<unknown>]>;
type Race<Subject> = readonly [order: string, names: readonly [string, string], run: Run<Subject>];

/**
 * On PostgreSQL in parallel, where each may wait for the other, and each while the other's transaction is open, so that it
 * comes second; where that is not possible, the other is called first instead. On SQLite once, because one
 * writer waits for the other, and every second pair in the other order.
 */
function racesOf<Subject>(test: CoreTest, kind: RecordKind<Subject>, first: string, second: string): Race<Subject>[] {
  const action = (name: string) => kind.actions[name] as Action<Subject>;
  const inParallel = (one: string, other: string): Race<Subject> => [
    'in parallel',
    [one, other],
    (subject) => Promise.allSettled([action(one).act(subject, {}), action(other).act(subject, {})]),
  ];
  const whileOpen = (one: string, other: string): Race<Subject>[] =>
    action(one).isAlwaysAlone || action(other).isTryingAgain
      ? [inParallel(one, other)]
      : [['overlapping', [one, other], overlapping(test, action(one), action(other))]];
  if (test.database.type === 'sqlite') {
    const names = Object.keys(kind.actions);
    const isTurned = (names.indexOf(first) + names.indexOf(second)) % 2 === 1;
    return [isTurned ? inParallel(second, first) : inParallel(first, second)];
  }
  const ordered = [...whileOpen(first, second), ...(first === second ? [] : whileOpen(second, first))];
  return ordered.some(([order]) => order === 'in parallel') ? ordered : [inParallel(first, second), ...ordered];
}

async function faultsOf<Subject>(
  test: CoreTest,
  kind: RecordKind<Subject>,
  first: string,
  second: string,
): Promise<string[]> {
  const faults = new Set<string>();
  for (const [order, names, race] of racesOf(test, kind, first, second)) {
    const subject = await kind.make(names);
    const results = await race(subject);
    const title = `${kind.name}: ${names.join(' + ')} ${order}`;
    const done: string[] = [];
    for (const [at, result] of results.entries()) {
      const name = names[at] as string;
      if (result.status === 'fulfilled') done.push(name);
      else if (!isAllowed(kind.actions[name] as Action<Subject>, result.reason)) {
        faults.add(`${title}: ${name} threw ${describeError(result.reason)}`);
      }
    }
    await kind.check(subject, done).catch((error: Error) => {
      faults.add(`${title}, of which ${done.join(' and ') || 'neither'} was done: ${error.message}`);
    });
  }
  return [...faults];
}

function overlapping<Subject>(test: CoreTest, one: Action<Subject>, other: Action<Subject>): Run<Subject> {
  return async (subject) => {
    const { first, second } = await duringTransaction(
      test.core,
      async (manager) => (await Promise.allSettled([one.act(subject, { manager })]))[0],
      () => other.act(subject, {}),
    );
    return [first, second];
  };
}

const isAllowed = ({ refusals = [] }: Action<never>, error: { readonly code?: unknown }): boolean =>
  (refusals as readonly unknown[]).includes(error.code);

function describeError(error: Error & { readonly code?: unknown; readonly errors?: unknown }): string {
  const fields = error.errors === undefined ? '' : ` ${JSON.stringify(error.errors)}`;
  return `${error.name} ${String(error.code)}: ${error.message}${fields}`;
}
