import { errorAnswer, serialized } from '../answer.ts';
import type { Rule } from '../call.ts';
import type { V1 } from '../v1-parts.ts';

/** Refuses every call while the host drains or migrates (D:H14). */
export function requireAvailability({ options }: V1): Rule {
  return (ctx, next) => {
    if (options.isAvailable()) return next();
    ctx.shaonCall.answer = serialized(errorAnswer(503, 'Service Unavailable'));
  };
}
