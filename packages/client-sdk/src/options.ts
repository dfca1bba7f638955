import type { DebugOptions } from './debug.ts';
import { ShaonOptionsError } from './errors.ts';
import { checkHeaders } from './extra-headers.ts';
import type { Hooks } from './hooks.ts';

/** The options of a client; the error for a missing, malformed or unknown option names it. */
export interface ShaonClientOptions extends Hooks {
  /** Address of the API, for example `https://hr.example/api/v1`; with or without a slash at its end. */
  baseUrl: string | URL;
  /** The company's API token, without `Bearer`. */
  token: string;
  /** The function that sends a request; by default the runtime's own fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for each try, the body included; 30,000 by default, `Infinity` for no limit. More than 0. */
  timeout?: number | undefined;
  /** How often a failed try is repeated, if repeating is safe; 3 by default, 0 for never. */
  retries?: number | undefined;
  /**
   * Milliseconds before the first repetition, doubled for each further one and randomly lengthened up to twofold; 500
   * by default, 0 for no wait. The time of `Retry-After` is added.
   */
  retryDelay?: number | undefined;
  /**
   * Whether to wait before a call that would exceed the rate limit; false by default. A client counts only its own
   * calls.
   */
  pace?: boolean | undefined;
  /** Language of texts for people, sent as `Accept-Language`. */
  language?: 'he' | 'en' | undefined;
  /**
   * Headers for every request, for example those that a gateway requires. Headers that the client sets itself are
   * refused, especially `Authorization`; a `User-Agent` replaces the client's.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to write a line for each request, answer and wait, without token, values or bodies; false by default. */
  debug?: boolean | DebugOptions | undefined;
}

/** `DebugOptions` with its defaults filled in. */
interface ResolvedDebug {
  write: (line: string) => void;
  bodies: boolean;
}

export interface ResolvedOptions {
  baseUrl: string;
  token: string;
  fetch: typeof globalThis.fetch;
  timeout: number;
  retries: number;
  retryDelay: number;
  pace: boolean;
  language: 'he' | 'en' | undefined;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  debug: ResolvedDebug | undefined;
  onRequest: Hooks['onRequest'] | undefined;
  onResponse: Hooks['onResponse'] | undefined;
  onRetry: Hooks['onRetry'] | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Cancels the call, also while it waits; the call then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** As the client's `timeout`, for this call. */
  timeout?: number | undefined;
  /** As the client's `retries`, for this call. */
  retries?: number | undefined;
  /** Your own name for the request, 1 to 64 of `A-Z a-z 0-9 . _ -`, kept in the company's audit log. */
  requestId?: string | undefined;
  /** As the client's `headers`, for this call; for a name in both, this value is used. */
  headers?: Readonly<Record<string, string>> | undefined;
}

const hooks = ['onRequest', 'onResponse', 'onRetry'] as const;
const known = [
  ...['baseUrl', 'token', 'fetch', 'timeout', 'retries', 'retryDelay', 'pace', 'language', 'headers', 'debug'],
  ...hooks,
];
const knownForCalls = ['signal', 'timeout', 'retries', 'requestId', 'headers'];

/**
 * Checks the options once and fills in the defaults.
 * @throws ShaonOptionsError naming the option that is missing, malformed or unknown; the error never contains the
 * token.
 */
export function resolveOptions(options: ShaonClientOptions): ResolvedOptions {
  refuseUnknown('options', options, known);
  const { fetch, pace, language, onRequest, onResponse, onRetry } = options;
  if (fetch !== undefined && typeof fetch !== 'function') throw new ShaonOptionsError('fetch', 'must be a function');
  if (fetch === undefined && typeof globalThis.fetch !== 'function')
    throw new ShaonOptionsError('fetch', 'is missing, and this runtime has none of its own');
  if (pace !== undefined && typeof pace !== 'boolean') throw new ShaonOptionsError('pace', 'must be true or false');
  if (language !== undefined && language !== 'he' && language !== 'en')
    throw new ShaonOptionsError('language', "must be 'he' or 'en'");
  for (const hook of hooks)
    if (options[hook] !== undefined && typeof options[hook] !== 'function')
      throw new ShaonOptionsError(hook, 'must be a function');
  return {
    baseUrl: checkBaseUrl(options.baseUrl),
    token: checkToken(options.token),
    // Looked up at each call and called on the global object, as some runtimes demand.
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeout: checkTimeout(options.timeout) ?? 30_000,
    retries: checkRetries(options.retries) ?? 3,
    retryDelay: checkNumber('retryDelay', options.retryDelay) ?? 500,
    pace: pace ?? false,
    language,
    headers: checkHeaders(options.headers),
    debug: resolveDebug(options.debug),
    onRequest,
    onResponse,
    onRetry,
  };
}

