import type { CoreLog } from '@shaon/core';
import type { Middleware } from 'koa';
import { answerToError } from './error-responses.ts';

/**
 * Answers what is thrown outside the rules, such as by the host's `clientAddress`, in the shape of SPEC 7 (D:H14):
 * Koa's own answer would be a text.
 */
export function answerFaults(log: CoreLog, routes: Middleware): Middleware {
  return async (ctx, next) => {
    try {
      await routes(ctx, next);
    } catch (error) {
      const { status, body } = answerToError(error, 'en', log, '');
      ctx.status = status;
      ctx.body = body;
    }
  };
}

/** What is outside the path of the API on a server that has nothing else. */
export const answerNotFound: Middleware = (ctx) => {
  ctx.status = 404;
  ctx.body = { message: 'Not found.' };
};
