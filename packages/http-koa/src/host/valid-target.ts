import type { IncomingMessage, RequestListener } from 'node:http';
import { readRequestTarget, targetText } from '../http/request-target.ts';

const invalidTargets = new WeakMap<IncomingMessage, string>();

/**
 * Checks each request's target before other code reads it, because some targets make URL parsers throw (D:A14). After
 * that, `request.url` is a path with its query that every parser reads the same way. For an invalid target it is `/`,
 * and `invalidTarget` returns the original.
 */
export function withValidTarget(listener: RequestListener): RequestListener {
  return (request, response) => {
    const asked = request.url ?? '';
    const target = readRequestTarget(asked);
    if (target === null) invalidTargets.set(request, asked);
    request.url = target === null ? '/' : targetText(target);
    return listener(request, response);
  };
}

/** The original target of a request, if it is invalid; null otherwise. */
export function invalidTarget(request: IncomingMessage): string | null {
  return invalidTargets.get(request) ?? null;
}
