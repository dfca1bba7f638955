import { isShaonError } from '@shaon/core';
import {
  attendanceQuery,
  employeeChangeInput,
  employeeQuery,
  type Input,
  leaveQuery,
  newEmployeeInput,
  safeValidate,
  safeValidateQuery,
} from '@shaon/core/input';
import { expect } from 'chai';
import fc from 'fast-check';
import { V1_ROUTES } from '../../src/v1/routes.ts';
import { contract, follow, isObject, type Json, type JsonObject, operations, validator } from './contract.ts';

/*
 * The contract and the code are written apart. Both validate the same random requests, made of values that lie on either
 * side of every rule, and must agree. What the code takes besides is said in words in the contract, and named here.
 */

const all = operations();

function operation(method: string, path: string) {
  const found = all.find((one) => one.method === method.toLowerCase() && one.path === path);
  if (found === undefined) throw new Error(`the contract has no ${method} ${path}`);
  return found;
}

const texts = [
  '',
  'x',
  'דנה',
  'é'.normalize('NFD'),
  '😀'.repeat(255),
  'א'.repeat(256),
  'a\u0000b',
  'a\u200Eb',
  'a\u202Eb',
  'a\u2066b',
  'x'.repeat(64),
  'x'.repeat(65),
];
const digits = [
  '0',
  '1',
  '7',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  '-1',
  '+1',
  '01',
  '1.5',
  '1e2',
  'abc',
  '１',
];
const dates = [
  '2026-10-25',
  '2026-02-28',
  '2026-02-29',
  '2024-02-29',
  '2026-2-3',
  '0001-01-01',
  '0000-01-01',
  '9999-12-31',
  '20261025',
  '2026-10-25T00:00:00Z',
  'x',
];

const queryValues: Record<string, string[]> = {
  date_from: dates,
  date_to: dates,
  employee_id: digits,
  department_id: digits,
  branch_id: digits,
  status: ['active', 'frozen', 'pending', 'approved', 'rejected', 'Approved', ...texts],
  type: ['חופש', ...texts, 'x'.repeat(255), 'x'.repeat(256)],
  per_page: ['1', '50', '200', '201', ...digits],
  page: ['1', '2', '1000', ...digits],
};

/** Four decimals at most is said in words: `multipleOf` is wrong about every third amount in binary. */
const amounts: Json[] = [0, 1, 52.5, 0.3, 12.3456, -1, -0.01, 99_999_999.99, 100_000_000, null, true, [], {}];
/** Ids that cannot exist are refused like unknown ones, by the service: these pools hold none (D:W13). */
const references: Json[] = [1, 7, 2_147_483_647, 1.5, null, true, 'x', [1], {}];
const strangers: Json[] = [null, 5, true, ['x'], { x: 1 }];

const bodyValues: Record<string, Json[]> = {
  name: [...texts, ...strangers],
  email: [
    'a@b.co',
    'dana.levi@acme.example',
    'no',
    'a@',
    '@b',
    'a b@c.de',
    'a@@b.co',
    `${'a'.repeat(64)}@b.co`,
    `a@${'b'.repeat(60)}.${'c'.repeat(200)}`,
    ...strangers,
  ],
  id_number: [
    '123456782',
    '012345674',
    '12345674',
    '20000006',
    '20000004',
    '000000000',
    '1234567',
    '1234567890',
    '12345678a',
    '123456789',
    123456782,
    ...strangers,
  ],
  address: [...texts, ...strangers],
  department_id: references,
  branch_id: references,
  salary_type: ['hourly', 'global', 'daily', 'Hourly', ...strangers],
  hourly_rate: amounts,
  global_salary: amounts,
  role: ['employee', null],
  status: ['active', null],
  password: ['x'],
  company_id: [1, null],
  nickname: ['x'],
};
const phonesOnCreate: Json[] = [
  '050-123-4567',
  '+972501234567',
  '031234567',
  '+972-50-123-4567',
  '12345678',
  '(02) 123 45',
  '1 2 3 4 5 6 -',
  'abcdefghi',
  '123456789x',
  ...strangers,
];
const phonesOnUpdate: Json[] = ['050-123-4567', '1', '0'.repeat(20), '0'.repeat(21), 'abc', ...strangers];

