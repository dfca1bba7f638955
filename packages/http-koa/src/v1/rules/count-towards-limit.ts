import { errorAnswer, serialized } from '../answer.ts';
import { callerOf, type Rule } from '../call.ts';
import type { V1 } from '../v1-parts.ts';

/**
 * Counts the call towards its token's limit and notes the token's use (SPEC 8). It comes before the rules that may
 * refuse the call, because a 403, 404, 405 or 422 counts too and has the headers (D:R3).
 */
export function countTowardsLimit({ services, limit }: V1): Rule {
  return async (ctx, next) => {
    const { shaonCall: call } = ctx;
    const caller = callerOf(call);
    const { isExceeded, headers } = await limit.count(caller);
    call.headers = headers;
    await services.tokens.noteUse(caller, call.ip);
    if (isExceeded) call.answer = serialized(errorAnswer(429, 'Too Many Attempts.'));
    else await next();
  };
}
