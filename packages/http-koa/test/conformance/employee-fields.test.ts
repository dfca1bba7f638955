import { expect } from 'chai';
import { newEmployee } from '../support.ts';
import { withServer } from './served-api.ts';

type Fields = Readonly<Record<string, unknown>>;

/** DECISIONS, ID-number vectors. Some are the same person in another spelling: the second of a pair is taken. */
const VALID_IDS = ['123456782', '012345674', '01234566', '050012343', '000000018', '20000006', '20000014'];
const SAME_PERSONS = ['12345674', '001234566', '00000018', '020000006', '020000014'];
const INVALID_IDS = [
  ...['123456789', '12345678', '01234567', '20000004', '20000018', '1234567', '1234567890', '12345678a'],
  ...['１２３４５６７８２', '12345678 2', '000000000', '00000000', '-12345678', '+12345678', '1234567.8', '0x1234567'],
];

const NIQQUD = 'שָׁלוֹם';

/** What a field does with a value: how it is told back, or the one text of its error (SPEC 4, POST /employees). */
const CREATED: readonly (readonly [given: Fields, told: Fields | string])[] = [
  [{ name: `  ${NIQQUD}\u00A0` }, { name: NIQQUD }],
  [{ name: 'e\u0301' }, { name: '\u00E9' }],
  [{ name: '😀'.repeat(255) }, { name: '😀'.repeat(255) }],
  [{ name: '😀'.repeat(256) }, 'The name field must not be greater than 255 characters.'],
  [{ name: 5 }, 'The name field must be a string.'],
  [{ name: '\u3000' }, 'The name field is required.'],
  [{ name: [] }, 'The name field is required.'],
  [{ phone: [] }, 'The phone field is required.'],
  [{ name: ['a'] }, 'The name field must be a string.'],
  [{ email: ' Dana+hr@Example.TEST ' }, { email: 'Dana+hr@Example.TEST' }],
  [{ email: 'דנה@דוגמה.קום' }, { email: 'דנה@דוגמה.קום' }],
  [{ email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(59)}.il` }, {}],
  [
    { email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(60)}.il` },
    'The email field must not be greater than 255 characters.',
  ],
  [{ email: 'dana@localhost' }, 'The email field must be a valid email address.'],
  [{ email: null }, 'The email field is required.'],
  [{ phone: '050-123-4567' }, { phone: '050-123-4567' }],
  [{ phone: ' +972501234567 ' }, { phone: '+972501234567' }],
  [{ phone: '031234567' }, { phone: '031234567' }],
  [{ phone: '(03) 123.4567' }, { phone: '(03) 123.4567' }],
  [{ phone: '+972-50-123-4567' }, 'The phone field must not be greater than 15 characters.'],
  [{ phone: '12345678' }, 'The phone field must be at least 9 characters.'],
  [{ phone: '050123456x' }, 'The phone field must be a valid phone number.'],
  [{ phone: '123456---' }, 'The phone field must be a valid phone number.'],
  [
    { department_id: null, branch_id: '' },
    { department: null, branch: null },
  ],
  [{ department_id: 1e9 }, 'The selected department id is invalid.'],
  [{ department_id: -0 }, 'The selected department id is invalid.'],
  [{ branch_id: '9'.repeat(40) }, 'The selected branch id is invalid.'],
  [{ branch_id: true }, 'The branch id field must be an integer.'],
  [{ salary_type: 'daily' }, 'The selected salary type is invalid.'],
  [{ salary_type: null }, 'The salary type field is required.'],
  [{ hourly_rate: null }, 'The hourly rate field is required when salary type is hourly.'],
  [{ hourly_rate: 'much' }, 'The hourly rate field must be a number.'],
  [{ hourly_rate: -0.01 }, 'The hourly rate field must be at least 0.'],
  [{ hourly_rate: 100_000_000 }, 'The hourly rate field must not be greater than 99999999.99.'],
  [{ hourly_rate: 0.00001 }, 'The hourly rate field must have 0-4 decimal places.'],
  [{ hourly_rate: 1e-7 }, 'The hourly rate field must have 0-4 decimal places.'],
  [{ hourly_rate: 99_999_999.99 }, {}],
  [{ hourly_rate: ' 42.50 ' }, {}],
  [{ hourly_rate: -0 }, {}],
  [{ global_salary: 'much' }, 'The global salary field must be a number.'],
  [{ salary_type: 'global' }, 'The global salary field is required when salary type is global.'],
  [{ salary_type: 'global', global_salary: 0, hourly_rate: null }, {}],
  ...['role', 'status', 'password', 'company_id'].map(
    (field) => [{ [field]: null }, `The ${field.replace('_', ' ')} field is prohibited.`] as const,
  ),
];

