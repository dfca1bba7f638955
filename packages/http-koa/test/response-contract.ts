import type { ValidateFunction } from 'ajv';
import { follow, isObject, type JsonObject, operations, validator } from './openapi/contract.ts';

const OPERATIONS = operations();
const validators = new Map<JsonObject, ValidateFunction>();

/** Throws when an answer of a published operation has a status or a body that the contract does not know. */
export function assertFitsContract(method: string, path: string, response: Response, body: unknown): void {
  const operation = operationOf(method, path);
  if (operation === undefined) return;
  const published = operation.responses[String(response.status)];
  if (published === undefined) throw new Error(`${method} ${operation.path} does not publish ${response.status}`);
  assertFitsHeaders(published, response, `${method} ${operation.path} ${response.status}`);
  const content = isObject(published.content) ? published.content['application/json'] : undefined;
  if (method === 'HEAD' || content === undefined) return;
  const validate = tightened(follow(content));
  if (!validate(body))
    throw new Error(
      `${method} ${operation.path} ${response.status} breaks the contract: ${JSON.stringify(validate.errors)}`,
    );
}

/** Published headers that are there must fit, required ones must be there; Retry-After is for 429 alone (SPEC 8). */
function assertFitsHeaders(published: JsonObject, response: Response, place: string): void {
  const headers = isObject(published.headers) ? published.headers : {};
  for (const [name, reference] of Object.entries(headers)) {
    const header = follow(reference);
    const value = response.headers.get(name);
    if (value === null && header.required === true) throw new Error(`${place} lacks the header ${name}`);
    if (value === null) continue;
    const isInteger = follow(header.schema).type === 'integer';
    const validate = headerValidator(header);
    if (!validate(isInteger && /^\d+$/.test(value) ? Number(value) : value))
      throw new Error(`${place} breaks the header ${name}: ${value}`);
  }
  if (response.headers.has('Retry-After') && !('Retry-After' in headers)) throw new Error(`${place} has Retry-After`);
}

function headerValidator(header: JsonObject): ValidateFunction {
  const known = validators.get(header);
  if (known !== undefined) return known;
  const made = validator(header.schema, { tightened: true });
  validators.set(header, made);
  return made;
}

/** Tightened: a member that the contract does not name fails. */
function tightened(content: JsonObject): ValidateFunction {
  const known = validators.get(content);
  if (known !== undefined) return known;
  const made = validator(content.schema, { tightened: true });
  validators.set(content, made);
  return made;
}

function operationOf(method: string, path: string) {
  const plain = (path.split('?')[0] ?? '').replace(/(.)\/$/, '$1');
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  return OPERATIONS.find((operation) => operation.method === wanted && templateFits(operation.path, plain));
}

function templateFits(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
}
