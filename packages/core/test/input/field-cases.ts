import { expect } from 'chai';
import { object } from 'yup';
import { InvalidInputError } from '../../src/input/invalid-input-error.ts';
import type { InputErrors, IssueRule } from '../../src/input/issue.ts';
import type { Field } from '../../src/input/text-fields.ts';
import { defineInput, type Input, validate } from '../../src/input/validate.ts';

/** The errors that a check throws; fails if it throws none. */
export function errorsOf(check: () => unknown): InputErrors {
  try {
    check();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.errors;
    throw error;
  }
  throw new Error('The input was accepted');
}

/** Only the names of the rules, which is what most tests are about. */
export function rulesOf(check: () => unknown): Record<string, IssueRule[]> {
  const entries = Object.entries(errorsOf(check));
  return Object.fromEntries(entries.map(([field, issues]) => [field, issues.map(({ rule }) => rule)]));
}

const inputOf = (field: Field<unknown>): Input<{ value?: unknown }> =>
  defineInput(object({ value: field })) as Input<{ value?: unknown }>;

/** What the field makes of the value. */
export function accepted(field: Field<unknown>, value: unknown): unknown {
  return validate(inputOf(field), { value }).value;
}

/** The rules by which the field refuses the value. */
export function refused(field: Field<unknown>, value: unknown): IssueRule[] {
  return rulesOf(() => validate(inputOf(field), { value })).value ?? [];
}

/** Asserts that each value is refused by exactly this rule. */
export function expectRefused(field: Field<unknown>, rule: IssueRule, values: readonly unknown[]): void {
  for (const value of values) expect(refused(field, value), JSON.stringify(value)).to.deep.equal([rule]);
}
