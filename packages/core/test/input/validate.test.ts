import { expect } from 'chai';
import { array, object } from 'yup';
import { calendarDate } from '../../src/input/date-fields.ts';
import { issue } from '../../src/input/issue.ts';
import { amount, filterId, pagingFields, referenceId } from '../../src/input/number-fields.ts';
import { oneOf, text } from '../../src/input/text-fields.ts';
import { defineInput, safeValidate, unknownNames, unknownParameters, validate } from '../../src/input/validate.ts';
import { errorsOf, rulesOf } from './field-cases.ts';
import { validateQuery } from './validate-query.ts';

const query = defineInput(
  object({ date_from: calendarDate(), employee_id: filterId(), status: text({ max: 64 }), ...pagingFields() }),
  { prohibited: ['company_id'] },
);

const create = defineInput(
  object({
    name: text({ max: 5 }).required(issue('required')),
    address: text({ max: 5 }).nullable(),
    department_id: referenceId().nullable(),
    salary_type: oneOf(['hourly', 'global']).required(issue('required')),
    hourly_rate: amount()
      .nullable()
      .when('salary_type', ([type], field) =>
        type === 'hourly' ? field.required(issue('required_if', { other: 'salary_type', value: 'hourly' })) : field,
      ),
  }),
  { prohibited: ['role', 'password'] },
);

describe('validating a body', () => {
  const valid = { name: ' Dan ', salary_type: 'global' };

  it('gives the normalised fields, and absent ones stay absent (D:W32)', () => {
    expect(validate(create, valid)).to.deep.equal({ name: 'Dan', salary_type: 'global' });
    expect(validate(create, { ...valid, address: '', department_id: '7', hourly_rate: null })).to.deep.equal({
      name: 'Dan',
      salary_type: 'global',
      address: null,
      department_id: 7,
      hourly_rate: null,
    });
  });

  it('tells all errors of all fields, in the order of the fields (D:W23)', () => {
    const errors = errorsOf(() =>
      validate(create, { hourly_rate: null, salary_type: 'hourly', address: 'abcd\u0000ef', name: '', role: null }),
    );
    expect(Object.keys(errors)).to.deep.equal(['name', 'address', 'hourly_rate', 'role']);
    expect(errors).to.deep.equal({
      name: [{ rule: 'required' }],
      address: [
        { rule: 'characters', params: { found: 'U+0000' } },
        { rule: 'max_length', params: { max: 5 } },
      ],
      hourly_rate: [{ rule: 'required_if', params: { other: 'salary_type', value: 'hourly' } }],
      role: [{ rule: 'prohibited' }],
    });
  });

  it('refuses prohibited names whatever their value (D:W2 to W4)', () => {
    for (const value of [null, '', 'employee', 0, false, [], {}]) {
      expect(rulesOf(() => validate(create, { ...valid, role: value, password: value }))).to.deep.equal({
        role: ['prohibited'],
        password: ['prohibited'],
      });
    }
  });

  it('leaves out unknown names and tells them (D:W1)', () => {
    const body = { ...valid, nmae: 'x', 'name[]': 1 };
    expect(validate(create, body)).to.deep.equal({ name: 'Dan', salary_type: 'global' });
    expect(unknownNames(create, { ...body, role: 1 })).to.deep.equal(['nmae', 'name[]']);
  });

  it('refuses unknown names of a closed input, unless undefined (D:K17)', () => {
    const closed = defineInput(object({ name: text({ max: 5 }) }), { prohibited: ['role'], isClosed: true });
    expect(validate(closed, { name: 'Dan', nmae: undefined })).to.deep.equal({ name: 'Dan' });
    expect(rulesOf(() => validate(closed, { name: 'Dan', nmae: null, role: 'admin' }))).to.deep.equal({
      role: ['prohibited'],
      nmae: ['prohibited'],
    });
  });

  it('takes no field from the prototype', () => {
    const body = JSON.parse('{"__proto__": {"name": "Dan", "salary_type": "global", "role": "admin"}}') as unknown;
    expect(rulesOf(() => validate(create, body))).to.deep.equal({ name: ['required'], salary_type: ['required'] });
    const inherited = Object.create({ role: 'admin', address: 'x' }) as object;
    expect(validate(create, Object.assign(inherited, valid))).to.deep.equal({ name: 'Dan', salary_type: 'global' });
    expect(({} as { role?: unknown }).role).to.equal(undefined);
  });

  it('refuses what is no object, without naming a field', () => {
    for (const body of [null, undefined, [], 'x', 5]) expect(errorsOf(() => validate(create, body))).to.deep.equal({});
  });

  it('names members of a list as events.0', () => {
    const events = defineInput(object({ events: array(oneOf(['a', 'b'])).required(issue('required')) }));
    expect(rulesOf(() => validate(events, { events: ['a', 'c'] }))).to.deep.equal({ 'events.1': ['in'] });
  });

  it('validates without throwing: the errors, and what is right of the rest', () => {
    const validated = safeValidate(create, {
      name: 'too long',
      address: ' x ',
      department_id: '7',
      salary_type: 'global',
      role: 1,
    });
    expect(validated.errors).to.deep.equal({
      name: [{ rule: 'max_length', params: { max: 5 } }],
      role: [{ rule: 'prohibited' }],
    });
    expect(validated.value).to.deep.equal({ address: 'x', department_id: 7, salary_type: 'global' });
  });

  it('asks for what is needed whichever fields are given', () => {
    const needed = { name: ['required'], salary_type: ['required'] };
    for (const body of [
      {},
      { address: 'x' },
      { department_id: 1 },
      { hourly_rate: 1 },
      { address: null, hourly_rate: '1' },
    ]) {
      expect(
        rulesOf(() => validate(create, body)),
        JSON.stringify(body),
      ).to.deep.equal(needed);
    }
    const hourly = { name: 'Dan', salary_type: 'hourly' };
    expect(rulesOf(() => validate(create, hourly))).to.deep.equal({ hourly_rate: ['required_if'] });
    const withDefault = defineInput(object({ name: text({ max: 5 }).default('Dan'), address: text({ max: 5 }) }));
    expect(validate(withDefault, {})).to.deep.equal({ name: 'Dan' });
  });

  it('answers the same however many sets of names were seen before', () => {
    const names = Array.from({ length: 9 }, (_, index) => `f${index}`);
    const wide = defineInput(object(Object.fromEntries(names.map((name) => [name, filterId()]))));
    for (let set = 0; set < 2 ** names.length; set++) {
      const given = names.filter((_, index) => (set >> index) % 2 === 1);
      const body = Object.fromEntries(given.map((name) => [name, '7']));
      expect(validate(wide, body)).to.deep.equal(Object.fromEntries(given.map((name) => [name, 7])));
    }
  });

  it('does not hide a mistake in a schema', () => {
    const textual = defineInput(object({ name: text({ max: 5 }).required('a text') }));
    expect(() => validate(textual, {})).to.throw(TypeError, 'in place of an issue');
  });
});

