import { isShaonError } from './errors.ts';

/** The port that an error came from, for the log: the message of its own fault helps a product to correct it. */
const PORTS = new WeakMap<object, string>();

/** Notes that an error came from a port of the product. Our own errors need no note. */
export function notePortFault(error: unknown, port: string): void {
  if (error instanceof Error && !isShaonError(error) && !PORTS.has(error)) PORTS.set(error, port);
}

/** Calls a port of the product, such as `the event sink crm`. */
export async function callPort<T>(port: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    notePortFault(error, port);
    throw error;
  }
}

/** The same for a synchronous function of the product. */
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

/** The port and the message of a product's own fault, without secret or personal parts; null for our own faults. */
export function portFaultOf(error: unknown): { readonly port: string; readonly message: string } | null {
  if (!(error instanceof Error)) return null;
  const port = PORTS.get(error);
  return port === undefined ? null : { port, message: withoutSecretParts(error.message) };
}

/** A longer message does not help, and it may contain a whole body. */
const LONGEST_MESSAGE = 300;
/** Parts that may be secret or personal, in the order in which they are replaced. */
const SECRET_PARTS: readonly (readonly [part: RegExp, shown: string])[] = [
  [/shn_[\w-]+/g, 'shn_…'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 …'],
  // User and password of an address, and its query.
  [/:\/\/[^\s/@]*@/g, '://…@'],
  [/\?\S+/g, '?…'],
  [
    /\b(pass(?:word|wd)?|pwd|secret|token|api[-_]?key|authorization)(["']?\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s,;)]+)/gi,
    '$1$2…',
  ],
  [/[^\s@<>(),;:"'/…]+@[^\s@<>(),;:"'/]+/g, '…@…'],
  // Keys and digests, but not names of tables or indices.
  [/(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z0-9+_-]{24,}={0,2}/g, '…'],
  // ID numbers and phone numbers.
  [/\+?\d(?:[\d-]{6,})\d/g, '…'],
];

function withoutSecretParts(message: string): string {
  const part = message.slice(0, LONGEST_MESSAGE);
  const shown = SECRET_PARTS.reduce((text, [secret, instead]) => text.replaceAll(secret, instead), part);
  return message.length > LONGEST_MESSAGE ? `${shown}…` : shown;
}
