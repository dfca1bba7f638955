import { ShaonOptionsError } from './errors.ts';

/**
 * The query of a list, RFC 3986 encoded (D:Q7). Names that are not in the contract are sent unchanged, because a newer
 * service may know them; what the service ignores is then refused.
 * @throws ShaonOptionsError naming a value that is neither a text nor a number, for example a Date or a list.
 */
export function encodeQuery(filter: object): string {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(checkValue(name, value))}`)
    .join('&');
}

/** The query of a list with the page set. */
export function withPage(query: string, page: number): string {
  if (!Number.isSafeInteger(page) || page < 1) throw new ShaonOptionsError('page', 'must be a positive whole number');
  const parts = query.split('&').filter((part) => part !== '' && !part.startsWith('page='));
  return [...parts, `page=${page}`].join('&');
}

/**
 * The query of a list with pages of this size. If the caller set a page or a size, both stay, because with another size
 * their page would be another part of the list.
 */
export function withPageSize(query: string, size: number): string {
  const parts = query.split('&').filter((part) => part !== '');
  if (parts.some((part) => part.startsWith('page=') || part.startsWith('per_page='))) return query;
  return [...parts, `per_page=${size}`].join('&');
}

/**
 * An employee's id as a path segment.
 * @throws ShaonOptionsError for anything that cannot be an id, because it could change the path.
 */
export function idSegment(id: number): string {
  if (!Number.isSafeInteger(id) || id < 1) throw new ShaonOptionsError('id', 'must be a positive whole number');
  return String(id);
}

/**
 * A body as JSON.
 * @throws ShaonOptionsError when a body is not an object, or holds a value that JSON has no form for.
 */
export function bodyText(name: string, body: object): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ShaonOptionsError(name, 'must be an object');
  try {
    return JSON.stringify(body);
  } catch {
    throw new ShaonOptionsError(name, 'must hold no bigint and no reference to itself, which JSON cannot represent');
  }
}

function checkValue(name: string, value: unknown): string {
  if (typeof value === 'string' && !/\p{Surrogate}/u.test(value)) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const hint = value instanceof Date ? "must be a text 'YYYY-MM-DD'" : 'must be a well-formed text or a number';
  throw new ShaonOptionsError(name, hint);
}