describe('validating a query', () => {
  it('reads strings, and empty ones as absent (D:Q13)', () => {
    expect(validateQuery(query, { employee_id: '7', date_from: '', status: ' ', page: '2', foo: 'x' })).to.deep.equal({
      employee_id: 7,
      page: 2,
    });
  });

  it('refuses repeated names and bracket forms on the parameter (D:Q12)', () => {
    const wrong: Record<string, unknown>[] = [
      { employee_id: ['1', '2'] },
      { employee_id: ['1'] },
      { 'employee_id[]': '1' },
    ];
    wrong.push({ 'employee_id[0]': '1' }, { 'employee_id[]': '' }, { employee_id: '1', 'employee_id[x]': '2' });
    wrong.push({ 'employee_id[x]': '2', employee_id: '1' }, { 'employee_id[': '1' });
    for (const given of wrong) {
      expect(
        rulesOf(() => validateQuery(query, given)),
        JSON.stringify(given),
      ).to.deep.equal({ employee_id: ['integer'] });
    }
    expect(rulesOf(() => validateQuery(query, { 'date_from[]': 'x', 'status[]': 'x', 'page[]': '1' }))).to.deep.equal({
      date_from: ['date'],
      status: ['string'],
      page: ['integer'],
    });
  });

  it('refuses company_id in any form (D:Q11)', () => {
    for (const given of [
      { company_id: '1' },
      { company_id: '' },
      { 'company_id[]': '1' },
      { company_id: ['1', '2'] },
    ]) {
      expect(rulesOf(() => validateQuery(query, given))).to.deep.equal({ company_id: ['prohibited'] });
    }
  });

  it('names what it does not know (D:Q10)', () => {
    expect(
      unknownParameters(query, { foo: '1', 'page[]': '1', company_id: '1', 'bar[]': '2', '[]': '' }),
    ).to.deep.equal(['foo', 'bar[]', '[]']);
  });
});
