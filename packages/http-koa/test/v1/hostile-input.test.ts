import { expect } from 'chai';
import { type ApiTest, newEmployee, withApi } from '../support.ts';

/** Each filter with what it must do with hostile values: 422, or a page that they do not match. */
const FILTERS: Readonly<Record<string, Readonly<Record<string, 'id' | 'date' | 'word' | 'closed' | 'paging'>>>> = {
  '/attendance': {
    date_from: 'date',
    date_to: 'date',
    employee_id: 'id',
    department_id: 'id',
    branch_id: 'id',
    status: 'word',
    per_page: 'paging',
    page: 'paging',
  },
  '/employees': { department_id: 'id', branch_id: 'id', status: 'word', per_page: 'paging', page: 'paging' },
  '/leave': {
    date_from: 'date',
    date_to: 'date',
    employee_id: 'id',
    status: 'closed',
    type: 'word',
    per_page: 'paging',
    page: 'paging',
  },
};

const NEVER_A_NUMBER = [
  'abc',
  '1e2',
  '0x10',
  '+5',
  '-1',
  '5.0',
  '05',
  ' 5',
  '１２',
  '٣',
  "1' OR '1'='1",
  '1;DROP TABLE shaon_employee',
  'null',
  'true',
  'NaN',
  '%00',
  '5\r\nX: y',
];
const IDS_WITHOUT_MATCH = ['0', '2147483648', '9223372036854775808', '9'.repeat(20), '9'.repeat(400)];
const NEVER_A_DATE = [
  '2026-02-30',
  '2026-2-3',
  '26-02-03',
  '2026/02/03',
  '2026-13-01',
  '0000-01-01',
  '10000-01-01',
  '2026-02-03T00:00:00Z',
  '２０２６-02-03',
  'today',
  "2026-02-03'--",
  '20260203',
];
const STRANGE_WORDS = [
  "' OR 1=1 --",
  '%',
  '_',
  '"; DROP TABLE x',
  '𝕏',
  'חופש%',
  '\\',
  '{}',
  'approved ',
  'x'.repeat(64),
];
const FORBIDDEN_WORDS = ['\u0000', 'a\u0000b', 'a\nb', 'x'.repeat(300)];

withApi('v1 hostile parameters', (test) => {
  before(async () => {
    await test.core.employees.create(test.company, newEmployee());
  });

  for (const [path, filters] of Object.entries(FILTERS)) {
    for (const [name, kind] of Object.entries(filters)) {
      const ask = (value: string) => test.call('GET', `${path}?${name}=${encodeURIComponent(value)}`);

      it(`${path}?${name}= takes nothing that only looks right`, async () => {
        for (const value of refused(kind)) await expectRefused(ask(value), name, value);
        for (const value of unmatched(kind)) {
          const response = await ask(value);
          expect(response.status, value).to.equal(200);
          expect(response.body.data, value).to.deep.equal([]);
        }
      });

      it(`${path}?${name} refuses to be repeated or bracketed, and is absent when empty`, async () => {
        const good = kind === 'date' ? '2026-01-01' : kind === 'closed' ? 'approved' : '1';
        for (const form of [
          `${name}=${good}&${name}=${good}`,
          `${name}[]=${good}`,
          `${name}[0]=${good}`,
          `${name}[a]=${good}`,
          `${name}%5B%5D=${good}`,
        ]) {
          await expectRefused(test.call('GET', `${path}?${form}`), name, form);
        }
        const empty = await test.call('GET', `${path}?${name}=`);
        expect(empty.status).to.equal(200);
        expect(empty.headers.get('x-ignored-parameters')).to.equal(null);
      });
    }

    it(`${path} never takes a company_id, in any form`, async () => {
      for (const form of ['company_id=1', 'company_id=', 'company_id[]=1', `company_id=${test.company.companyId}`]) {
        await expectRefused(test.call('GET', `${path}?${form}`), 'company_id', form);
      }
    });
  }

  it('survives a query that is no UTF-8, and one of a thousand names', async () => {
    expect((await test.call('GET', '/leave?type=%FF%FE%80')).status).to.be.oneOf([200, 422]);
    expect((await test.call('GET', '/employees?status=%E0%A4')).status).to.be.oneOf([200, 422]);
    expect((await test.call('GET', '/employees?%')).status).to.equal(200);
    const many = Array.from({ length: 1_000 }, (_, index) => `n${index}=1`).join('&');
    expect((await test.call('GET', `/employees?${many}`)).status).to.equal(200);
    expect((await test.call('GET', '/employees?__proto__=1&constructor=2&toString=3')).status).to.equal(200);
  });
});

