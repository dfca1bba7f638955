import assert from 'node:assert/strict';
import type { Ability } from '../ability-names.ts';
import type { AccountActor, TokenActor } from '../actor.ts';
import { type ErrorCode, isShaonError } from '../errors.ts';

/** One requirement of a service. `run` rejects with an AssertionError that says what the service did instead. */
export interface ContractCase {
  readonly name: string;
  /** Throws the difference; pass it to your test runner. */
  run(): Promise<void>;
}

/**
 * A service and the records of two companies that it must return. Different records make the tests stronger; the first
 * case of each contract fails if the records are too few or too similar to prove anything.
 */
export interface ReadsSample<Reads, Item> {
  readonly reads: Reads;
  readonly companyId: number;
  /** All records of the company, in any order. */
  readonly records: readonly Item[];
  /** Another company with its own records. */
  readonly foreignCompanyId: number;
  readonly foreignRecords: readonly Item[];
}

/** Runs `make` once, with the first case. */
export function once<T>(make: () => Promise<T> | T): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= Promise.resolve(make());
    return made;
  };
}

export function tokenOf(companyId: number, ...abilities: Ability[]): TokenActor {
  return {
    kind: 'token',
    companyId,
    companyZone: 'Asia/Jerusalem',
    companyLocale: 'he',
    tokenId: 1,
    tokenName: 'contract',
    tokenPrefix: 'shn_contract',
    abilities: new Set(abilities),
  };
}

/** A log-in that no database has: an existing one might belong to a frozen employee. */
const NO_LOGIN_ID = 2 ** 31 - 1;

export function accountOf(companyId: number, role: AccountActor['role']): AccountActor {
  return { kind: 'account', companyId, loginId: NO_LOGIN_ID, role, name: 'Contract', employeeId: null };
}

/** Passes if `call` is refused with the code; returns the error for further checks. */
export async function assertRefused(call: () => Promise<unknown>, code: ErrorCode, what: string): Promise<Error> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    assert.ok(isShaonError(error, code), `${what}: must throw a ShaonError ${code}, but threw ${String(error)}`);
    return error;
  }
  assert.fail(`${what}: must throw a ShaonError ${code}, but gave ${JSON.stringify(answer)}`);
}