/** Checks the options of one call. */
export function checkCallOptions(call: CallOptions): void {
  refuseUnknown('call options', call, knownForCalls);
  checkTimeout(call.timeout);
  checkRetries(call.retries);
  checkHeaders(call.headers);
  const { signal, requestId } = call;
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new ShaonOptionsError('signal', 'must be an AbortSignal');
  // The service replaces any other id (D:H15), so the caller would not find it in the audit log.
  if (requestId !== undefined && !(typeof requestId === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(requestId)))
    throw new ShaonOptionsError('requestId', 'must be 1 to 64 letters, digits, dots, underscores or hyphens');
}

function resolveDebug(debug: unknown): ResolvedDebug | undefined {
  if (debug === undefined || debug === false) return undefined;
  const { write, bodies }: DebugOptions = debug === true ? {} : debugOptions(debug);
  if (write !== undefined && typeof write !== 'function')
    throw new ShaonOptionsError('debug', 'must have a function as its write');
  if (bodies !== undefined && typeof bodies !== 'boolean')
    throw new ShaonOptionsError('debug', 'must have true or false as its bodies');
  // Not console.debug, because on servers it writes to standard output, where a program may write its data.
  return { write: write ?? ((line) => console.warn(line)), bodies: bodies ?? false };
}

function debugOptions(debug: unknown): DebugOptions {
  if (typeof debug !== 'object' || debug === null)
    throw new ShaonOptionsError('debug', 'must be true, false or an object');
  refuseUnknown('debug', debug, ['write', 'bodies']);
  return debug;
}

function refuseUnknown(what: string, options: unknown, names: string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ShaonOptionsError(what, 'must be an object');
  for (const name of Object.keys(options))
    if (!names.includes(name))
      throw new ShaonOptionsError(name, `is not an option; the options are ${names.join(', ')}`);
}

function checkBaseUrl(value: unknown): string {
  if (value === undefined || value === null || value === '') throw new ShaonOptionsError('baseUrl', 'is missing');
  if (typeof value !== 'string' && !(value instanceof URL))
    throw new ShaonOptionsError('baseUrl', 'must be a string or a URL');
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new ShaonOptionsError('baseUrl', 'must be an absolute URL such as https://hr.example/api/v1');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ShaonOptionsError('baseUrl', 'must begin with https:// or http://');
  if (url.username !== '' || url.password !== '')
    throw new ShaonOptionsError('baseUrl', 'must not hold a user name or password');
  if (url.search !== '' || url.hash !== '') throw new ShaonOptionsError('baseUrl', 'must not hold a query or fragment');
  // People write the address with or without a slash at its end (D:Z5).
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function checkToken(value: unknown): string {
  if (value === undefined || value === null || value === '') throw new ShaonOptionsError('token', 'is missing');
  if (typeof value !== 'string') throw new ShaonOptionsError('token', 'must be a string');
  if (/^bearer\s/i.test(value)) throw new ShaonOptionsError('token', 'must be the token alone, without Bearer');
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new ShaonOptionsError('token', 'must not hold white space or characters outside ASCII');
  return value;
}

function checkTimeout(value: unknown): number | undefined {
  const timeout = checkNumber('timeout', value, Number.POSITIVE_INFINITY);
  if (timeout === 0) throw new ShaonOptionsError('timeout', 'must be more than 0; Infinity switches it off');
  return timeout;
}

function checkRetries(value: unknown): number | undefined {
  const retries = checkNumber('retries', value);
  if (retries !== undefined && !Number.isInteger(retries))
    throw new ShaonOptionsError('retries', 'must be a whole number');
  return retries;
}

function checkNumber(name: string, value: unknown, maximum = Number.MAX_SAFE_INTEGER): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || Number.isNaN(value) || value < 0 || value > maximum)
    throw new ShaonOptionsError(name, 'must be a number, 0 or more');
  return value;
}
