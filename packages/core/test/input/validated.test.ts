import { expect } from 'chai';
import { object } from 'yup';
import { comparedValues } from '../../src/input/list-filter.ts';
import { filterId } from '../../src/input/number-fields.ts';
import { text } from '../../src/input/text-fields.ts';
import { defineInput, safeValidate, safeValidateOnce } from '../../src/input/validate.ts';
import { validateQuery } from './validate-query.ts';

describe('an input that was validated', () => {
  const makeInput = () =>
    defineInput(object({ name: text({ max: 5 }), status: text({ max: 5 }), other_id: filterId() }));
  const input = makeInput();

  it('is not validated again by the same input, with errors or without', () => {
    for (const given of [{ name: ' a ' }, { name: 'too long' }]) {
      const validated = safeValidate(input, given);
      expect(safeValidateOnce(input, validated)).to.equal(validated);
    }
  });

  it('is validated by any other input, of which it is no result', () => {
    expect(safeValidateOnce(makeInput(), safeValidate(input, { name: 'a' })).value).to.deep.equal({});
  });

  it('is validated when it comes plain, though it looks like a result', () => {
    const validated = safeValidateOnce(input, { errors: {}, value: { name: 'too long' }, name: 'too long' });
    expect(Object.keys(validated.errors)).to.deep.equal(['name']);
  });

  it('is a filter that is compared as it is; a copy is a plain one again', () => {
    const filter = validateQuery(input, { other_id: '7' });
    expect(comparedValues(filter, ['other_id'])).to.deep.equal(new Map([['other_id', 7]]));
    const changed = { ...filter, other_id: -1 };
    expect(comparedValues(changed, ['other_id']).get('other_id')).to.equal(0);
    // A value that no input lets through shows that a validated one is not looked at again.
    Object.assign(filter, { other_id: -1 });
    expect(comparedValues(filter, ['other_id']).get('other_id')).to.equal(-1);
  });

  it('keeps its mark whichever way it was validated', () => {
    const byYup = defineInput(object({ name: text({ max: 5 }).default('x') }));
    const filter = validateQuery(byYup, { name: 'a' });
    Object.assign(filter, { name: 5 });
    expect(comparedValues(filter, ['name']).get('name')).to.equal(5);
  });
});
