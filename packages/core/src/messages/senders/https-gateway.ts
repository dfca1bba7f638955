import { invalidOption } from '../../errors.ts';
import { SendFailure } from '../send-failure.ts';
import type { SmsMessage, SmsSender } from '../sms-sender.ts';
import { assertHeaders, assertHttps, assertOptions, type HttpsOptions, httpsCaller } from './https-request.ts';

/** A gateway that accepts a message by one HTTPS request. `{to}`, `{text}` and `{reference}` are filled in. */
export interface HttpsGatewayOptions extends HttpsOptions {
  /** `https://gateway.example/send?to={to}`: placeholders are percent-encoded, and allowed only after the host. */
  readonly url: string;
  /** Default POST. A GET has no body. */
  readonly method?: 'GET' | 'POST' | undefined;
  /** Such as an API key. `Content-Type` is set from the body. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Field name → template. Default `{ to: '{to}', text: '{text}', reference: '{reference}' }`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** How the fields are sent. Default `json`. */
  readonly format?: 'json' | 'form' | undefined;
  /** A text that the answer must contain, for a gateway that answers 200 to everything. */
  readonly successText?: string | undefined;
}

const OPTION_NAMES: Readonly<Record<keyof HttpsGatewayOptions, true>> = {
  url: true,
  method: true,
  headers: true,
  fields: true,
  format: true,
  successText: true,
  ca: true,
  proxy: true,
  timeoutMs: true,
};

const FIELDS = { to: '{to}', text: '{text}', reference: '{reference}' };

/** Accepts a 2xx answer as success, if it contains `successText` where that is given. Throws `options_invalid`. */
export function httpsGatewaySender(options: HttpsGatewayOptions): SmsSender {
  return gatewaySender(options, () => null);
}

/** @param reasonOf the reason in the text of a refusal, where that is known better than its status */
export function gatewaySender(options: HttpsGatewayOptions, reasonOf: (text: string) => string | null): SmsSender {
  assertOptions('httpsGatewaySender', options, OPTION_NAMES);
  assertPlacesBehindHost(options.url);
  const call = httpsCaller(options);
  const method = options.method ?? 'POST';
  if (method !== 'GET' && method !== 'POST') throw invalidOption('method is GET or POST.');
  const format = options.format ?? 'json';
  if (format !== 'json' && format !== 'form') throw invalidOption('format is json or form.');
  assertHeaders(options.headers ?? {});
  const { fields = FIELDS, successText = '' } = options;
  if (typeof successText !== 'string') throw invalidOption('successText is a text.');
  if (!isFields(fields)) throw invalidOption('fields is an object of names and templates.');
  const contentType = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';

  return {
    async send(message) {
      const answer = await call({
        url: fill(options.url, message, encodeURIComponent),
        method,
        headers: { ...options.headers, ...(method === 'POST' && { 'content-type': contentType }) },
        body: method === 'GET' ? null : bodyOf(fields, format, message),
      });
      if (answer.status < 200 || answer.status > 299) {
        throw new SendFailure(reasonOf(answer.text) ?? `http_${answer.status}`);
      }
      if (!answer.text.includes(successText)) throw new SendFailure('not_confirmed');
    },
  };
}

function isFields(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return false;
  return Object.values(fields).every((template) => typeof template === 'string');
}

function bodyOf(fields: Readonly<Record<string, string>>, format: 'json' | 'form', message: SmsMessage): string {
  const filled = Object.fromEntries(
    Object.entries(fields).map(([name, template]) => [name, fill(template, message, (value) => value)]),
  );
  return format === 'json' ? JSON.stringify(filled) : new URLSearchParams(filled).toString();
}

/** In one pass, so that a message text that contains `{to}` is sent unchanged. */
function fill(template: string, message: SmsMessage, encode: (value: string) => string): string {
  return template.replace(/\{(to|text|reference)\}/g, (_, name: keyof SmsMessage) => encode(message[name]));
}

/** A message must not determine the host that it is sent to. */
function assertPlacesBehindHost(template: string): void {
  if (typeof template !== 'string') assertHttps(template, 'url');
  const [one, two] = ['1', '2'].map((value) => {
    const sample = { to: value, text: value, reference: value };
    return assertHttps(fill(template, sample, encodeURIComponent), 'url').origin;
  });
  if (one !== two) throw invalidOption('url has {to}, {text} or {reference} in its host.');
}
