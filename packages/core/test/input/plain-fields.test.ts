import { definedInputs, HOSTILE_VALUES } from '@shaon/testing';
import { expect } from 'chai';
import { mixed, object } from 'yup';
import { newEmployeeInput } from '../../src/employees/employee-input.ts';
import { issue } from '../../src/input/issue.ts';
import { oneOf, text } from '../../src/input/text-fields.ts';
import { defineInput, type Input, safeValidate } from '../../src/input/validate.ts';

const inputs = await definedInputs<Input<unknown>>(new URL('../../src', import.meta.url));

/** Values of which each field of core takes one or another. */
const RIGHT = [
  ...['Dan', ' דן ', '123456782', 'dan@work.example', '0501234567', 'hourly', 'global', 'pending', 'he', 'manager'],
  ...['2026-10-01', '2026-09-30', '08:00', '2026-10-01T08:00:00+03:00', 'Asia/Jerusalem', 'IL', '5', '45.50', ''],
  ...[0, 5, 45.5, true, null, undefined, new Date(0)],
];

/** The same input, validated by yup alone. */
function byYupAlone(input: Input<unknown>): Input<unknown> {
  return { ...input, schemaFor: (known) => ({ ...input.schemaFor(known), acceptPlain: null }) };
}

/** A sequence that is the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = <T>(from: readonly T[], next: () => number): T => from[Math.floor(next() * from.length)] as T;

/** What each field takes by itself, so that some of the inputs made of it are right as a whole. */
function takenBy(input: Input<unknown>, field: string): unknown[] {
  return RIGHT.filter((value) => safeValidate(byYupAlone(input), { [field]: value }).errors[field] === undefined);
}

describe('the short way for right inputs', () => {
  for (const [name, input] of inputs) {
    it(`validates ${name} as yup does`, () => {
      const next = random(name.length);
      const yup = byYupAlone(input);
      const right = new Map(input.fields.map((field) => [field, takenBy(input, field)]));
      for (let round = 0; round < 300; round++) {
        const given: Record<string, unknown> = {};
        for (const field of input.fields) {
          if (next() < 0.2) continue;
          given[field] = pick(next() < 0.9 ? (right.get(field) ?? RIGHT) : [...RIGHT, ...HOSTILE_VALUES], next);
        }
        expect(safeValidate(input, given)).to.deep.equal(safeValidate(yup, given));
      }
    });
  }

  const employee = {
    name: ' Dan ',
    id_number: '123456782',
    email: 'dan@work.example',
    phone: '0501234567',
    salary_type: 'hourly',
    hourly_rate: 45.5,
  };

  it('is taken by a new employee, who is normalised', () => {
    const accepted = newEmployeeInput.schemaFor(employee).acceptPlain?.(employee);
    expect(accepted).to.deep.equal({ ...employee, name: 'Dan', hourly_rate: '45.5000' });
  });

  it('is left to yup at the first doubt, and when a required field is absent', () => {
    const wrong = [
      { phone: '1' },
      { hourly_rate: null },
      { hourly_rate: undefined },
      { name: undefined },
      { email: 5 },
    ];
    for (const change of wrong) {
      const given = { ...employee, ...change };
      expect(newEmployeeInput.schemaFor(given).acceptPlain?.(given)).to.equal(null);
    }
  });

  it('is not there for what only yup can validate', () => {
    const fields = {
      list: mixed().oneOf(['a']),
      otherwise: mixed().default('a'),
      within: object({ a: text({ max: 5 }) }),
      conditional: text({ max: 5 }).when('other', ([other], field) =>
        other === 'a' ? field.required(issue('required')) : field,
      ),
    };
    for (const [name, field] of Object.entries(fields)) {
      const input = defineInput(object({ [name]: field, other: oneOf(['a', 'b']) }));
      expect(input.schemaFor({ [name]: 'a', other: 'a' }).acceptPlain, name).to.equal(null);
    }
  });

  it('leaves a test to yup that asks more of it than its value and its neighbours', () => {
    const told = text({ max: 5 }).test('told', function (value) {
      return value === 'a' || this.createError({ message: () => issue('in') as never });
    });
    const input = defineInput(object({ told }));
    expect(safeValidate(input, { told: 'a' })).to.deep.equal({ errors: {}, value: { told: 'a' } });
    expect(safeValidate(input, { told: 'b' }).errors).to.have.keys('told');
  });
});