/** Any of the values for each of the names, or nothing. */
function requests<Value>(values: Record<string, Value[]>): fc.Arbitrary<Record<string, Value>> {
  const fields = Object.fromEntries(Object.entries(values).map(([name, pool]) => [name, fc.constantFrom(...pool)]));
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Record<string, Value>>;
}

function codeAccepts(validated: () => { errors: object }): boolean {
  try {
    return Object.keys(validated().errors).length === 0;
  } catch (error) {
    if (isShaonError(error, 'invalid_input')) return false;
    throw error;
  }
}

/** A query as the contract reads it: digits are numbers where it asks for an integer, empty ones are absent (D:Q13). */
function contractAcceptsQuery(parameters: JsonObject[], query: Record<string, string>): boolean {
  return Object.entries(query).every(([name, value]) => {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter === undefined || value === '') return true;
    const isInteger = follow(parameter.schema).type === 'integer';
    const read = isInteger && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value;
    return validatorOf(parameter.schema)(read) as boolean;
  });
}

const compiled = new Map<Json | undefined, ReturnType<typeof validator>>();
function validatorOf(schema: Json | undefined): ReturnType<typeof validator> {
  const known = compiled.get(schema) ?? validator(schema, { tightened: false });
  compiled.set(schema, known);
  return known;
}

/** D:Q17 is said in words: OpenAPI cannot compare two parameters. */
const areInOrder = ({ date_from, date_to }: Record<string, string>) => !date_from || !date_to || date_from <= date_to;

describe('the contract and the routes', () => {
  it('have the same operations, each with the same ability', () => {
    const published = all.map(
      ({ method, path, definition }) => `${method} ${path} ${definition['x-required-ability']}`,
    );
    const built = V1_ROUTES.map(({ method, path, ability }) => `${method.toLowerCase()} ${path} ${ability}`);
    expect(built.sort()).to.deep.equal(published.sort());
  });

  it('have the same parameters and fields, the refused ones too', () => {
    for (const route of V1_ROUTES) {
      const { parameters, definition } = operation(route.method, route.path);
      const names = parameters.filter((one) => one.in === 'query').map((one) => one.name);
      expect(route.query.fields, route.path).to.have.members(names);
      expect(route.query.prohibited, route.path).to.deep.equal(['company_id']);
      expect(route.body === null, route.path).to.equal(definition.requestBody === undefined);
      if (route.body === null) continue;
      const schema = follow(follow(follow(follow(definition.requestBody).content)['application/json']).schema);
      expect(route.body.fields, route.path).to.have.members(fieldsOf(schema));
      expect(route.body.prohibited, route.path).to.have.members(refusedBy(schema));
    }
  });
});

