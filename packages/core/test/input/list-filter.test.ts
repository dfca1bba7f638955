import { expect } from 'chai';
import { object } from 'yup';
import { comparedValues } from '../../src/input/list-filter.ts';
import { filterId } from '../../src/input/number-fields.ts';
import { defineInput } from '../../src/input/validate.ts';
import { validateQuery } from './validate-query.ts';

describe('the values of a filter', () => {
  it('are those of a validated one, and an impossible id of a plain one becomes 0', () => {
    const filter = validateQuery(defineInput(object({ other_id: filterId() })), { other_id: '7' });
    expect(comparedValues(filter, ['other_id'])).to.deep.equal(new Map([['other_id', 7]]));
    expect(comparedValues({ ...filter, other_id: -1 }, ['other_id']).get('other_id')).to.equal(0);
  });
});