const CHANGED: readonly (readonly [given: Fields, told: Fields | string])[] = [
  [{}, {}],
  [{ nickname: 'D' }, {}],
  [{ name: ' Dana ' }, { name: 'Dana' }],
  [{ name: null }, 'The name field must be a string.'],
  [{ email: null }, 'The email field must be a string.'],
  [{ phone: '1' }, { phone: '1' }],
  [{ phone: '+972 (50) 123-4567.8' }, { phone: '+972 (50) 123-4567.8' }],
  [{ phone: '+972 (50) 123-4567.89' }, 'The phone field must not be greater than 20 characters.'],
  [{ phone: null }, { phone: null }],
  [{ phone: ' ' }, { phone: null }],
  [{ phone: 501234567 }, 'The phone field must be a string.'],
  [{ address: 'א'.repeat(255) }, {}],
  [{ address: 'א'.repeat(256) }, 'The address field must not be greater than 255 characters.'],
  [{ address: null }, {}],
  [{ address: 5 }, 'The address field must be a string.'],
  ...['role', 'status', 'id_number', 'salary_type', 'hourly_rate', 'global_salary', 'password', 'company_id'].map(
    (field) => [{ name: 'No', [field]: null }, `The ${field.replace('_', ' ')} field is prohibited.`] as const,
  ),
];

