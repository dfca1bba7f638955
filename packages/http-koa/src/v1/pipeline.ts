import Router from '@koa/router';
import type { DefaultState, Middleware } from 'koa';
import compose from 'koa-compose';
import type { CallState, Rule, V1Context } from './call.ts';
import { servedRoutes } from './routes.ts';
import { answerErrors } from './rules/answer-errors.ts';
import { auditBeforeAnswer } from './rules/audit-before-answer.ts';
import { awaitTurn } from './rules/await-turn.ts';
import { beginCall } from './rules/begin-call.ts';
import { answerPreflight } from './rules/cors.ts';
import { countTowardsLimit } from './rules/count-towards-limit.ts';
import { noteQuery } from './rules/note-query.ts';
import { allowedMethods, noteOtherMethod, noteRoute } from './rules/note-route.ts';
import { readPathId } from './rules/read-path-id.ts';
import { requireAbility } from './rules/require-ability.ts';
import { requireAddress } from './rules/require-address.ts';
import { requireAllHeaders } from './rules/require-all-headers.ts';
import { requireAvailability } from './rules/require-availability.ts';
import { requireHttps } from './rules/require-https.ts';
import { requireKnownRoute } from './rules/require-known-route.ts';
import { requireToken } from './rules/require-token.ts';
import { requireValidTarget } from './rules/require-valid-target.ts';
import { sendAnswer } from './rules/send-answer.ts';
import type { V1 } from './v1-parts.ts';

/**
 * The steps of every call: one file per rule, in this order (D:K6). The router comes before the rules that may refuse,
 * so that the audit also names the route of refused calls (D:U2, U4); each route runs the same rules.
 */
export function createPipeline(v1: V1): Middleware {
  // biome-ignore format: a table is read by its columns
  const rulesOfEveryCall: readonly Rule[] = [
    requireHttps(v1),         // 403: D:H18
    answerPreflight(v1),      // 204: CORS, D:H11
    requireAvailability(v1),  // 503: D:H14
    requireToken(v1),         // 401: SPEC 5
    countTowardsLimit(v1),    // 429: SPEC 8
    requireKnownRoute,             // 404, 405: D:H8, H9
  ];
  const routes = servedRoutes(v1.services);
  const allowed = allowedMethods(routes);
  // Matches undecoded, case-sensitive paths with at most one slash at the end (D:H12); HEAD is a GET (D:H10).
  const router = new Router<DefaultState, CallState>({ sensitive: true });
  for (const row of routes) {
    // biome-ignore format: a table is read by its columns
    const rulesOfTheRoute = compose<V1Context>([
      noteRoute(row, allowed),
      ...rulesOfEveryCall,
      noteQuery,                      // X-Ignored-Parameters: D:Q10
      requireAbility(row.operation),  // 403: SPEC 5.5
      readPathId,                     // 404: D:E6
      row.serve(v1),                  // input: 404, 413, 415, 422; then the service
    ]);
    router.register(row.path.replace('{id}', ':id'), [row.method], rulesOfTheRoute, { name: row.path });
  }
  // biome-ignore format: a table is read by its columns
  const rules = compose<V1Context>([
    beginCall(v1),            // request id: D:H15
    awaitTurn(v1),            // pipelined requests: RFC 9112
    sendAnswer(v1),
    auditBeforeAnswer(v1),    // 503: D:U6
    answerErrors(v1),
    requireAddress,           // 500: a fault of the host
    requireValidTarget,       // 400: D:A14
    requireAllHeaders,        // 431: D:K3, U5
    router.routes() as Rule,
    // Calls without a matching route. They run the same rules, the last of which refuses them.
    noteOtherMethod(allowed),
    ...rulesOfEveryCall,
  ]);
  // The first rule adds to a plain context the values that the others use.
  return rules as Middleware;
}
