import type { IncomingMessage, RequestListener } from 'node:http';
import { readRequestTarget, targetText } from '../http/request-target.ts';

const invalidTargets = new WeakMap<IncomingMessage, string>();

/**
 * Judges each request's target before anything else reads it, because some targets make URL parsers throw (D:A14).
 * Behind it `request.url` is a path with its query that every parser reads the same way. For an invalid target it is
 * `/`, and `invalidTarget` gives what was asked.
 */
export function withJudgedTarget(listener: RequestListener): RequestListener {
  return (request, response) => {
    const asked = request.url ?? '';
    const target = readRequestTarget(asked);
    if (target === null) invalidTargets.set(request, asked);
    request.url = target === null ? '/' : targetText(target);
    return listener(request, response);
  };
}

/** What a request asked for, where that is no valid target; null otherwise. */
export function invalidTarget(request: IncomingMessage): string | null {
  return invalidTargets.get(request) ?? null;
}
