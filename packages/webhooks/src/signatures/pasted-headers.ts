const LINE = /^\s*(?:-H\s+)?["']?([\w-]+)["']?\s*(?::|=>)(.*)$/s;
const OPENING = /^["']/;
const CLOSING = `"',`;

/**
 * Reads headers from lines in the formats of logs, curl, JSON and PHP: `X-Service-Signature: sha256=…`,
 * `"x-service-signature": "sha256=…",`, `HTTP_X_SERVICE_SIGNATURE => sha256=…`. A value without a name is assigned to
 * the header that has such values.
 */
export function pastedHeaders(text: string): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (name !== undefined && value !== undefined) found.set(headerName(name), bareValue(value.trim()));
    else if (/^\s*v\d+,/.test(line)) found.set('webhook-signature', line.trim());
    else if (line.trim() !== '') found.set('x-service-signature', line.trim());
  }
  const id = found.get('webhook-id') ?? found.get('x-service-delivery');
  return { ...Object.fromEntries(found), ...(id !== undefined && { 'webhook-id': id }) };
}

/**
 * A value without surrounding quotes and commas. A pattern that ends in `+$` would rescan a run of a hundred thousand
 * quotes from each of them and block the process for half a minute.
 */
function bareValue(value: string): string {
  let end = value.length;
  while (end > 0 && CLOSING.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end).replace(OPENING, '');
}

/** CGI servers write `HTTP_WEBHOOK_ID`. */
function headerName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^http-/, '');
}
