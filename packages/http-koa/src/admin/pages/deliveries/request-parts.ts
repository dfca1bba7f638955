import type { ShownRequest } from '@shaon/webhooks';
import { copyButton } from '../../components/copy.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** The headers of a request with masked signatures, and a note on parts that are not stored. */
export function requestHeaders(page: Page, request: ShownRequest): Html {
  const { t, format } = page;
  const texts = t.deliveries;
  const number = format.number(request.attempt);
  const isNext = request.startedAt === null;
  const lines = request.headers.map(({ name, value }) => `${name}: ${value ?? '…'}`).join('\n');
  const title = isNext ? texts.headersNext(number) : texts.headers(number);
  return html`<section class="section" aria-labelledby="headers"><div class="section-head d-flex justify-content-between align-items-baseline flex-wrap gap-2">
    <h2 id="headers">${title}</h2><span class="small muted">${texts.masked}</span></div>
<pre class="code" tabindex="0">${request.method} ${request.url}
${lines}</pre><p class="small muted mt-2">${isNext ? texts.notStoredNext : texts.notStored}${!request.urlIsAsSent && ` ${texts.urlNow}`}</p></section>`;
}

/** The request as a command, without the headers that prove its sender. */
export function requestAsCurl(page: Page, request: ShownRequest): Html {
  const { t } = page;
  return html`<section class="section" id="curl" aria-labelledby="curl-title"><div class="section-head d-flex justify-content-between align-items-center">
    <h2 id="curl-title">${t.deliveries.curl}</h2>${copyButton(t, 'curl-text', t.deliveries.curlCopy)}</div>
<pre class="code code-wrap" id="curl-text" tabindex="0">${curl(request)}</pre><p class="small muted mt-2">${t.deliveries.curlText}</p></section>`;
}

/** A shell does not interpret text between single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curl({ method, url, headers, body }: ShownRequest): string {
  const kept = headers.filter(({ value, isMasked }) => value !== null && !isMasked);
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...kept.map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-raw ${quoted(body)}`,
  ].join(' \\\n');
}
