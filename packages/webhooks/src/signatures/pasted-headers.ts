/** The headers that tell of a signature, as somebody has pasted them; undefined where they are missing. */
export interface PastedHeaders {
  readonly service: string | undefined;
  readonly standard: string | undefined;
  readonly timestamp: string | undefined;
  readonly messageId: string | undefined;
}

const LINE = /^\s*(?:-H\s+)?["']?([\w-]+)["']?\s*(?::|=>)(.*)$/s;
const OPENING = /^["']/;
const CLOSING = `"',`;

/**
 * Reads headers from lines as logs, curl, JSON and PHP write them: `X-Service-Signature: sha256=…`,
 * `"x-service-signature": "sha256=…",`, `HTTP_X_SERVICE_SIGNATURE => sha256=…`. A lone value is taken for the header
 * that has such values.
 */
export function pastedHeaders(text: string): PastedHeaders {
  const found = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (name !== undefined && value !== undefined) found.set(headerName(name), bareValue(value.trim()));
    else if (/^\s*v\d+,/.test(line)) found.set('webhook-signature', line.trim());
    else if (line.trim() !== '') found.set('x-service-signature', line.trim());
  }
  return {
    service: found.get('x-service-signature'),
    standard: found.get('webhook-signature'),
    timestamp: found.get('webhook-timestamp'),
    messageId: found.get('webhook-id') ?? found.get('x-service-delivery'),
  };
}

/**
 * A value without the quotes and commas around it. A pattern that ends in `+$` would look at each of a hundred thousand
 * quotes again for each of them, half a minute in which the process does nothing else.
 */
function bareValue(value: string): string {
  let end = value.length;
  while (end > 0 && CLOSING.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end).replace(OPENING, '');
}

/** Servers of CGI kind write `HTTP_WEBHOOK_ID`. */
function headerName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^http-/, '');
}
