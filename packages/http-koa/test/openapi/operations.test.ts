import { expect } from 'chai';
import { contract, follow, isObject, type Json, operations, validator } from './contract.ts';

/** SPEC 4 and 5: method, path, ability, query parameters, statuses (SPEC 7, D:K6, D:H7, D:H4, D:H14, D:Q11). */
const expected: [string, string, string, string[]][] = [
  [
    'get',
    '/attendance',
    'attendance:read',
    ['date_from', 'date_to', 'employee_id', 'department_id', 'branch_id', 'status', 'per_page', 'page'],
  ],
  ['get', '/employees', 'employees:read', ['department_id', 'branch_id', 'status', 'per_page', 'page']],
  ['post', '/employees', 'employees:write', []],
  ['get', '/employees/{id}', 'employees:read', []],
  ['patch', '/employees/{id}', 'employees:write', []],
  ['post', '/employees/{id}/deactivate', 'employees:write', []],
  ['post', '/employees/{id}/activate', 'employees:write', []],
  ['get', '/departments', 'employees:read', []],
  ['get', '/branches', 'employees:read', []],
  ['get', '/leave', 'leave:read', ['date_from', 'date_to', 'employee_id', 'status', 'type', 'per_page', 'page']],
  ['get', '/shifts', 'shifts:read', []],
];

const neverExposed = /salary|hourly_rate|id_number|password|balance|^document$|document_(url|file)|company/i;

function fieldNames(node: Json | undefined, seen = new Set<Json>()): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => fieldNames(item, seen));
  if (!isObject(node)) return [];
  const schema = follow(node);
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const nested = isObject(schema.properties) ? Object.values(schema.properties) : [];
  return [...own, ...[...nested, schema.items, schema.allOf, schema.oneOf].flatMap((item) => fieldNames(item, seen))];
}

describe('the operations of the contract', () => {
  const all = operations();

  it('are the eleven of the specification, each with its ability', () => {
    expect(all.map(({ method, path, definition }) => [method, path, definition['x-required-ability']])).to.deep.equal(
      expected.map(([method, path, ability]) => [method, path, ability]),
    );
    for (const { definition } of all)
      expect(String(definition.description)).to.include(`\`${definition['x-required-ability']}\``);
  });

  it('take exactly the published query parameters', () => {
    for (const [index, { parameters, method, path }] of all.entries())
      expect(
        parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
        `${method} ${path}`,
      ).to.deep.equal(expected[index]?.[3]);
  });

  it('answer with every status that can happen, and no other', () => {
    for (const { method, path, responses } of all) {
      const success = method === 'post' && path === '/employees' ? '201' : '200';
      const record = path.includes('{id}') ? ['404'] : [];
      const body = path.startsWith('/employees') && (method === 'patch' || success === '201') ? ['413', '415'] : [];
      expect(Object.keys(responses), `${method} ${path}`).to.deep.equal(
        [success, '401', '403', ...record, ...body, '422', '429', '500', '503'].sort(),
      );
    }
    expect(Object.keys(follow(contract['x-other-responses']))).to.deep.equal(['404', '405']);
  });

  it('carry the headers of their status', () => {
    for (const { method, path, responses } of all)
      for (const [status, response] of Object.entries(responses)) {
        const headers = Object.keys(follow(response.headers));
        const place = `${method} ${path} ${status}`;
        expect(headers, place).to.include.members(['X-Request-Id', 'X-API-Version']);
        expect(headers.includes('X-RateLimit-Remaining'), place).to.equal(status !== '401');
        expect(headers.includes('Retry-After'), place).to.equal(status === '429');
        expect(headers.includes('WWW-Authenticate'), place).to.equal(status === '401');
        expect(headers.includes('X-Required-Ability'), place).to.equal(status === '403');
        expect(headers.includes('Location'), place).to.equal(status === '201');
        expect(headers.includes('X-Ignored-Parameters'), place).to.equal(['200', '201', '422'].includes(status));
      }
  });

  it('never answer with what must not be exposed (SPEC 1)', () => {
    for (const operation of [...all, ...operations('x-webhooks')]) {
      const bodies = Object.keys(operation.responses).includes('200')
        ? Object.values(operation.responses).map((response) => follow(follow(response.content)['application/json']))
        : [];
      if (operation.path.includes('.'))
        bodies.push(follow(follow(follow(operation.definition.requestBody).content)['application/json']));
      const names = bodies.flatMap((body) => fieldNames(body.schema));
      expect(names.filter((name) => neverExposed.test(name))).to.deep.equal([]);
    }
    expect(fieldNames({ $ref: '#/components/schemas/NewEmployee' }).some((name) => neverExposed.test(name))).to.equal(
      true,
    );
  });
});

describe('the bodies of the contract', () => {
  const newEmployee = validator({ $ref: '#/components/schemas/NewEmployee' }, { tightened: false });
  const changes = validator({ $ref: '#/components/schemas/EmployeeChanges' }, { tightened: false });
  const hourly = {
    name: 'דנה',
    id_number: '123456782',
    email: 'dana@acme.example',
    phone: '050-123-4567',
    salary_type: 'hourly',
    hourly_rate: 52.5,
  };

  const refused: [string, object][] = [
    ['a rate that is missing', { hourly_rate: undefined }],
    ['a rate that is null', { hourly_rate: null }],
    ['a negative rate', { hourly_rate: -1 }],
    ['a salary type of its own', { salary_type: 'daily' }],
    ['a role', { role: 'employee' }],
    ['a status', { status: 'active' }],
    ['a password', { password: 'x' }],
    ['a company', { company_id: 1 }],
    ['an id number that passes only without padding', { id_number: '20000004' }],
    ['an id number of zeros', { id_number: '000000000' }],
    ['an id number as a number', { id_number: 123456782 }],
    ['256 letters', { name: 'א'.repeat(256) }],
    ['a name of spaces', { name: '   ' }],
    ['a bidirectional override', { name: 'a\u202Eb' }],
    ['a telephone number of 16 characters', { phone: '+972-50-123-4567' }],
    ['a telephone number without seven digits', { phone: '123456 - - -' }],
  ];
  for (const [name, change] of refused)
    it(`refuse ${name}`, () => {
      expect(newEmployee(JSON.parse(JSON.stringify({ ...hourly, ...change })))).to.equal(false);
    });

  const taken: [string, object][] = [
    ['both salary fields', { global_salary: null }],
    ['255 emoji', { name: '😀'.repeat(255) }],
    // As other validators do, without tolerance: `multipleOf` would refuse these, 0.3 / 0.0001 being no whole number.
    ['two decimals', { hourly_rate: 0.3 }],
    ['four decimals', { hourly_rate: 12.3456 }],
    ['no wage at all', { hourly_rate: 0 }],
    ['an id number of eight digits', { id_number: '20000006' }],
    ['a landline', { phone: '031234567' }],
    ['no department', { department_id: null }],
  ];
  for (const [name, change] of taken)
    it(`take ${name}`, () => {
      expect(newEmployee({ ...hourly, ...change }), JSON.stringify(newEmployee.errors)).to.equal(true);
    });

  it('let PATCH clear telephone and address, and nothing that is not its own', () => {
    expect(changes({ phone: null, address: '', department_id: null })).to.equal(true);
    for (const field of [
      'role',
      'status',
      'id_number',
      'salary_type',
      'hourly_rate',
      'global_salary',
      'password',
      'company_id',
    ])
      expect(changes({ [field]: 'anything' }), field).to.equal(false);
    expect(changes({ name: null })).to.equal(false);
    expect(changes({ phone: '0'.repeat(21) })).to.equal(false);
  });
});
