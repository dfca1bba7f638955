import { isShaonError } from './errors.ts';

/** Which port an error came out of, for the log: a product that sees its own fault by its message mends it. */
const PORTS = new WeakMap<object, string>();

/** Remembers that what was thrown came out of something the product has put in. Our own errors say themselves what they are. */
export function notePortFault(error: unknown, port: string): void {
  if (error instanceof Error && !isShaonError(error) && !PORTS.has(error)) PORTS.set(error, port);
}

/** Calls something that the product has put in, such as `the event sink crm`. */
export async function callPort<T>(port: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    notePortFault(error, port);
    throw error;
  }
}

/** The same of a function of the product that answers at once. */
export function inPort<Values extends unknown[], T>(
  port: string,
  call: (...values: Values) => T,
): (...values: Values) => T {
  return (...values) => {
    try {
      return call(...values);
    } catch (error) {
      notePortFault(error, port);
      throw error;
    }
  };
}

/** The port and the message of a product's own fault, without what may be secret or personal; null for a fault of ours. */
export function portFaultOf(error: unknown): { readonly port: string; readonly message: string } | null {
  if (!(error instanceof Error)) return null;
  const port = PORTS.get(error);
  return port === undefined ? null : { port, message: withoutSecretParts(error.message) };
}

/** More says nothing to who mends it, and a message may hold the whole of a body. */
const LONGEST_MESSAGE = 300;
/** What may be a secret or a person's, in the order in which it is looked for. */
const SECRET_PARTS: readonly (readonly [part: RegExp, shown: string])[] = [
  [/shn_[\w-]+/g, 'shn_…'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 …'],
  // The user and the password of an address, and its query.
  [/:\/\/[^\s/@]*@/g, '://…@'],
  [/\?\S+/g, '?…'],
  [
    /\b(pass(?:word|wd)?|pwd|secret|token|api[-_]?key|authorization)(["']?\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s,;)]+)/gi,
    '$1$2…',
  ],
  [/[^\s@<>(),;:"'/…]+@[^\s@<>(),;:"'/]+/g, '…@…'],
  // Keys and digests, but not the name of a table or an index.
  [/(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z0-9+_-]{24,}={0,2}/g, '…'],
  // ID numbers and phones.
  [/\+?\d(?:[\d-]{6,})\d/g, '…'],
];

function withoutSecretParts(message: string): string {
  const part = message.slice(0, LONGEST_MESSAGE);
  const shown = SECRET_PARTS.reduce((text, [secret, instead]) => text.replaceAll(secret, instead), part);
  return message.length > LONGEST_MESSAGE ? `${shown}…` : shown;
}
