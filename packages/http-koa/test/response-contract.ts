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
  const content = isObject(published.content) ? published.content['application/json'] : undefined;
  if (method === 'HEAD' || content === undefined) return;
  const validate = tightened(follow(content));
  if (!validate(body))
    throw new Error(
      `${method} ${operation.path} ${response.status} breaks the contract: ${JSON.stringify(validate.errors)}`,
    );
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
