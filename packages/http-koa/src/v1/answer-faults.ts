import type { CoreLog } from '@shaon/core';
import type { Middleware } from 'koa';
import { answerToError } from './error-responses.ts';

/**
 * Answers errors that are thrown outside the rules, such as by the host's `clock`, in the API's shape (SPEC 7; D:H14);
 * Koa's own answer would be plain text.
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

/** The answer outside the API's path, for a server with nothing else. */
export const answerNotFound: Middleware = (ctx) => {
  ctx.status = 404;
  ctx.body = { message: 'Not found.' };
};
