import { definedInputs, HOSTILE_VALUES } from '@shaon/testing';
import { expect } from 'chai';
import { describeErrors, InvalidInputError } from '../../src/input/invalid-input-error.ts';
import { type Input, validate } from '../../src/input/validate.ts';
import { validateQuery } from './validate-query.ts';

const inputs = await definedInputs<Input<unknown>>(new URL('../../src', import.meta.url));

/** The fields that hold fields of their own, with the same value in each. */
const NESTED: Readonly<Record<string, (value: unknown) => unknown>> = {
  location: (value) => ({ lat: value, lng: value, accuracy_meters: value }),
  punches: (value) => [{ kind: value, at: value }],
  columns: (value) => [{ source: value, name: value }],
};

/** Fails if it throws anything but an error that can be told in words. */
function expectValidated(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    expect(error).to.be.instanceOf(InvalidInputError);
    expect(describeErrors((error as InvalidInputError).errors, 'he').message).to.be.a('string');
  }
}

describe('hostile values', () => {
  it('are looked for in all inputs', () => {
    expect([...inputs.keys()]).to.include.members([
      'newTokenInput',
      'correctionInput',
      'newLeaveInput',
      'attendanceQuery',
    ]);
  });

  for (const [name, input] of inputs) {
    it(`are taken or refused by each field of ${name}, with an issue`, () => {
      for (const field of [...input.fields, ...input.prohibited]) {
        for (const value of HOSTILE_VALUES) {
          expectValidated(() => validate(input, { [field]: value }));
          expectValidated(() => validateQuery(input, { [field]: value }));
          const nested = NESTED[field];
          if (nested !== undefined) expectValidated(() => validate(input, { [field]: nested(value) }));
        }
      }
    });

    it(`are taken or refused by all fields of ${name} together`, () => {
      for (const value of HOSTILE_VALUES) {
        expectValidated(() => validate(input, Object.fromEntries(input.fields.map((field) => [field, value]))));
        expectValidated(() => validate(input, value));
      }
    });
  }
});
