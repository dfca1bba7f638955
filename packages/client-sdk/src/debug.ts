import { ShaonApiError } from './errors.ts';
import type { AttemptInfo, ResponseInfo, RetryInfo } from './hooks.ts';

/** What the client logs about its calls, and where. */
export interface DebugOptions {
  /** Gets each line; by default `console.warn`, which is standard error on servers. */
  write?: ((line: string) => void) | undefined;
  /** Whether to show query values and bodies too, which contain personal data. False by default. */
  bodies?: boolean | undefined;
}

/** Longer bodies are cut, because a longer line is hard to read. */
const LONGEST_BODY = 2_000;

/** Lines about a call. They contain no header value except the request id, and never the token. */
export interface Debug {
  request(info: AttemptInfo, query: string, body: string | undefined): void;
  response(info: ResponseInfo): void;
  body(info: ResponseInfo, text: string): void;
  retry(info: RetryInfo): void;
}

export function createDebug(write: (line: string) => void, showsBodies: boolean): Debug {
  const bodyLine = (what: string, text: string) => {
    if (!showsBodies || text === '') return;
    write(`${what}: ${text.length > LONGEST_BODY ? `${text.slice(0, LONGEST_BODY)}…` : text}`);
  };
  return {
    request: (info, query, body) => {
      write(`${nameOf(info)}${queryOf(query, showsBodies)} is sent`);
      bodyLine(`${nameOf(info)} sends`, body ?? '');
    },
    response: (info) =>
      write(
        `${nameOf(info)} answered ${info.status} in ${info.duration} ms, request id ${info.requestId ?? 'unknown'}`,
      ),
    body: (info, text) => bodyLine(`${nameOf(info)} answered`, text),
    retry: (info) => write(`${nameOf(info)} waits ${info.delay} ms: ${reasonOf(info)}`),
  };
}

function nameOf({ method, path, attempt }: { method: string; path: string; attempt: number }): string {
  return `shaon #${attempt} ${method} ${path}`;
}

/** Leaves out query values, because they may identify people: an id, or the label of a sick leave. */
function queryOf(query: string, showsValues: boolean): string {
  if (query === '') return '';
  return `?${showsValues ? query : query.replaceAll(/=[^&]*/g, '=…')}`;
}

/** Leaves out the message of a refusal, because it may quote the request. */
function reasonOf({ error }: RetryInfo): string {
  if (error === undefined) return 'the pace';
  return error instanceof ShaonApiError ? `${error.name} ${error.status}` : error.name;
}
