import { isShaonError } from '@shaon/core';
import type { Middleware } from 'koa';
import type { HostLog } from './log.ts';

/**
 * The outermost handler: answers errors that no other one answered in the API's shape (SPEC 7; D:H14). Koa's own
 * handler would drop the security headers and write the error unchanged to the standard error stream.
 */
export function answerErrors(log: HostLog): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const isUnavailable = isShaonError(error, 'database_unavailable') || isShaonError(error, 'audit_unavailable');
      log.error({ err: error }, 'A request failed');
      ctx.status = isUnavailable ? 503 : 500;
      ctx.body = { message: isUnavailable ? 'Service Unavailable' : 'Server Error' };
      return;
    }
    if (ctx.status === 404 && ctx.body == null) {
      ctx.status = 404;
      ctx.body = { message: 'Not found.' };
    }
  };
}
