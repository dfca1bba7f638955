import { errorAnswer, serialized } from '../answer.ts';
import type { Rule } from '../call.ts';

/** Refuses an unknown path with 404, and a method that the path does not support with 405 (D:H8, H9). */
export const requireKnownRoute: Rule = (ctx, next) => {
  const { shaonCall: call } = ctx;
  if (call.isRouteFound) return next();
  call.answer = serialized(
    call.allow === null
      ? errorAnswer(404, 'Not found.')
      : errorAnswer(405, 'The method is not allowed here.', { Allow: call.allow }),
  );
};
