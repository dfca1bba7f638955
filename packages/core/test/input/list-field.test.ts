import { expect } from 'chai';
import { object } from 'yup';
import { correctionInput } from '../../src/attendance/attendance-input.ts';
import { listOf } from '../../src/input/list-field.ts';
import { canonicalInteger } from '../../src/input/number-fields.ts';
import { defineInput, safeValidate, validate } from '../../src/input/validate.ts';
import { newLeaveInput } from '../../src/leave/leave-input.ts';
import { newTokenInput, tokenChangeInput } from '../../src/tokens/token-input.ts';
import { errorsOf, rulesOf } from './field-cases.ts';

const optional = defineInput(object({ list: listOf(canonicalInteger(), { max: 3 }) }));
const listRules = (list: unknown) => rulesOf(() => validate(optional, { list }));

describe('list fields', () => {
  it('take a list of what the member takes, or nothing', () => {
    expect(validate(optional, { list: ['1', 2, 3] })).to.deep.equal({ list: [1, 2, 3] });
    expect(validate(optional, {})).to.deep.equal({});
  });

  it('refuse what is no list, an empty one and one too long', () => {
    for (const list of [null, '', '1', 1, {}, true, '[1]']) {
      expect(listRules(list), JSON.stringify(list)).to.deep.equal({ list: ['array'] });
    }
    expect(listRules([])).to.deep.equal({ list: ['required'] });
    expect(errorsOf(() => validate(optional, { list: [1, 2, 3, 4] }))).to.deep.equal({
      list: [{ rule: 'max', params: { max: 3 } }],
    });
  });

  it('have at most 100 members unless told otherwise (D:A17)', () => {
    const plain = defineInput(object({ list: listOf(canonicalInteger()) }));
    expect(validate(plain, { list: Array(100).fill(1) }).list).to.have.lengthOf(100);
    expect(rulesOf(() => validate(plain, { list: Array(101).fill(1) }))).to.deep.equal({ list: ['max'] });
  });

  it('look at no more members than tell that there are too many', () => {
    expect(errorsOf(() => validate(optional, { list: Array(50_000).fill('x') }))).to.have.all.keys(
      'list',
      'list.0',
      'list.1',
      'list.2',
      'list.3',
    );
    for (const [input, field] of [
      [newTokenInput, 'abilities'],
      [correctionInput, 'punches'],
      [newLeaveInput, 'dates'],
    ] as const) {
      const { errors } = safeValidate<unknown>(input, { [field]: Array(50_000).fill(1) });
      expect(Object.keys(errors).length, field).to.be.below(600);
      expect(errors[field]?.map(({ rule }) => rule)).to.deep.equal(['max']);
    }
  });

  it('tell what is wrong with a member at its place', () => {
    expect(listRules([1, 'x', null])).to.deep.equal({ 'list.1': ['integer'], 'list.2': ['required'] });
    expect(listRules([undefined, [1]])).to.deep.equal({ 'list.0': ['required'], 'list.1': ['integer'] });
  });

  it('and dates validate the abilities and the expiry of a token (SPEC 5, D:K7)', () => {
    const rules = (input: object) => rulesOf(() => validate(newTokenInput, { name: 'BI', ...input }));
    expect(rules({ abilities: ['leave:read', 'leave:all'] })).to.deep.equal({ 'abilities.1': ['in'] });
    expect(rules({ abilities: [null] })).to.deep.equal({ 'abilities.0': ['required'] });
    expect(rules({ abilities: 'leave:read' })).to.deep.equal({ abilities: ['array'] });
    for (const abilities of [null, [], undefined])
      expect(rules({ abilities })).to.deep.equal({ abilities: ['required'] });
    for (const expires_at of ['2030-01-01T00:00:00Z', 1, new Date(Number.NaN)]) {
      expect(rules({ abilities: ['leave:read'], expires_at })).to.deep.equal({ expires_at: ['date_time'] });
      expect(rulesOf(() => validate(tokenChangeInput, { expires_at }))).to.deep.equal({ expires_at: ['date_time'] });
    }
    expect(validate(tokenChangeInput, { expires_at: null })).to.deep.equal({ expires_at: null });
  });

  it('validate the punches of a correction (D:T12)', () => {
    const rules = (punches: unknown) => rulesOf(() => validate(correctionInput, { punches, note: 'forgot' }));
    expect(rules('in')).to.deep.equal({ punches: ['array'] });
    for (const punches of [null, []]) expect(rules(punches)).to.deep.equal({ punches: ['required'] });
    expect(rules(['in', null])).to.deep.equal({ 'punches.0': ['in'], 'punches.1': ['required'] });
    expect(rules([{ kind: 'nap', at: '08:00' }])).to.deep.equal({
      'punches.0.kind': ['in'],
      'punches.0.at': ['date_time'],
    });
  });
});
