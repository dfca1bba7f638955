import type { IncomingMessage, RequestListener } from 'node:http';
import { readRequestTarget, targetText } from '../http/request-target.ts';

const invalidTargets = new WeakSet<IncomingMessage>();

/**
 * Checks each request's target before other code reads it, because some targets make URL parsers throw (D:A14). After
 * that, `request.url` is a path with its query that every parser reads the same way. An invalid target stays as it is,
 * and must be refused by `invalidTarget` before Koa's `ctx.path` is read.
 */
export function withValidTarget(listener: RequestListener): RequestListener {
  return (request, response) => {
    const target = readRequestTarget(request.url ?? '');
    if (target === null) invalidTargets.add(request);
    else request.url = targetText(target);
    return listener(request, response);
  };
}

/** The target of a request, if it is invalid; null otherwise. */
export function invalidTarget(request: IncomingMessage): string | null {
  return invalidTargets.has(request) ? (request.url ?? '') : null;
}
