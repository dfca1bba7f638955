import type { Rule } from '../call.ts';

/** Answers a call with 500 if the host's `clientAddress` threw, with an audit row without an address (SPEC 1). */
export const requireAddress: Rule = (ctx, next) => {
  const { addressFault } = ctx.shaonCall;
  if (addressFault !== null) throw addressFault.error;
  return next();
};
