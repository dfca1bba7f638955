import type { IncomingMessage } from 'node:http';
import { requestIdOf } from '../../http/request-id.ts';
import { readRequestTarget, targetText } from '../../http/request-target.ts';
import type { Call, Rule } from '../call.ts';
import type { ResolvedV1Options } from '../options.ts';
import { noParameters } from '../parameters.ts';
import { NO_QUERY } from '../query-string.ts';
import type { V1 } from '../v1-parts.ts';

/**
 * Begins the record of a call: its request id (D:H15) and the facts for the audit. The target is checked here, before
 * other code reads it, because some targets make Koa's own getters throw (D:A14).
 */
export function beginCall({ services, options }: V1): Rule {
  return (ctx, next) => {
    const { req } = ctx;
    const startedAt = performance.now();
    const url = req.url ?? '';
    const target = readRequestTarget(url);
    const path = target === null ? url : withoutPrefix(target.path, options.path);
    const { ip, addressFault } = addressOf(req, options);
    const call: Call = {
      requestId: requestIdOf(req),
      startedAt,
      at: services.clock.now(),
      method: req.method ?? '',
      path,
      ip,
      addressFault,
      actor: null,
      route: null,
      ability: null,
      recognised: [],
      ignored: [],
      detail: null,
      isTargetValid: target !== null,
      queryString: target?.query ?? '',
      query: NO_QUERY,
      queryInput: noParameters,
      isRouteFound: false,
      allow: null,
      isQueryNoted: false,
      caller: null,
      id: 0,
      headers: {},
      isAudited: false,
      answer: null,
    };
    ctx.shaonCall = call;
    if (target !== null) {
      const normalised = targetText(target);
      if (normalised !== url) req.url = normalised;
      // The router reads the path from here: without the prefix, whatever the host has set before.
      ctx.newRouterPath = path;
      // A router of the host may have left its matches here, and ours would add to them.
      ctx.matched = undefined;
    }
    return next();
  };
}

/**
 * The caller's address, read before the call waits for its turn, because a connection that ends meanwhile loses it. If
 * the host's function throws, a later rule answers the call, so that it is audited too (SPEC 1).
 */
function addressOf(req: IncomingMessage, options: ResolvedV1Options): Pick<Call, 'ip' | 'addressFault'> {
  try {
    return { ip: options.clientAddress(req), addressFault: null };
  } catch (error) {
    return { ip: '', addressFault: { error } };
  }
}

/** The path after the prefix at which the server receives requests; `/` if nothing is left. */
function withoutPrefix(path: string, prefix: string): string {
  return prefix === '' ? path : path.slice(prefix.length) || '/';
}
