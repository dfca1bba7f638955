import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import {
  contract,
  contractFile,
  exact,
  follow,
  isObject,
  type Json,
  type JsonObject,
  operations,
  validator,
} from './contract.ts';

const components = follow(contract.components);

interface Sample {
  name: string;
  schema: Json | undefined;
  value: Json | undefined;
}

/** Every example of a media type, parameter or header, with the schema it claims to show. */
function samples(node: Json | undefined, place: string): Sample[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => samples(item, `${place}/${index}`));
  if (!isObject(node)) return [];
  const here: Sample[] = [];
  if (isObject(node.schema)) {
    if ('example' in node) here.push({ name: place, schema: node.schema, value: node.example });
    for (const [name, example] of Object.entries(isObject(node.examples) ? node.examples : {}))
      here.push({ name: `${place} ${name}`, schema: node.schema, value: follow(example).value });
  }
  return [...here, ...Object.entries(node).flatMap(([key, value]) => samples(value, `${place}/${key}`))];
}

function objectsOf(node: Json | undefined): JsonObject[] {
  if (Array.isArray(node)) return node.flatMap(objectsOf);
  return isObject(node) ? [node, ...Object.values(node).flatMap(objectsOf)] : [];
}

function references(node: Json | undefined): string[] {
  if (Array.isArray(node)) return node.flatMap(references);
  if (!isObject(node)) return typeof node === 'string' && node.startsWith('#/components/') ? [node] : [];
  return Object.values(node).flatMap(references);
}

/** How many faults the linter finds in a document. */
function linted(file: URL): { errors: number; warnings: number } {
  const redocly = fileURLToPath(new URL('../../node_modules/.bin/redocly', import.meta.url));
  const output = execFileSync(redocly, ['lint', fileURLToPath(file), '--format=json'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output).totals;
}

describe('the published contract', () => {
  it('is a valid OpenAPI 3.0 document, version 1.0.1', async () => {
    const result = await new Validator().validate(structuredClone(contract));
    expect(result.errors).to.equal(undefined);
    expect(result.valid).to.equal(true);
    expect(contract.openapi).to.equal('3.0.3');
    expect(follow(contract.info).version).to.equal('1.0.1');
  });

  it('passes the linter', () => {
    expect(linted(contractFile)).to.include({ errors: 0, warnings: 0 });
  });

  it('has schemas that a strict validator compiles', () => {
    const names = Object.keys(follow(components.schemas));
    expect(names).to.include.members(['Attendance', 'Employee', 'LeaveRequest', 'WebhookEvent']);
    for (const name of names) {
      const schema = { $ref: `#/components/schemas/${name}` };
      expect(() => validator(schema, { tightened: false }), name).not.to.throw();
      expect(() => validator(schema, { tightened: true }), name).not.to.throw();
    }
  });

  it('has examples that are what they show, without a field too many', () => {
    const found = samples(contract, '');
    expect(found.length).to.be.greaterThan(80);
    for (const { name, schema, value } of found) {
      const validate = validator(schema, { tightened: true });
      expect(validate(value), `${name}: ${JSON.stringify(validate.errors)}`).to.equal(true);
    }
  });

  it('has an example for each status of each operation', () => {
    for (const { path, method, responses } of operations())
      for (const [status, response] of Object.entries(responses)) {
        const media = follow(follow(response.content)['application/json']);
        expect(Object.keys(follow(media.examples)), `${method} ${path} ${status}`).not.to.have.length(0);
      }
  });

  it('uses every component', () => {
    const used = new Set(references(contract));
    for (const [section, members] of Object.entries(components)) {
      if (section === 'securitySchemes') continue;
      for (const name of Object.keys(follow(members))) {
        const pointer = `#/components/${section}/${name}`;
        // The union of all events is for readers and generators; each event is used by itself.
        if (pointer !== '#/components/schemas/WebhookEvent') expect(used.has(pointer), pointer).to.equal(true);
      }
    }
  });

  // D:A50. Look-arounds, back references and `\u` are unknown to RE2, which Go and pydantic use.
  it('has only what generators of clients can read', () => {
    const schemas = objectsOf(contract).filter((one) => typeof one.type === 'string' || one.allOf !== undefined);
    expect(schemas.length).to.be.greaterThan(100);
    for (const schema of schemas) {
      const { pattern, format, allOf, oneOf, anyOf } = schema;
      const shown = JSON.stringify(schema);
      if (String(format).startsWith('date')) expect(pattern, shown).to.equal(undefined);
      if (pattern !== undefined) expect(String(pattern)).not.to.match(/\(\?[=!<]|\\[1-9kuUpP]/);
      for (const part of [allOf, oneOf, anyOf].filter((list) => Array.isArray(list)).flat())
        expect(part, shown).to.have.property('$ref');
    }
  });

  it('requires only fields that it describes', () => {
    for (const [name, schema] of Object.entries(follow(components.schemas)) as [string, JsonObject][])
      for (const field of Array.isArray(schema.required) ? schema.required : [])
        expect(follow(schema.properties), name).to.have.property(String(field));
  });
});

describe('the webhooks as a document of their own', () => {
  const file = new URL('../../openapi/generated/v1-webhooks.json', import.meta.url);
  const document = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;

  it('are a valid OpenAPI 3.1 document of the same version', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).to.equal(undefined);
    expect(document.openapi).to.equal('3.1.0');
    expect(follow(document.info).version).to.equal(follow(contract.info).version);
  });

  it('pass the linter', () => {
    expect(linted(file)).to.include({ errors: 0, warnings: 0 });
  });

  it('are those of the contract, with schemas that accept and refuse the same examples', () => {
    expect(Object.keys(follow(document.webhooks))).to.deep.equal(Object.keys(follow(contract['x-webhooks'])));
    expect(JSON.stringify(document)).not.to.include('"nullable"');
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    formats.default(ajv);
    ajv.addVocabulary(['components', 'example', 'x-known-values']);
    ajv.addSchema({ $id: 'shaon:webhooks', components: exact(follow(document.components)) });
    for (const { definition } of operations('x-webhooks')) {
      const media = follow(follow(follow(definition.requestBody).content)['application/json']);
      const name = String(follow(media).schema && (media.schema as JsonObject).$ref)
        .split('/')
        .at(-1);
      const validate = ajv.compile({ $ref: `shaon:webhooks#/components/schemas/${name}` });
      for (const example of Object.values(follow(media.examples)))
        expect(validate(follow(example).value), JSON.stringify(validate.errors)).to.equal(true);
      expect(validate({ event: definition.operationId, data: {}, sent_at: null })).to.equal(false);
    }
  });
});
