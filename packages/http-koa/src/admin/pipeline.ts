import Router from '@koa/router';
import type { DefaultState, Middleware } from 'koa';
import compose from 'koa-compose';
import type { Admin } from './admin-parts.ts';
import type { PageContext, PageRule, PageState } from './page-context.ts';
import { pageRoutes } from './pages/areas.ts';
import { answerErrors } from './rules/answer-errors.ts';
import { auditDisclosures } from './rules/audit-disclosures.ts';
import { auditGivenUpPages } from './rules/audit-given-up-pages.ts';
import { beginRequest } from './rules/begin-request.ts';
import { readVisitor } from './rules/read-visitor.ts';
import { refuseUnknownPage } from './rules/refuse-unknown-page.ts';
import { requireAvailability } from './rules/require-availability.ts';
import { requireValidTarget } from './rules/require-valid-target.ts';
import { sendAnswer } from './rules/send-answer.ts';
import { serveAssets } from './rules/serve-assets.ts';
import { servePage } from './rules/serve-page.ts';
import { setSecurityHeaders } from './rules/set-security-headers.ts';

/** The rules for every request for a page, one file per rule, in this order. */
export function createPagePipeline(admin: Admin): Middleware {
  const router = new Router<DefaultState, PageState>({ sensitive: true });
  for (const route of pageRoutes(admin)) router.register(route.path, [route.method], servePage(route));
  // biome-ignore format: a table is read by its columns
  const rules = compose<PageContext>([
    beginRequest(admin),
    setSecurityHeaders(admin),
    sendAnswer,
    answerErrors(admin),
    requireValidTarget,           // 400: D:A14
    serveAssets,
    requireAvailability(admin),   // 503: D:H14
    readVisitor(admin),           // who, in which language
    auditGivenUpPages(admin),     // 503
    auditDisclosures(admin),      // who was shown what: D:A16
    router.routes() as PageRule,
    refuseUnknownPage,            // 404, 405
  ]);
  // The first rule adds the state that the other rules expect to a plain context.
  return rules as Middleware;
}
