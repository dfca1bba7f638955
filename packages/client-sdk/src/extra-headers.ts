import { ShaonOptionsError } from './errors.ts';

/** Headers that the client sets, and the option to use instead. */
const own: Readonly<Record<string, string>> = {
  authorization: 'the client makes it from its option token',
  accept: 'it is always application/json',
  'content-type': 'it is always application/json',
  'accept-language': 'use the option language',
  'x-request-id': 'use the option requestId of a call',
  'x-client': 'it names this package',
};
/** Headers that frame an HTTP message: fetch refuses them, or they would break the request. */
const framing = new Set(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'upgrade']);
framing.add('transfer-encoding');

/**
 * Extra headers with names in lower case.
 * @throws ShaonOptionsError naming a header that is malformed or that the client sets; the error never contains a
 * value.
 */
export function checkHeaders(headers: unknown): Record<string, string> {
  if (headers === undefined) return {};
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers) || headers instanceof Headers)
    throw new ShaonOptionsError('headers', 'must be an object of names and texts');
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) checked[checkName(name)] = checkValue(name, value);
  return checked;
}

function checkName(name: string): string {
  const lower = name.toLowerCase();
  if (Object.hasOwn(own, lower)) throw new ShaonOptionsError('headers', `must not set ${name}: ${own[lower]}`);
  if (framing.has(lower)) throw new ShaonOptionsError('headers', `must not set ${name}: the runtime sets it`);
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new ShaonOptionsError('headers', `must not hold ${JSON.stringify(name)}, which is no header's name`);
  return lower;
}

function checkValue(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new ShaonOptionsError('headers', `must give ${name} as a text in one line, without characters above U+00FF`);
}
