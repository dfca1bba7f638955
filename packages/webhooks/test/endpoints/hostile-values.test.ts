import { InvalidInputError } from '@shaon/core';
import { type Input, validate } from '@shaon/core/input';
import { definedInputs, HOSTILE_VALUES } from '@shaon/testing';
import { expect } from 'chai';

const inputs = await definedInputs<Input<unknown>>(new URL('../../src', import.meta.url));

function errorsOf(check: () => unknown): object {
  try {
    check();
  } catch (error) {
    expect(error).to.be.instanceOf(InvalidInputError);
    return (error as InvalidInputError).errors;
  }
  return {};
}

describe('hostile values for webhooks', () => {
  it('are looked for in all inputs', () => {
    expect([...inputs.keys()]).to.include.members(['newEndpointInput', 'endpointChangeInput']);
  });

  for (const [name, input] of inputs) {
    it(`are taken or refused by each field of ${name}, with an issue`, () => {
      for (const field of input.fields) {
        for (const value of HOSTILE_VALUES) errorsOf(() => validate(input, { [field]: value }));
      }
    });
  }

  it('are asked for where a new endpoint has none', () => {
    const input = inputs.get('newEndpointInput') as Input<unknown>;
    expect(errorsOf(() => validate(input, {}))).to.deep.equal({
      url: [{ rule: 'required' }],
      events: [{ rule: 'required' }],
    });
  });

  it('are refused at their place in the list of events', () => {
    const change = inputs.get('endpointChangeInput') as Input<unknown>;
    const events = (value: unknown) => errorsOf(() => validate(change, { events: value }));
    expect(events('employee.created')).to.deep.equal({ events: [{ rule: 'array' }] });
    expect(events(null)).to.deep.equal({ events: [{ rule: 'array' }] });
    expect(events([])).to.deep.equal({ events: [{ rule: 'required' }] });
    expect(events(['employee.created', 'x', null])).to.deep.equal({
      'events.1': [{ rule: 'in' }],
      'events.2': [{ rule: 'required' }],
    });
  });
});
