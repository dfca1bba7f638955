import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** One of the eleven operations of the published contract. */
export interface Operation {
  path: string;
  method: string;
  definition: JsonObject;
  /** The parameters of path and operation together, references followed. */
  parameters: JsonObject[];
  /** By status, references followed. */
  responses: Record<string, JsonObject>;
}

export const contractFile: URL = new URL('../../openapi/v1.yaml', import.meta.url);
export const contract: JsonObject = parse(readFileSync(contractFile, 'utf8')) as JsonObject;

/** Follows JSON pointers `#/a/b` until it finds something that is not a reference. */
export function follow(value: Json | undefined): JsonObject {
  let found: Json | undefined = value;
  while (isObject(found) && typeof found.$ref === 'string') found = at(found.$ref);
  if (!isObject(found)) throw new Error(`not an object: ${JSON.stringify(value)}`);
  return found;
}

export function at(pointer: string): Json | undefined {
  let found: Json | undefined = contract;
  for (const part of pointer.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = Array.isArray(found) ? found[Number(key)] : isObject(found) ? found[key] : undefined;
  }
  return found;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

export function operations(section: 'paths' | 'x-webhooks' = 'paths'): Operation[] {
  return Object.entries(follow(contract[section])).flatMap(([path, item]) =>
    methods
      .filter((method) => isObject(item) && method in item)
      .map((method) => {
        const definition = follow(follow(item)[method]);
        const own = [follow(item).parameters, definition.parameters].filter((list) => Array.isArray(list)).flat();
        const responses = Object.entries(follow(definition.responses)).map(
          ([status, response]) => [status, follow(response)] as const,
        );
        return { path, method, definition, parameters: own.map(follow), responses: Object.fromEntries(responses) };
      }),
  );
}

/**
 * Compiles a schema of the contract for ajv. Tightened, objects may hold nothing but what the contract names: clients
 * must tolerate new fields, but this version of the service has none.
 */
export function validator(schema: Json | undefined, options: { tightened: boolean }): ValidateFunction {
  const ajv = options.tightened ? tightenedAjv : publishedAjv;
  const own = exact(schema ?? {});
  return ajv.compile(absolute(options.tightened ? tighten(own) : own) as JsonObject);
}

/** The padding and the weights 1 and 2 of an Israeli id number (D:W7). */
export function isIsraeliId(text: string): boolean {
  const digits = [...text.padStart(9, '0')].map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighted = digit * ((index % 2) + 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0 && sum > 0;
}

function tighten(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(tighten);
  if (!isObject(schema)) return schema;
  const parts = Object.entries(schema).map(([key, value]) => [key, tighten(value)] as const);
  const tightened: JsonObject = Object.fromEntries(parts);
  if (isObject(schema.properties) && schema.type === 'object') tightened.additionalProperties ??= false;
  return tightened;
}

function absolute(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(absolute);
  if (!isObject(schema)) return schema;
  const parts = Object.entries(schema).map(([key, value]): [string, Json] =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#')
      ? [key, `shaon:v1${value}`]
      : [key, absolute(value)],
  );
  return Object.fromEntries(parts);
}

/** The whole rule where `pattern` and `required` say what every generator can read. */
export function exact(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(exact);
  if (!isObject(schema)) return schema;
  const { 'x-exact-pattern': pattern, 'x-required-when': conditions, ...rest } = schema;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, exact(value)]));
  if (pattern !== undefined) own.pattern = pattern;
  if (isObject(conditions)) own.allOf = Object.entries(conditions).flatMap(requirements);
  return own;
}

function requirements([field, byValue]: [string, Json]): Json[] {
  return Object.entries(follow(byValue)).map(([value, required]) => ({
    if: { required: [field], properties: { [field]: { const: value } } },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
    then: { required: [required], properties: { [String(required)]: { not: { enum: [null] } } } },
  }));
}

function newAjv(schemas: JsonObject): Ajv {
  // Required but undescribed: only in `not: required`, the fields that are refused; a test of its own sees to the rest.
  const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('israeli-id', isIsraeliId);
  ajv.addVocabulary(['components', 'discriminator', 'example', 'x-known-values']);
  ajv.addSchema({ $id: 'shaon:v1', components: { schemas: exact(schemas) as JsonObject } });
  return ajv;
}

const published = follow(follow(contract.components).schemas);
const publishedAjv = newAjv(published);
const tightenedAjv = newAjv(tighten(published) as JsonObject);