function refused(kind: string): string[] {
  switch (kind) {
    case 'id':
      return NEVER_A_NUMBER;
    case 'paging':
      return [...NEVER_A_NUMBER, '0', '9'.repeat(20)];
    case 'date':
      return NEVER_A_DATE;
    case 'closed':
      return [...STRANGE_WORDS, ...FORBIDDEN_WORDS, 'Approved', 'cancelled'].filter(
        (word) => word.trim() !== 'approved',
      );
    default:
      return FORBIDDEN_WORDS;
  }
}

function unmatched(kind: string): string[] {
  if (kind === 'id') return IDS_WITHOUT_MATCH;
  return kind === 'word' ? STRANGE_WORDS : [];
}

async function expectRefused(call: ReturnType<ApiTest['call']>, name: string, value: string): Promise<void> {
  const response = await call;
  expect(response.status, value).to.equal(422);
  expect(Object.keys(response.body.errors), value).to.deep.equal([name]);
}

withApi('v1 hostile bodies', (test) => {
  const count = async () => (await test.call('GET', '/employees?per_page=1')).body.meta.total as number;

  const HOSTILE_FIELDS: Readonly<Record<string, readonly unknown[]>> = {
    name: [
      5,
      true,
      null,
      '',
      ' \u2003 ',
      [],
      {},
      'א'.repeat(256),
      'a\u0000b',
      'a\r\nb',
      '\ud800',
      'a\u202Eb',
      ['x'],
      { $gt: '' },
    ],
    id_number: [
      123456782,
      '123456789',
      '12345678',
      '1234567',
      '1234567890',
      '１２３４５６７８２',
      '12345678 2',
      '000000000',
      '00000000',
      '20000004',
      '123-45-6782',
      null,
      '',
    ],
    email: [
      'x',
      'a@b@c.co',
      'a b@c.co',
      '@c.co',
      'a@',
      'a@-b.co',
      `${'x'.repeat(65)}@c.co`,
      `a@${'b'.repeat(252)}.co`,
      'a\u0000@c.co',
      'a@c.co\r\nBcc: x',
      5,
      null,
      '',
    ],
    phone: ['12345678', '+972-50-123-4567', 'abcdefghij', '050123456٣', 501234567, null, '', '---------'],
    department_id: [true, 1.5, '1.5', '1e2', [], {}, 'abc', '01', 999_999, '2147483648', -1, 0],
    branch_id: [true, 1.5, [], 'abc', 999_999],
    salary_type: ['Hourly', 'daily', 5, null, '', []],
    hourly_rate: [-1, 100_000_000, 1.23456, '1e2', 'abc', true, [], null, '', '1,5', '١'],
  };

  for (const [field, values] of Object.entries(HOSTILE_FIELDS)) {
    it(`POST /employees refuses a hostile ${field}, names it and writes nothing`, async () => {
      const before = await count();
      for (const value of values) {
        const response = await test.call('POST', '/employees', { body: { ...newEmployee(), [field]: value } });
        expect(response.status, JSON.stringify(value)).to.equal(422);
        expect(Object.keys(response.body.errors), JSON.stringify(value)).to.deep.equal([field]);
      }
      expect(await count()).to.equal(before);
    });
  }

  it('takes what is unusual but allowed', async () => {
    const allowed = [
      newEmployee({ name: 'א'.repeat(255) }),
      newEmployee({ name: '😀'.repeat(255) }),
      newEmployee({ name: "O'Brien; DROP TABLE shaon_employee; --" }),
      newEmployee({ name: 'שָׁלוֹם\u200F (ltr\u200E)' }),
      newEmployee({ phone: '+972501234567' }),
      newEmployee({ phone: '031234567' }),
      { ...newEmployee(), hourly_rate: 0 },
      { ...newEmployee(), hourly_rate: '99999999.99' },
      { ...newEmployee(), department_id: null, branch_id: '' },
      { ...newEmployee(), salary_type: 'global', global_salary: 12_000, hourly_rate: 5 },
    ];
    for (const body of allowed) {
      const response = await test.call('POST', '/employees', { body });
      expect(response.status, response.text).to.equal(201);
    }
  });

  it('PATCH refuses null where it clears nothing and every field that is not its own, whatever its value', async () => {
    const { id } = (await test.call('POST', '/employees', { body: newEmployee() })).body.data;
    const refusedFields = [
      'role',
      'status',
      'id_number',
      'salary_type',
      'hourly_rate',
      'global_salary',
      'password',
      'company_id',
    ];
    for (const field of refusedFields) {
      for (const value of ['active', null, '', 0, 'employee']) {
        const response = await test.call('PATCH', `/employees/${id}`, { body: { [field]: value } });
        expect(response.status, `${field} ${value}`).to.equal(422);
        expect(response.body.errors).to.have.all.keys(field);
      }
    }
    for (const field of ['name', 'email']) {
      for (const value of [null, '', '  ']) {
        expect(
          (await test.call('PATCH', `/employees/${id}`, { body: { [field]: value } })).status,
          `${field} ${value}`,
        ).to.equal(422);
      }
    }
  });

  it('survives depth, doubled keys, prototype names and surrogates in names', async () => {
    const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
    const bodies = [
      deep,
      `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
      '{"name":"a","name":5}',
      '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}',
      '{"\\ud800":1}',
      '{"name[]":"x","name[0]":"y"}',
      '{"name":"\\u0000"}',
    ];
    for (const rawBody of bodies) {
      const response = await test.call('POST', '/employees', {
        rawBody,
        headers: { 'Content-Type': 'application/json' },
      });
      expect(response.status, rawBody.slice(0, 60)).to.equal(422);
    }
    expect(({} as Record<string, unknown>).role).to.equal(undefined);
  });

  it('says the same of a foreign and of an unknown department or branch', async () => {
    const department = await test.core.organization.createDepartment(test.foreign, { name: 'theirs' });
    const branch = await test.core.organization.createBranch(test.foreign, { name: 'theirs' });
    for (const [field, id] of [
      ['department_id', department.id],
      ['branch_id', branch.id],
    ] as const) {
      const foreign = await test.call('POST', '/employees', { body: { ...newEmployee(), [field]: id } });
      const unknown = await test.call('POST', '/employees', { body: { ...newEmployee(), [field]: 2_000_000_000 } });
      expect(foreign.status).to.equal(422);
      expect(foreign.body).to.deep.equal(unknown.body);
      const list = await test.call('GET', `/employees?${field}=${id}`);
      expect(list.body.meta.total).to.equal(0);
    }
  });

  it('keeps e-mail and id number unique across companies, in every spelling', async () => {
    const taken = newEmployee({ email: 'Dana.Levi@Example.test', id_number: '01234566' });
    await test.core.employees.create(test.foreign, taken);
    for (const email of ['dana.levi@example.test', ' DANA.LEVI@EXAMPLE.TEST ']) {
      const response = await test.call('POST', '/employees', { body: newEmployee({ email }) });
      expect(response.body.errors).to.deep.equal({ email: ['The email has already been taken.'] });
    }
    const padded = await test.call('POST', '/employees', { body: newEmployee({ id_number: '001234566' }) });
    expect(padded.body.errors).to.deep.equal({ id_number: ['The id number has already been taken.'] });
  });

  it('gives one of fifty parallel creates with one id number a 201', async () => {
    const { id_number } = newEmployee();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => test.call('POST', '/employees', { body: newEmployee({ id_number }) })),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 201)).to.have.lengthOf(1);
    expect(statuses.filter((status) => status === 422)).to.have.lengthOf(49);
  });
});
