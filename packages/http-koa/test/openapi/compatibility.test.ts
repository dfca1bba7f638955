import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { contract, isObject, type Json, type JsonObject } from './contract.ts';
import { breakingChanges } from './contract-changes.ts';
import { schemaChanges } from './schema-changes.ts';

const RELEASED = new URL('../../openapi/released/', import.meta.url);

/** Such as `v1-1.0.1.yaml`; the last one is the newest. */
function releases(): string[] {
  return readdirSync(RELEASED).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

describe('v1 beside what was released of it (SPEC 9)', () => {
  it('has a released document to be compared with', () => {
    expect(releases()).not.to.deep.equal([]);
    for (const file of releases()) expect(file).to.match(/^v1-\d+\.\d+\.\d+\.yaml$/);
  });

  for (const file of releases()) {
    it(`breaks nothing of ${file}`, () => {
      const released = parse(readFileSync(new URL(file, RELEASED), 'utf8')) as JsonObject;
      expect(breakingChanges(released, contract)).to.deep.equal([]);
    });
  }
});

/** The member at a path such as `components.schemas.Employee`; a slash within a name stays. */
function at(document: JsonObject, path: string): JsonObject {
  let found: Json | undefined = document;
  for (const part of path.split(' > ')) found = isObject(found) ? found[part] : undefined;
  if (!isObject(found)) throw new Error(`nothing at ${path}`);
  return found;
}

const schema = (document: JsonObject, name: string) => at(document, `components > schemas > ${name}`);
const fields = (document: JsonObject, name: string) => at(document, `components > schemas > ${name} > properties`);
const parameter = (document: JsonObject, name: string) => at(document, `components > parameters > ${name}`);
const operation = (document: JsonObject, path: string, method: string) => at(document, `paths > ${path} > ${method}`);
const without = (list: Json | undefined, name: string) => (list as Json[]).filter((one) => one !== name);

type Change = readonly [title: string, apply: (document: JsonObject) => unknown, place: string];

/** Each kind of change that breaks a client, applied to our own document, and where it must be found. */
const BREAKING: readonly Change[] = [
  ['a removed path', (d) => delete at(d, 'paths')['/shifts'], 'get /shifts'],
  ['a removed operation', (d) => delete at(d, 'paths > /employees/{id}').patch, 'patch /employees/{id}'],
  ['a renamed operation', (d) => (operation(d, '/leave', 'get').operationId = 'leave'), 'get /leave: operationId'],
  ['another base path', (d) => (d.servers = [{ url: 'https://{host}/api/v2' }]), 'servers: /api/v1'],
  ['another ability', (d) => (operation(d, '/shifts', 'get')['x-required-ability'] = 'leave:read'), 'needs leave:read'],
  [
    'an optional ability less',
    (d) => (operation(d, '/attendance', 'get')['x-optional-abilities'] = []),
    'adds nothing',
  ],
  [
    'an ability that is gone',
    (d) => delete at(d, 'components > securitySchemes > token > x-abilities')['leave:read'],
    'leave:read is gone',
  ],
  ['another security scheme', (d) => (at(d, 'components > securitySchemes > token').scheme = 'basic'), 'scheme token'],
  ['other security', (d) => (operation(d, '/leave', 'get').security = []), 'get /leave: security'],
  ['other security of all', (d) => (d.security = [{ token: [] }, { key: [] }]), 'get /leave: security'],
  [
    'a removed parameter',
    (d) => (operation(d, '/leave', 'get').parameters as Json[]).pop(),
    'get /leave: the parameter query',
  ],
  ['a renamed parameter', (d) => (parameter(d, 'PerPage').name = 'size'), 'the parameter query per_page is gone'],
  ['a parameter elsewhere', (d) => (parameter(d, 'PerPage').in = 'header'), 'the parameter query per_page is gone'],
  [
    'a new required parameter',
    (d) =>
      (operation(d, '/leave', 'get').parameters as Json[]).push({ name: 'x', in: 'query', required: true, schema: {} }),
    'query x is required',
  ],
  [
    'a parameter that became required',
    (d) => (parameter(d, 'PerPage').required = true),
    'query per_page: is required now',
  ],
  [
    'a parameter that is written otherwise',
    (d) => (parameter(d, 'PerPage').explode = false),
    'per_page: is written otherwise',
  ],
  ['a lower maximum', (d) => (at(d, 'components > parameters > PerPage > schema').maximum = 100), 'maximum is 100'],
  ['a higher minimum', (d) => (at(d, 'components > parameters > PerPage > schema').minimum = 2), 'minimum is 2'],
  ['another default', (d) => (at(d, 'components > parameters > PerPage > schema').default = 20), 'the default is 20'],
  [
    'a shorter text',
    (d) => (at(d, 'components > parameters > LeaveTypeFilter > schema').maxLength = 254),
    'maxLength is 254',
  ],
  [
    'another pattern',
    (d) => (at(d, 'components > parameters > LeaveTypeFilter > schema').pattern = '^a$'),
    'pattern is ^a$',
  ],
  [
    'a new pattern',
    (d) => (at(d, 'components > parameters > AcceptLanguage > schema').pattern = '^h'),
    'pattern is ^h',
  ],
  [
    'a new enum',
    (d) => (at(d, 'components > parameters > AcceptLanguage > schema').enum = ['he']),
    'only some values fit',
  ],
  [
    'a value that is accepted no more',
    (d) => (schema(d, 'LeaveStatus').enum = ['pending', 'approved']),
    'query status: the value rejected is gone',
  ],
  [
    'a body that is gone',
    (d) => delete operation(d, '/employees', 'post').requestBody,
    'post /employees body: is gone',
  ],
  [
    'a body that became required',
    (d) => (at(d, 'paths > /employees/{id} > patch > requestBody').required = true),
    'body: is required now',
  ],
  [
    'a new required body',
    (d) => (operation(d, '/employees/{id}/activate', 'post').requestBody = { required: true, content: {} }),
    'is new and required',
  ],
  [
    'a media type that is accepted no more',
    (d) => (at(d, 'paths > /employees > post > requestBody').content = {}),
    'application/json is gone',
  ],
  [
    'a new required field',
    (d) => (schema(d, 'NewEmployee').required as Json[]).push('branch_id'),
    'branch_id is required now',
  ],
  ['a field that is accepted no more', (d) => delete fields(d, 'EmployeeChanges').address, 'the field address is gone'],
  [
    'a field that is refused now',
    (d) => ((schema(d, 'EmployeeChanges').not as JsonObject).anyOf as Json[]).push({ required: ['address'] }),
    'more is refused',
  ],
  ['a field that may not be null now', (d) => delete schema(d, 'OrgId').nullable, 'may not be null now'],
  [
    'another condition of a field',
    (d) => (schema(d, 'NewEmployee')['x-required-when'] = { salary_type: { hourly: 'global_salary' } }),
    'x-required-when is',
  ],
  ['a status that is gone', (d) => delete at(d, 'paths > /leave > get > responses')['422'], 'get /leave 422: is gone'],
  [
    'another success',
    (d) => (at(d, 'paths > /leave > get > responses')['202'] = { description: '' }),
    'answers 202 now',
  ],
  [
    'a media type that is answered no more',
    (d) => (at(d, 'paths > /shifts > get > responses > 200').content = {}),
    '200: application/json is gone',
  ],
  [
    'a header that is gone',
    (d) => delete at(d, 'paths > /shifts > get > responses > 200 > headers')['X-Request-Id'],
    'the header X-Request-Id is gone',
  ],
  [
    'a header that may be missing',
    (d) => (at(d, 'components > headers > X-Request-Id').required = false),
    'X-Request-Id: may be missing now',
  ],
  ['a response field that is gone', (d) => delete fields(d, 'Employee').branch, 'the field branch is gone'],
  [
    'a response field that may be missing',
    (d) => (schema(d, 'Employee').required = without(schema(d, 'Employee').required, 'branch')),
    'branch may be missing now',
  ],
  [
    'a response field of another type',
    (d) => (at(d, 'components > schemas > Shift > properties > wage_percentage').type = 'number'),
    'the type is number',
  ],
  [
    'a response field that may be null',
    (d) => (at(d, 'components > schemas > Shift > properties > name').nullable = true),
    'may be null now',
  ],
  ['a response field of another form', (d) => (schema(d, 'DateTime').format = 'date'), 'format is date'],
  ['a response field without its form', (d) => delete schema(d, 'DateTime')['x-exact-pattern'], 'pattern is undefined'],
  ['a response field without its bound', (d) => delete schema(d, 'Id').maximum, 'maximum is gone'],
  [
    'a new value in responses',
    (d) => (schema(d, 'LeaveStatus').enum as Json[]).push('cancelled'),
    'the value cancelled is new',
  ],
  [
    'a value that never comes again',
    (d) => (schema(d, 'LeaveStatus').enum as Json[]).shift(),
    'the value pending is gone',
  ],
  [
    'a known value that is gone',
    (d) => (at(d, 'components > schemas > Attendance > properties > status')['x-known-values'] = ['open']),
    'the known value pending is gone',
  ],
  [
    'a longer page',
    (d) => (at(d, 'components > schemas > LeavePage > properties > data').maxItems = 500),
    'maxItems is 500',
  ],
  ['an event that is gone', (d) => delete at(d, 'x-webhooks')['employee.created'], 'post employee.created: is gone'],
  ['an event without a field', (d) => delete fields(d, 'EmployeeCreatedData').email, 'the field email is gone'],
  [
    'an event without a header',
    (d) => (at(d, 'x-webhooks > employee.created > post').parameters as Json[]).shift(),
    'X-Service-Signature is gone',
  ],
  [
    'an event whose header may be missing',
    (d) => (parameter(d, 'webhook-id').required = false),
    'webhook-id: may be missing now',
  ],
  [
    'an answer to an event that counts no more',
    (d) => delete at(d, 'x-webhooks > employee.created > post > responses')['2XX'],
    'the answer 2XX',
  ],
  ['a body without a form', (d) => delete schema(d, 'NewEmployee').properties, 'post /employees body'],
  ['a refusal elsewhere that is gone', (d) => delete at(d, 'x-other-responses')['405'], 'elsewhere 405: is gone'],
  [
    'a word that the comparison does not know',
    (d) => (schema(d, 'Shift').readOnly = true),
    'nobody has said what that means',
  ],
];

/** Each kind of change that clients must tolerate. */
const HARMLESS: readonly (readonly [title: string, apply: (document: JsonObject) => unknown])[] = [
  ['none', () => undefined],
  ['a new path', (d) => (at(d, 'paths')['/rosters'] = { get: { operationId: 'x', responses: {} } })],
  ['a new operation', (d) => (at(d, 'paths > /shifts').post = { operationId: 'x', responses: {} })],
  [
    'a new optional parameter',
    (d) => (operation(d, '/shifts', 'get').parameters = [{ name: 'x', in: 'query', schema: {} }]),
  ],
  ['a new optional body', (d) => (operation(d, '/employees/{id}/activate', 'post').requestBody = { content: {} })],
  ['a new optional field of a request', (d) => (fields(d, 'EmployeeChanges').nickname = { type: 'string' })],
  ['a new field of a response', (d) => (fields(d, 'Employee').nickname = { type: 'string', nullable: true })],
  [
    'a new required field of a response',
    (d) => {
      fields(d, 'Employee').nickname = { type: 'string' };
      (schema(d, 'Employee').required as Json[]).push('nickname');
    },
  ],
  ['a new field of an event', (d) => (fields(d, 'EmployeeCreatedData').role = { type: 'string' })],
  ['a new event', (d) => (at(d, 'x-webhooks')['shift.created'] = { post: { responses: {} } })],
  ['a field that need not be sent', (d) => (schema(d, 'NewEmployee').required = ['name', 'id_number', 'email'])],
  ['a higher maximum of a request', (d) => (at(d, 'components > parameters > PerPage > schema').maximum = 500)],
  ['a longer text of a request', (d) => (at(d, 'components > parameters > LeaveTypeFilter > schema').maxLength = 500)],
  ['a pattern less in a request', (d) => delete at(d, 'components > parameters > LeaveTypeFilter > schema').pattern],
  ['a condition less', (d) => delete schema(d, 'NewEmployee')['x-required-when']],
  ['less that is refused', (d) => ((schema(d, 'EmployeeChanges').not as JsonObject).anyOf as Json[]).pop()],
  ['a new media type', (d) => (at(d, 'paths > /employees > post > requestBody > content')['text/csv'] = {})],
  [
    'a new header',
    (d) => (at(d, 'paths > /shifts > get > responses > 200 > headers').ETag = { schema: { type: 'string' } }),
  ],
  ['a new refusal', (d) => (at(d, 'paths > /shifts > get > responses')['410'] = { description: '' })],
  [
    'a response field that is never null now',
    (d) => delete at(d, 'components > schemas > Branch > properties > address').nullable,
  ],
  [
    'a tighter bound of a response',
    (d) => (at(d, 'components > schemas > Shift > properties > wage_percentage').maximum = 1_000),
  ],
  [
    'a new known value',
    (d) =>
      (at(d, 'components > schemas > Attendance > properties > status')['x-known-values'] as Json[]).push('locked'),
  ],
  ['a new ability', (d) => (at(d, 'components > securitySchemes > token > x-abilities')['rosters:read'] = '')],
  [
    'other words',
    (d) => {
      at(d, 'info').description = 'x';
      schema(d, 'Employee').description = 'x';
      operation(d, '/leave', 'get').summary = 'x';
    },
  ],
  ['a server more', (d) => (d.servers as Json[]).push({ url: 'https://other.example/api/v1' })],
];

describe('the comparison of two documents', () => {
  const changed = (apply: (document: JsonObject) => unknown) => {
    const after = structuredClone(contract);
    apply(after);
    expect(after === contract).to.equal(false);
    return breakingChanges(contract, after);
  };

  for (const [title, apply, place] of BREAKING) {
    it(`finds ${title}`, () => {
      expect(changed(apply).join('\n')).to.contain(place);
    });
  }

  for (const [title, apply] of HARMLESS) {
    it(`lets ${title} pass`, () => {
      expect(changed(apply)).to.deep.equal([]);
    });
  }

  it('tells a breaking change by who sends the value', () => {
    const cases: readonly (readonly [before: JsonObject, after: JsonObject, client: boolean, service: boolean])[] = [
      [{ type: 'integer' }, { type: 'number' }, true, false],
      [{ type: 'number' }, { type: 'integer' }, false, true],
      [{ type: 'string' }, { type: 'integer' }, false, false],
      [{ type: 'string' }, {}, true, false],
      [{ minLength: 1 }, { minLength: 0 }, true, false],
      [{ maxItems: 5 }, { maxItems: 4 }, false, true],
      [{}, { nullable: true }, true, false],
      [{ enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }, true, false],
      [{ enum: ['a'] }, {}, true, false],
      [{ items: { type: 'string' } }, { items: { type: 'string', maxLength: 1 } }, false, true],
      [
        { additionalProperties: { type: 'string' } },
        { additionalProperties: { type: 'string', nullable: true } },
        true,
        false,
      ],
      [{ oneOf: [{ type: 'string' }] }, { oneOf: [{ type: 'string' }, { type: 'integer' }] }, true, false],
      [{ discriminator: { propertyName: 'a' } }, { discriminator: { propertyName: 'b' } }, false, false],
      [
        { discriminator: { propertyName: 'a', mapping: { x: '1', y: '2' } } },
        { discriminator: { propertyName: 'a', mapping: { x: '1' } } },
        ...([false, false] as const),
      ],
    ];
    for (const [before, after, client, service] of cases) {
      const documents = { before: {}, after: {} };
      const passes = (['client', 'service'] as const).map(
        (sender) => schemaChanges(documents, sender, before, after, 'x').length === 0,
      );
      expect(passes, `${JSON.stringify(before)} -> ${JSON.stringify(after)}`).to.deep.equal([client, service]);
    }
  });
});
