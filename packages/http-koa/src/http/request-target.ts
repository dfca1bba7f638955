/** A request's target in a form that every URL parser reads the same way. */
export interface RequestTarget {
  /** Begins with `/`; undecoded, ASCII only. */
  readonly path: string;
  /** The part after the `?`, without it; empty if there is none. */
  readonly query: string;
}

/** A request target never contains spaces, control characters or `#` (RFC 9112, 3.2; RFC 3986, 3.5). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const FORBIDDEN = /[\u0000-\u0020#\u007F]/;
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^#]*)$/i;
const BEYOND_ASCII = /[^\u0021-\u007E]/g;

/**
 * Checks a request's target before Koa or another parser reads it, because some targets make them throw (D:A14). Null
 * if it is neither a path nor the absolute http(s) form of a path; the answer is then 400.
 *
 * @param target `request.url`, in which Node represents each byte as one character
 */
export function readRequestTarget(target: string): RequestTarget | null {
  if (FORBIDDEN.test(target)) return null;
  const pathAndQuery = target.startsWith('/') ? target : pathOfAbsoluteForm(target);
  if (pathAndQuery === null) return null;
  // Koa's parser has a fallback that throws for a byte such as 0xA0, which occurs in Hebrew UTF-8.
  const ascii = pathAndQuery.replace(BEYOND_ASCII, percentEncodedByte);
  const end = ascii.indexOf('?');
  return end < 0 ? { path: ascii, query: '' } : { path: ascii.slice(0, end), query: ascii.slice(end + 1) };
}

/** The target as one text again, for `request.url`. */
export function targetText({ path, query }: RequestTarget): string {
  return query === '' ? path : `${path}?${query}`;
}

/** RFC 9112, 3.2.2: a proxy may send the whole address; one with a user name is refused (RFC 9110, 4.2.4). */
function pathOfAbsoluteForm(target: string): string | null {
  const [, authority = '', rest = ''] = ABSOLUTE_FORM.exec(target) ?? [];
  if (authority === '' || authority.includes('@') || !URL.canParse(`http://${authority}/`)) return null;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function percentEncodedByte(byte: string): string {
  const code = byte.charCodeAt(0);
  return code > 0xff ? encodeURIComponent(byte.toWellFormed()) : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
}
