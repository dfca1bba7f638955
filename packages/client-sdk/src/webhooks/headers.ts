import { WebhookVerificationError } from './errors.ts';

/** Headers as fetch, Node and every framework give them; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** One header by its lower-case name; null when it is missing. */
export type HeaderReader = (name: string) => string | null;

/** @throws WebhookVerificationError if the argument is not a set of headers. */
export function headerReader(headers: WebhookHeaders): HeaderReader {
  if (typeof headers !== 'object' || headers === null)
    throw new WebhookVerificationError('invalid_option', "headers must be the request's headers");
  const { get } = headers;
  if (typeof get === 'function') return (name) => headerText(get.call(headers, name));
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(headers as Record<string, unknown>)) {
    const text = headerText(value);
    if (text !== null) found.set(name.toLowerCase(), text);
  }
  return (name) => found.get(name) ?? null;
}

/** Joins a repeated header as fetch does. Anything but texts counts as missing: a Map, for example, gives undefined. */
function headerText(value: unknown): string | null {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value.join(', ') : null;
  return typeof value === 'string' ? value : null;
}
