import { type ErrorCode, isShaonError } from '@shaon/core';
import type { Admin } from '../admin-parts.ts';
import { icon } from '../components/icon.ts';
import { code } from '../components/texts.ts';
import { html } from '../html.ts';
import type { PageRule } from '../page-context.ts';
import { Detour, PAGE_ERROR_STATUS, PageError, type PageErrorKind } from '../page-errors.ts';
import { Visit } from '../visit.ts';

/** Which page tells of a service's error that no handler has answered. What is not here is a fault of ours. */
const KIND_OF_CODE: Readonly<Partial<Record<ErrorCode, PageErrorKind>>> = {
  not_found: 'notFound',
  not_permitted: 'notPermitted',
  not_authenticated: 'notSignedIn',
  invalid_input: 'badRequest',
  state_conflict: 'conflict',
  employee_frozen: 'conflict',
  already_in: 'conflict',
  not_in: 'conflict',
  in_use: 'conflict',
  limit_reached: 'conflict',
  database_unavailable: 'unavailable',
  database_locked: 'unavailable',
  audit_unavailable: 'unavailable',
  took_too_long: 'tookTooLong',
};

/** Makes a page of what is thrown below: in the reader's language, with what to do and without any detail of ours. */
export function answerErrors({ options }: Admin): PageRule {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const page = ctx.shaonPage;
      if (error instanceof Detour) {
        const to = error.isOutside ? error.to : options.publicPath + error.to;
        page.answer = { kind: 'redirect', to, flash: error.flash };
        return;
      }
      const kind = kindOf(error);
      if (kind === 'fault' || kind === 'unavailable' || kind === 'tookTooLong') {
        const { requestId } = page.visitState;
        options.log.error({ err: error, requestId, route: page.route }, 'A page failed');
      }
      page.visit ??= new Visit(page.visitState);
      page.answer = errorPage(page.visit, kind);
    }
  };
}

function kindOf(error: unknown): PageErrorKind {
  if (error instanceof PageError) return error.kind;
  return isShaonError(error) ? (KIND_OF_CODE[error.code] ?? 'fault') : 'fault';
}

function errorPage(visit: Visit, kind: PageErrorKind) {
  const { t } = visit;
  const { title, text } = t.errors[kind];
  const main = html`<p class="acts"><a class="btn btn-quiet" href="${visit.path('/')}">${icon('previous', { turns: true })}<span>${t.errors.home}</span></a></p><p class="small muted mt-4">${t.errors.requestId} ${code(visit.state.requestId)}</p>`;
  return visit.show({ title, lead: text, main, layout: 'narrow' }, PAGE_ERROR_STATUS[kind]);
}
