import { type AnswerFacts, apiError, ShaonResponseError } from './errors.ts';
import type { ResponseInfo } from './hooks.ts';
import { retryAfterSeconds } from './retry-rules.ts';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body of a successful answer, and its call. */
export interface Answer {
  body: JsonObject;
  facts: AnswerFacts;
  response: ResponseInfo;
}

/** The error for JSON whose shape is not that of the operation. */
export function wrongShape(answer: Answer, problem: string): ShaonResponseError {
  return new ShaonResponseError('wrong_shape', problem, answer.facts);
}

/**
 * The body of a successful answer; `onText` gets it first, whatever it is.
 * @throws ShaonApiError (by status) for an error answer, ShaonResponseError for one that does not follow the contract.
 */
export async function readResponse(
  response: Response,
  facts: AnswerFacts,
  { baseUrl, onText }: { readonly baseUrl: string; readonly onText: (text: string) => void },
): Promise<JsonObject> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    // Redirects are not followed, because a POST would become a GET and the token could be sent to another host.
    throw new ShaonResponseError('redirect', 'with a redirect, which is not followed: correct the baseUrl', facts);
  }
  const text = await readText(response, facts);
  onText(text);
  if (!response.ok) throw readRefusal(response, text, facts, baseUrl);
  if (text === '') throw new ShaonResponseError('empty', 'without a body where data was expected', facts);
  const body = parse(text);
  if (body === undefined && isJson(response))
    throw new ShaonResponseError('incomplete', 'with JSON that is cut off or malformed', facts);
  if (body === undefined) throw new ShaonResponseError('not_json', 'with something that is not JSON', facts);
  if (!isObject(body)) throw new ShaonResponseError('wrong_shape', 'with JSON that is not an object', facts);
  return body;
}

/** Bytes of a decompressed answer. The longest unpaginated list of the service has some millions. */
const LONGEST_BODY = 64 * 1024 * 1024;

async function readText(response: Response, facts: AnswerFacts): Promise<string> {
  const decoder = new TextDecoder();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let text = '';
  let length = 0;
  try {
    // An injected fetch may return a fake without a stream, or a response that was already read.
    reader = response.bodyUsed ? undefined : response.body?.getReader?.();
    if (reader === undefined) return await response.text();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      length += value.length;
      if (length > LONGEST_BODY) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch (fault) {
    throw new ShaonResponseError('incomplete', 'with a body that broke off', facts, fault);
  }
  // Not awaited, because the server may never stop sending.
  reader.cancel().catch(() => undefined);
  throw new ShaonResponseError('too_large', `with a body of more than ${LONGEST_BODY} bytes`, facts);
}

function readRefusal(response: Response, text: string, facts: AnswerFacts, baseUrl: string) {
  const parsed = parse(text);
  const body = isObject(parsed) ? parsed : {};
  return apiError({
    ...facts,
    message: typeof body.message === 'string' ? body.message + hintOf(response, baseUrl) : withoutMessage(facts),
    errors: isErrorMap(body.errors) ? body.errors : undefined,
    retryAfter: retryAfterSeconds(response.headers.get('retry-after')),
    requiredAbility: response.headers.get('x-required-ability') ?? undefined,
  });
}

/** Every answer of the service has its version, so this one comes from something else at the same address. */
function hintOf({ status, headers }: Response, baseUrl: string): string {
  const isElsewhere = (status === 404 || status === 405) && headers.get('x-api-version') === null;
  return isElsewhere && !baseUrl.endsWith('/api/v1') ? ' (The baseUrl does not end in /api/v1.)' : '';
}

/** Every refusal of the service has a message, so this one comes from another server or from a proxy. */
function withoutMessage({ method, path, status }: AnswerFacts): string {
  const isElsewhere = status === 404 || status === 405;
  const answered = `${method} ${path} answered ${status} without a message`;
  return isElsewhere ? `${answered}: check that the baseUrl leads to the service, as in https://…/api/v1` : answered;
}

function isErrorMap(value: unknown): value is Record<string, string[]> {
  return (
    isObject(value) &&
    Object.values(value).every((texts) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'))
  );
}

function isJson(response: Response): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

/** undefined if the text is not JSON, because JSON has no undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
