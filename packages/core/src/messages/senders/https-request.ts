import type { Agent, buildConnector, Dispatcher, request } from 'undici';
import { invalidOption } from '../../errors.ts';
import { certificates, proxyAddress, refuseUnknownOptions } from '../../option-rules.ts';
import { failureReason, SendFailure } from '../send-failure.ts';

/** The connection options of a gateway's sender. */
export interface HttpsOptions {
  /** Certificates of a private authority, PEM; they replace the system's list. */
  readonly ca?: string | undefined;
  /** A proxy by which the gateway is reached, such as `http://proxy.corp:3128`. Default none. */
  readonly proxy?: string | undefined;
  /** For the whole exchange. Default 15,000. */
  readonly timeoutMs?: number | undefined;
}

interface HttpsAnswer {
  readonly status: number;
  /** At most the first 16 kB. */
  readonly text: string;
}

type Ask = (call: {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}) => Promise<HttpsAnswer>;

const LONGEST_ANSWER = 16_384;

/** Calls a gateway without following redirects. Throws only `SendFailure`, without the address, which may hold a key. */
export function httpsCaller(options: HttpsOptions): Ask {
  const timeoutMs = options.timeoutMs ?? 15_000;
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1) {
    throw invalidOption('timeoutMs is a whole number of milliseconds from 1.');
  }
  const connect = { timeout: timeoutMs, ...(options.ca !== undefined && { ca: certificates('ca', options.ca) }) };
  const proxy = options.proxy === undefined ? null : proxyAddress('proxy', options.proxy);
  const opening = openAgent(connect, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }, proxy);
  // A failure is told by each call.
  opening.catch(() => undefined);
  return async ({ url, method, headers, body }) => {
    try {
      const { dispatcher, request } = await opening;
      const answer = await request(url, {
        dispatcher,
        method,
        headers,
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: answer.statusCode, text: await firstBytes(answer.body) };
    } catch (error) {
      throw new SendFailure(isTimeout(error) ? 'timeout' : failureReason(error));
    }
  };
}

/** Only a process with a gateway loads undici, which takes 5 MB. */
async function openAgent(
  connect: buildConnector.BuildOptions,
  times: Pick<Agent.Options, 'headersTimeout' | 'bodyTimeout'>,
  proxy: URL | null,
): Promise<{ dispatcher: Dispatcher; request: typeof request }> {
  const undici = await import('undici');
  const dispatcher =
    proxy === null
      ? new undici.Agent({ ...times, connect })
      : new undici.ProxyAgent({ ...times, uri: proxy.href, requestTls: connect });
  return { dispatcher, request: undici.request };
}

/** Throws `options_invalid` for an unknown option. */
export function assertOptions(sender: string, options: object, names: Readonly<Record<string, true>>): void {
  if (typeof options !== 'object' || options === null) {
    throw invalidOption(`${sender} takes an object of options.`);
  }
  refuseUnknownOptions(sender, options, names);
}

/** Checked at the start, not at each message. The error repeats no value, which may be a key. */
export function assertHeaders(headers: Readonly<Record<string, string>>): void {
  try {
    new Headers(headers);
  } catch {
    throw invalidOption('headers are names and values that HTTP allows.');
  }
}

/** A gateway's address must be https, because numbers and passwords are sent to it. The error does not repeat it. */
export function assertHttps(address: string, option: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url;
  throw invalidOption(`${option} must be an https:// address without credentials.`);
}

async function firstBytes(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= LONGEST_ANSWER) break;
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_ANSWER).toString('utf8');
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(TimeoutError|HeadersTimeoutError|BodyTimeoutError|ConnectTimeoutError)$/.test(error.name)
  );
}
