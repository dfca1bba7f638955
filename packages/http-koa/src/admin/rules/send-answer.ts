import { Readable } from 'node:stream';
import { LONGEST_SESSION_MS } from '@shaon/core';
import { DAY_MS } from '@shaon/core/time';
import type { Answer, DownloadAnswer, Flash, RedirectAnswer } from '../answer.ts';
import { BrowserRequest } from '../browser-request.ts';
import { renderView } from '../layout/render-view.ts';
import type { PageContext, PageRule, PipelineState } from '../page-context.ts';

const FLASH_MS = 60_000;
/** The server ends sessions; the cookie only must not end earlier. */
const YEAR_MS = 365 * DAY_MS;

/** Writes a handler's answer to the response. Pages are never cached, because they are personal and change. */
export const sendAnswer: PageRule = async (ctx, next) => {
  await next();
  const { answer } = ctx.shaonPage;
  if (answer === null) return;
  ctx.set('Cache-Control', 'no-store');
  ctx.vary('Cookie');
  send(ctx, answer);
};

function send(ctx: PageContext, answer: Answer): void {
  const page = ctx.shaonPage;
  switch (answer.kind) {
    case 'page':
      ctx.status = answer.status;
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = renderView(page.request ?? new BrowserRequest(page.requestState), answer.view).toString();
      return;
    case 'redirect':
      // A page that redirects, such as the first page, has not shown its message, so the message is kept for the next
      // page.
      keepFlash(page, answer.flash ?? page.requestState.flash);
      setCookies(page, answer);
      ctx.set('Location', answer.to);
      ctx.body = '';
      ctx.status = 303;
      return;
    case 'download':
      ctx.attachment(answer.name);
      // A document may contain anything; with this policy it could run nothing if it was opened as a page.
      ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
      ctx.type = answer.type;
      ctx.body = bodyOf(answer.content);
      return;
    case 'text':
      ctx.status = answer.status;
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = answer.body;
  }
}

function keepFlash({ cookies }: PipelineState, flash: Flash | null): void {
  if (flash === null) return;
  cookies.set('flash', Buffer.from(JSON.stringify(flash)).toString('base64url'), FLASH_MS);
}

/** A stream is passed on unchanged: after a HEAD, Koa destroys it, which closes its file. */
function bodyOf(content: DownloadAnswer['content']): string | Readable {
  return typeof content === 'string' || content instanceof Readable ? content : Readable.from(content);
}

function setCookies({ cookies }: PipelineState, answer: RedirectAnswer): void {
  const { session, cookies: choices } = answer;
  if (session === null) cookies.clear('session');
  else if (session !== undefined) cookies.set('session', session.secret, LONGEST_SESSION_MS);
  if (choices?.language !== undefined) cookies.set('language', choices.language, YEAR_MS);
  if (choices?.theme !== undefined) cookies.set('theme', choices.theme, YEAR_MS);
}
