import { createDebug, type Debug } from './debug.ts';
import { guarded, type ResponseInfo } from './hooks.ts';
import type { ResolvedOptions } from './options.ts';

/** Calls hooks and writes debug lines; an error in either is not thrown. */
export type Observer = Debug;

export function createObserver({ token, debug, onRequest, onResponse, onRetry }: ResolvedOptions): Observer {
  const warn = (line: string) => console.warn(redacted(line, token));
  const write = guarded('debug.write', debug?.write, warn);
  const lines = createDebug((line) => write(redacted(line, token)), debug?.bodies ?? false);
  // Remove the token before a body is cut, because half a token would not be recognised.
  const redactedBody = (body: string) => (debug?.bodies ? redacted(body, token) : body);
  const hooks = {
    request: guarded('onRequest', onRequest, warn),
    response: guarded('onResponse', onResponse, warn),
    retry: guarded('onRetry', onRetry, warn),
  };
  const warned = new Set<string>();
  const warnOfIgnored = ({ method, path, ignoredParameters }: ResponseInfo) => {
    const line = `Shaon: ${method} ${path.replace(/\d+/, '{id}')} ignored ${ignoredParameters.join(', ')}`;
    if (method === 'GET' || ignoredParameters.length === 0 || warned.has(line)) return;
    warned.add(line);
    warn(line);
  };
  return {
    request: (info, query, body) => {
      lines.request(info, query, body === undefined ? body : redactedBody(body));
      hooks.request(info);
    },
    response: (info) => {
      lines.response(info);
      hooks.response(info);
      warnOfIgnored(info);
    },
    body: (info, text) => lines.body(info, redactedBody(text)),
    retry: (info) => {
      lines.retry(info);
      hooks.retry(info);
    },
  };
}

/** One line without control characters, and without the token wherever it came from. */
function redacted(line: string, token: string): string {
  return line.replaceAll(token, '[token]').replaceAll(/\p{Cc}+/gu, ' ');
}
