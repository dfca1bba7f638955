import { actorName, isShaonError } from '@shaon/core';
import type { Admin } from '../admin-parts.ts';
import type { PageRule } from '../page-context.ts';

/** Audits pages that took too long and were given up, with the caller, so that repeated slow requests can be found. */
export function auditGivenUpPages({ core }: Admin): PageRule {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!isShaonError(error, 'took_too_long')) throw error;
      const { requestState: state, route, path } = ctx.shaonPage;
      const actor = state.person?.kind === 'account' ? state.person.actor : null;
      await core.audit.commit({
        kind: 'admin',
        action: 'page.give_up',
        companyId: actor?.companyId ?? null,
        loginId: actor?.loginId ?? null,
        caller: actor === null ? null : actorName(actor),
        method: state.method,
        route,
        path,
        ip: state.origin.ip ?? null,
        status: 503,
        requestId: state.requestId,
        detail: JSON.stringify({ code: error.code, reading: error.details.reading ?? null }),
      });
      throw error;
    }
  };
}