withServer('v1 employee fields', (api) => {
  const create = (body: Fields, headers = {}) =>
    api.call('POST', '/employees', { body: { ...newEmployee(), ...body }, headers });

  it('takes every valid id number once, in either length, and no invalid one', async () => {
    for (const id_number of VALID_IDS) expect((await create({ id_number })).status, id_number).to.equal(201);
    for (const id_number of [...VALID_IDS, ...SAME_PERSONS]) {
      const { status, body } = await create({ id_number });
      expect(status, id_number).to.equal(422);
      expect(body.errors).to.deep.equal({ id_number: ['The id number has already been taken.'] });
    }
    for (const id_number of [...INVALID_IDS, 123456782, [], {}, true]) {
      const { status, body } = await create({ id_number });
      expect(status, String(id_number)).to.equal(422);
      expect(Object.keys(body.errors)).to.deep.equal(['id_number']);
    }
    api.keepOutOfLog(...VALID_IDS);
  });

  for (const [given, told] of CREATED) {
    it(`POST ${shown(given)} ${typeof told === 'string' ? `says: ${told}` : `is told back as ${shown(told)}`}`, async () => {
      const { status, body } = await create(given);
      if (typeof told !== 'string') {
        expect(status, JSON.stringify(body)).to.equal(201);
        expect(body.data).to.deep.include({ ...told, role: 'employee', status: 'active' });
        return;
      }
      const field = told.startsWith('The global salary') ? 'global_salary' : Object.keys(given).at(-1);
      expect(status).to.equal(422);
      expect(body).to.deep.equal({ message: told, errors: { [String(field)]: [told] } });
    });
  }

  for (const [given, told] of CHANGED) {
    it(`PATCH ${shown(given)} ${typeof told === 'string' ? `says: ${told}` : `is told back as ${shown(told)}`}`, async () => {
      const before = (await create({})).body.data;
      const { status, body } = await api.call('PATCH', `/employees/${before.id}`, { body: given });
      const after = (await api.call('GET', `/employees/${before.id}`)).body.data;
      if (typeof told !== 'string') {
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body.data).to.deep.equal({ ...before, ...told });
        expect(after).to.deep.equal(body.data);
        return;
      }
      expect(status).to.equal(422);
      expect(body).to.deep.equal({ message: told, errors: { [String(Object.keys(given).at(-1))]: [told] } });
      expect(after).to.deep.equal(before);
    });
  }

  it('tells all that is wrong at once, in the order of the fields, and counts it (D:W23)', async () => {
    const two = await create({ phone: '1', name: '' });
    expect(Object.keys(two.body.errors)).to.deep.equal(['name', 'phone']);
    expect(two.body.message).to.match(/^The name field is required\. \(and \d more errors?\)$/);
    const one = await create({ name: 'x'.repeat(300), role: 'admin' });
    expect(one.body.message).to.equal('The name field must not be greater than 255 characters. (and 1 more error)');
  });

  it('tells a taken e-mail and a foreign department together with what is wrong in itself', async () => {
    const { email } = (await create({})).body.data;
    const { body } = await create({ email, department_id: 2_000_000_000, name: null });
    expect(body.errors).to.deep.equal({
      name: ['The name field is required.'],
      email: ['The email has already been taken.'],
      department_id: ['The selected department id is invalid.'],
    });
  });

  it('names what it passed over in a body, by the exact name: brackets and capitals make another (D:W1)', async () => {
    const { status, headers } = await create({ 'role[]': 'admin', 'name[0]': 'x', Role: 'admin', 'company_id[x]': 1 });
    expect(status).to.equal(201);
    expect(headers.get('x-ignored-parameters')).to.equal('role%5B%5D, name%5B0%5D, Role, company_id%5Bx%5D');
  });

  it('speaks the language that is asked for, and the company’s where none is (D:F3, X1)', async () => {
    const { id } = (await create({})).body.data;
    const says = async (acceptLanguage?: string) => {
      const headers = acceptLanguage === undefined ? {} : { 'Accept-Language': acceptLanguage };
      const { body } = await api.call('POST', `/employees/${id}/activate`, { headers });
      const refused = await create({ name: '' }, headers);
      return [body.message, refused.body.message].map((text) => (/[א-ת]/.test(text) ? 'he' : 'en'));
    };
    expect(await says()).to.deep.equal(['he', 'en']);
    for (const asked of ['en', 'en-US,en;q=0.9', 'EN', 'en, he;q=0.5']) {
      expect(await says(asked), asked).to.deep.equal(['en', 'en']);
    }
    for (const asked of ['he', 'he-IL', 'he;q=0.9, en;q=0.8', 'fr, he;q=0.1']) {
      expect(await says(asked), asked).to.deep.equal(['he', 'he']);
    }
    for (const asked of ['*', 'fr', 'nonsense;;q=', 'ar-IL', '']) {
      expect(await says(asked), asked).to.deep.equal(['he', 'en']);
    }
  });

  it('says the same of a whole refusal in every language, for clients that look for the text (D:X1)', async () => {
    const says = async (path: string, token?: string) =>
      (await api.call('GET', path, { headers: { 'Accept-Language': 'he' }, ...(token === undefined ? {} : { token }) }))
        .body;
    expect(await says('/nothing')).to.deep.equal({ message: 'Not found.' });
    expect(await says('/employees', 'shn_wrong')).to.deep.equal({ message: 'Unauthenticated.' });
    const headers = { 'Accept-Language': 'he', 'Content-Type': 'application/json' };
    const broken = await api.call('POST', '/employees', { headers, rawBody: '{' });
    expect(broken.body).to.deep.equal({ message: 'The request body is not valid JSON.' });
  });
});

function shown(fields: Fields): string {
  const text = JSON.stringify(fields);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
