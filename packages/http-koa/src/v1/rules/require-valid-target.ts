import { errorAnswer, serialized } from '../answer.ts';
import type { Rule } from '../call.ts';

/** Refuses a target that is neither a path nor the absolute http(s) form of one (D:A14). */
export const requireValidTarget: Rule = (ctx, next) => {
  const { shaonCall: call } = ctx;
  if (call.isTargetValid) return next();
  call.answer = serialized(errorAnswer(400, 'The request is not valid HTTP.'));
};