describe('the contract and the code validate alike', () => {
  const queries: [string, Input<unknown>][] = [
    ['/attendance', attendanceQuery],
    ['/employees', employeeQuery],
    ['/leave', leaveQuery],
  ];
  for (const [path, input] of queries)
    it(`the query of GET ${path}`, () => {
      const { parameters } = operation('GET', path);
      const names = parameters.filter((one) => one.in === 'query').map((one) => String(one.name));
      const values = Object.fromEntries(names.map((name) => [name, queryValues[name] ?? []]));
      assertAlike(
        fc.oneof(requests(values), oneAtATime(values, {})),
        (query) => contractAcceptsQuery(parameters, query) && areInOrder(query),
        (query) => codeAccepts(() => safeValidateQuery(input, query)),
      );
    });

  const rightEmployee = {
    name: 'דנה',
    id_number: '123456782',
    email: 'dana@acme.example',
    phone: '050-123-4567',
    salary_type: 'hourly',
    hourly_rate: 52,
  };
  const bodies: [string, Input<unknown>, string, JsonObject, Json[]][] = [
    ['POST /employees', newEmployeeInput, 'NewEmployee', rightEmployee, phonesOnCreate],
    ['PATCH /employees/{id}', employeeChangeInput, 'EmployeeChanges', {}, phonesOnUpdate],
  ];
  for (const [name, input, schema, right, phone] of bodies)
    it(`the body of ${name}`, () => {
      const validate = validator({ $ref: `#/components/schemas/${schema}` }, { tightened: false });
      const values = { ...bodyValues, phone };
      assertAlike(
        fc.oneof(requests(values), oneAtATime(values, right)),
        (body) => validate(body) as boolean,
        (body) => codeAccepts(() => safeValidate(input, body)),
      );
    });

  // What D:A9 added to the patterns is said in words.
  it('what the code refuses besides, as the contract says in words', () => {
    expect((contract.info as JsonObject).description).to.contain('U+0080 to U+009F');
    for (const text of ['a\u0085b', 'a\u009Fb', '\u200B', '\u200E\u200F', 'a\uD800b']) {
      const besides: [Input<unknown>, JsonObject][] = [
        [newEmployeeInput, { ...rightEmployee, name: text }],
        [employeeChangeInput, { name: text }],
      ];
      for (const [input, body] of besides)
        expect(
          codeAccepts(() => safeValidate(input, body)),
          JSON.stringify(body),
        ).to.equal(false);
    }
    for (const input of [attendanceQuery, employeeQuery])
      expect(codeAccepts(() => safeValidateQuery(input, { status: 'a\u0085b' }))).to.equal(false);
    expect(codeAccepts(() => safeValidateQuery(leaveQuery, { type: 'a\u009Fb' }))).to.equal(false);
    expect(codeAccepts(() => safeValidate(employeeChangeInput, { address: 'a\u0085b' }))).to.equal(false);
  });

  it('what the code takes besides, as the contract says in words', () => {
    const besides: [Input<unknown>, JsonObject][] = [
      [employeeChangeInput, { department_id: '7' }],
      [employeeChangeInput, { department_id: '' }],
      [employeeChangeInput, { name: `${' '.repeat(300)}x` }],
      [newEmployeeInput, { ...rightEmployee, hourly_rate: '52.5' }],
      [newEmployeeInput, { ...rightEmployee, phone: '\u202A050-123-4567\u202C', id_number: '\u200F123456782' }],
      [employeeChangeInput, { email: '\u200Edana@acme.example' }],
    ];
    for (const [input, body] of besides)
      expect(
        codeAccepts(() => safeValidate(input, body)),
        JSON.stringify(body),
      ).to.equal(true);
  });
});

/** A right request with one value of one field changed: it shows rules that several wrong fields at once would hide. */
function oneAtATime<Value>(
  values: Record<string, Value[]>,
  right: Record<string, Value>,
): fc.Arbitrary<Record<string, Value>> {
  const changes = Object.entries(values).flatMap(([name, pool]) => pool.map((value) => ({ ...right, [name]: value })));
  return fc.constantFrom(...changes);
}

function assertAlike<Request>(
  requestsOf: fc.Arbitrary<Request>,
  contract: (request: Request) => boolean,
  code: (request: Request) => boolean,
): void {
  let accepted = 0;
  fc.assert(
    fc.property(requestsOf, (request) => {
      const verdict = code(request);
      if (verdict) accepted += 1;
      expect(contract(request), JSON.stringify(request)).to.equal(verdict);
    }),
    { numRuns: 1_500 },
  );
  // A test whose requests are all refused would show nothing.
  expect(accepted).to.be.greaterThan(100);
}

const fieldsOf = (schema: JsonObject): string[] => Object.keys(follow(schema.properties));

function refusedBy(schema: JsonObject): string[] {
  const not = isObject(schema.not) && Array.isArray(schema.not.anyOf) ? schema.not.anyOf : [];
  return not.flatMap((one) => (isObject(one) && Array.isArray(one.required) ? one.required.map(String) : []));
}
