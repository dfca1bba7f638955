import { ShaonApiError } from './errors.ts';
import type { AttemptInfo, ResponseInfo, RetryInfo } from './hooks.ts';

/** What the client says of its calls, and where. */
export interface DebugOptions {
  /** Takes each line; `console.warn` by default, which is standard error on servers. */
  write?: ((line: string) => void) | undefined;
  /** Whether to show the values of queries and the bodies too: they hold personal data. False by default. */
  bodies?: boolean | undefined;
}

/** More of a body than this helps nobody who reads lines. */
const LONGEST_BODY = 2_000;

/** Lines of a call. They never hold a header's value beside the request id, and never the token. */
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

/** Values name people: an id, or a sick leave's label. */
function queryOf(query: string, showsValues: boolean): string {
  if (query === '') return '';
  return `?${showsValues ? query : query.replaceAll(/=[^&]*/g, '=…')}`;
}

/** The message of a refusal can quote what was sent. */
function reasonOf({ error }: RetryInfo): string {
  if (error === undefined) return 'the pace';
  return error instanceof ShaonApiError ? `${error.name} ${error.status}` : error.name;
}
