import { type ErrorCode, isShaonError } from '@shaon/core';
import type { Admin } from '../admin-parts.ts';
import { BrowserRequest } from '../browser-request.ts';
import { icon } from '../components/icon.ts';
import { code } from '../components/texts.ts';
import { html } from '../html.ts';
import { Page } from '../page.ts';
import type { PageRule, PipelineState } from '../page-context.ts';
import { PAGE_ERROR_STATUS, PageError, type PageErrorKind, PageRedirect } from '../page-errors.ts';
import { everyone, pageOf } from '../page-route.ts';
import type { ResolvedAdminOptions } from '../resolve-options.ts';

/** The error page for each error of a service that no handler has answered. Other codes are our own faults. */
const KIND_OF_CODE: Readonly<Partial<Record<ErrorCode, PageErrorKind>>> = {
  not_found: 'notFound',
  not_permitted: 'notPermitted',
  not_authenticated: 'notSignedIn',
  invalid_input: 'badRequest',
  state_conflict: 'conflict',
  employee_frozen: 'conflict',
  month_closed: 'monthClosed',
  already_in: 'conflict',
  not_in: 'conflict',
  in_use: 'conflict',
  limit_reached: 'conflict',
  database_unavailable: 'unavailable',
  database_locked: 'unavailable',
  audit_unavailable: 'unavailable',
  took_too_long: 'tookTooLong',
};

/** Turns errors into a page in the reader's language, with the remedy and without internal details. */
export function answerErrors({ options }: Admin): PageRule {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const page = ctx.shaonPage;
      if (error instanceof PageRedirect) {
        const to = error.isOutside ? error.to : options.publicPath + error.to;
        page.answer = { kind: 'redirect', to, flash: error.flash };
        return;
      }
      const kind = kindFor(page, error);
      if (isFailure(kind, error)) logFailure(options, page, error);
      const request = await framed(options, page, kind);
      page.request = request;
      page.answer = errorPage(request, kind);
    }
  };
}

/** We refuse pages ourselves during a stop, and while too many files arrive: nothing has failed then. */
function isFailure(kind: PageErrorKind, error: unknown): boolean {
  if (kind === 'unavailable' && error instanceof PageError) return false;
  return kind === 'fault' || kind === 'unavailable' || kind === 'tookTooLong';
}

function logFailure(
  { log }: ResolvedAdminOptions,
  { requestState: { requestId }, route }: PipelineState,
  error: unknown,
) {
  log.error({ err: error, requestId, route }, 'A page failed');
}

function kindOf(error: unknown): PageErrorKind {
  if (error instanceof PageError) return error.kind;
  return isShaonError(error) ? (KIND_OF_CODE[error.code] ?? 'fault') : 'fault';
}

/** A form comes from a page that showed its record, unless somebody forged the record's id. */
function kindFor({ route, requestState }: PipelineState, error: unknown): PageErrorKind {
  const kind = kindOf(error);
  return kind === 'notFound' && route !== null && requestState.method === 'POST' ? 'gone' : kind;
}

/** A signed-in person keeps the navigation, which leads to existing pages, and the company's time. */
async function framed(
  options: ResolvedAdminOptions,
  page: PipelineState,
  kind: PageErrorKind,
): Promise<BrowserRequest> {
  const { request, requestState } = page;
  const bare = request ?? new BrowserRequest(requestState);
  // What has just failed, or refused the person, is not asked for the navigation.
  const isAskedInVain = PAGE_ERROR_STATUS[kind] >= 500 || kind === 'notSignedIn';
  if (bare instanceof Page || isAskedInVain || requestState.person?.kind !== 'account') return bare;
  return pageOf(new BrowserRequest(requestState), everyone).catch((error: unknown) => {
    // A log-in may have been disabled meanwhile.
    if (!(error instanceof PageRedirect || error instanceof PageError)) logFailure(options, page, error);
    return bare;
  });
}

function errorPage(request: BrowserRequest, kind: PageErrorKind) {
  const { t } = request;
  const { title, text } = t.errors[kind];
  const { origin, publicPath } = request.options;
  const address = html`<p><a href="${origin}${publicPath}/">${code(origin + publicPath)}</a></p>`;
  const main = html`${kind === 'wrongAddress' && address}<p class="acts"><a class="btn btn-quiet" href="${request.path('/')}">${icon(
    'previous',
    { turns: true },
  )}<span>${t.errors.home}</span></a></p><p class="small muted mt-4">${t.errors.requestId} ${code(request.state.requestId)}</p>`;
  return request.show({ title, lead: text, main, layout: 'narrow' }, PAGE_ERROR_STATUS[kind]);
}
