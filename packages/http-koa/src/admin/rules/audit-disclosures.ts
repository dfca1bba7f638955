import { Readable } from 'node:stream';
import { actorName } from '@shaon/core';
import type { Admin } from '../admin-parts.ts';
import { Page } from '../page.ts';
import type { PageRule } from '../page-context.ts';

/**
 * Audits the personal data that a page shows and its reader: one row per request, on disk before the page is sent
 * (D:A16). If the row cannot be written, the page is not sent.
 */
export function auditDisclosures({ core }: Admin): PageRule {
  return async (ctx, next) => {
    await next();
    const { request, answer, route, path } = ctx.shaonPage;
    if (!(request instanceof Page) || request.disclosures.length === 0 || answer === null) return;
    const { actor, state } = request;
    const row = {
      kind: 'admin' as const,
      action: 'page.view',
      companyId: actor.companyId,
      loginId: actor.loginId,
      caller: actorName(actor),
      method: state.method,
      route,
      path,
      ip: state.origin.ip ?? null,
      status: answer.kind === 'page' ? answer.status : 200,
      requestId: state.requestId,
      detail: JSON.stringify({ disclosed: request.disclosures }),
    };
    try {
      await core.audit.commit(row);
    } catch (error) {
      // The document will not be read to its end, so its file would stay open.
      if (answer.kind === 'download' && answer.content instanceof Readable) answer.content.destroy();
      throw error;
    }
  };
}
