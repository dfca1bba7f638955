import type { ErrorCode, WriteOptions } from '@shaon/core';
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
}

/** A kind of record with all that may be done to it at the same time. */
export interface RecordKind<Subject> {
  readonly name: string;
  /** A fresh record for each race. */
  make(): Promise<Subject>;
  readonly actions: Readonly<Record<string, Action<Subject>>>;
  /** Throws when what the two left behind contradicts itself. `done` names the actions that were not refused. */
  check(subject: Subject, done: readonly string[]): Promise<void>;
}

/** Parallel runs of a pair: both orders, because the first caller often comes first. */
const ROUNDS = 2;

/**
 * Every unordered pair of a kind's actions, an action beside itself included: in parallel in both orders, and on PostgreSQL
 * each of the two while the other one's transaction is still open; on SQLite one writer waits for the other anyway. One test
 * for each first action.
 */
export function sweepWritingPairs<Subject>(test: CoreTest, kind: RecordKind<Subject>): void {
  const names = Object.keys(kind.actions);
  describe(kind.name, () => {
    for (const [index, first] of names.entries()) {
      it(`${first}, beside each of ${names.length - index} writes`, async function () {
        this.timeout(300_000);
        const faults: string[] = [];
        for (const second of names.slice(index)) {
          faults.push(...(await faultsOf(test, kind, first, second)));
        }
        expect(faults.join('\n')).to.equal('');
      });
    }
  });
}

type Race<Subject> = (subject: Subject) => Promise<[PromiseSettledResult<unknown>, PromiseSettledResult<unknown>]>;

async function faultsOf<Subject>(
  test: CoreTest,
  kind: RecordKind<Subject>,
  first: string,
  second: string,
): Promise<string[]> {
  const [one, other] = [kind.actions[first], kind.actions[second]] as [Action<Subject>, Action<Subject>];
  const races: (readonly [order: string, names: readonly [string, string], race: Race<Subject>])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) races.push(['in parallel', [first, second], inParallel(one, other)]);
    else races.push(['in parallel', [second, first], inParallel(other, one)]);
  }
  const isOverlapping = test.database.type === 'postgres';
  if (isOverlapping && one.isAlwaysAlone === undefined)
    races.push(['overlapping', [first, second], overlapping(test, one, other)]);
  if (isOverlapping && other.isAlwaysAlone === undefined && one !== other) {
    races.push(['overlapping', [second, first], overlapping(test, other, one)]);
  }
  const faults = new Set<string>();
  for (const [order, names, race] of races) {
    const subject = await kind.make();
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

function inParallel<Subject>(one: Action<Subject>, other: Action<Subject>): Race<Subject> {
  return (subject) => Promise.allSettled([one.act(subject, {}), other.act(subject, {})]);
}

function overlapping<Subject>(test: CoreTest, one: Action<Subject>, other: Action<Subject>): Race<Subject> {
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
