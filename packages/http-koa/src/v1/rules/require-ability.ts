import { authorize, type TokenOperation } from '@shaon/core';
import { callerOf, type Rule } from '../call.ts';

/** Refuses a token without the operation's ability (SPEC 5.4, 5.5); core's `PERMISSIONS` name the ability. */
export function requireAbility(operation: TokenOperation): Rule {
  return (ctx, next) => {
    authorize(callerOf(ctx.shaonCall), operation);
    return next();
  };
}
