import type { SessionSummary } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import type { BrowserRequest } from '../../browser-request.ts';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { confirmView } from '../../components/confirm.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { deviceName } from './device-name.ts';

/** The person's open sessions, with the current one marked. */
export function sessionsSection(page: Page, sessions: readonly SessionSummary[]): Html {
  const { t } = page;
  const { title, caption, columns, endOthers } = t.account.sessions;
  const others = sessions.some(({ id }) => id !== page.session?.sessionId);
  return html`<section class="section"><div class="section-head"><h2>${title}</h2>${others && linkButton(page, '/account/sessions/end-others', endOthers, { look: 'danger-quiet', isSmall: true })}</div>
<table class="list"><caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">${columns.device}</th><th scope="col">${columns.seen}</th><th scope="col" class="d-none d-md-table-cell">${columns.since}</th><th scope="col"><span class="visually-hidden">${t.account.sessions.end}</span></th></tr></thead>
<tbody>${sessions.map((session) => row(page, session))}</tbody></table></section>`;
}

function row(page: Page, session: SessionSummary): Html {
  const { t, format } = page;
  const { here, end } = t.account.sessions;
  const device = nameOf(page, session);
  const isHere = session.id === page.session?.sessionId;
  return html`<tr><th scope="row"><span>${device}</span> ${isHere && badge('ok', 'check', here)}${session.ip !== null && html`<span class="sub">${code(session.ip)}</span>`}</th>
<td>${format.ago(session.lastSeenAt)}</td>
<td class="d-none d-md-table-cell">${value(format.shortDate(session.createdAt))} ${value(format.time(session.createdAt))}</td>
<td class="end">${!isHere && html`<a class="btn btn-quiet btn-sm text-nowrap" href="${page.path(`/account/sessions/${session.id}/end`)}" aria-label="${end}: ${device}">${end}</a>`}</td></tr>`;
}

function nameOf({ t }: BrowserRequest, { userAgent }: SessionSummary): string {
  const { browser, system } = deviceName(userAgent);
  if (browser !== null && system !== null) return t.account.sessions.browserOn(browser, system);
  return browser ?? system ?? t.account.sessions.unknown;
}

export async function askEndSession(page: Page): Promise<Answer> {
  const { t, format } = page;
  const session = await ownSession(page);
  const { endTitle, endQuestion, endText, end, columns } = t.account.sessions;
  const facts = html`<dl class="pairs mb-4"><dt>${columns.device}</dt><dd>${nameOf(page, session)}</dd><dt>${columns.seen}</dt><dd>${format.ago(session.lastSeenAt)}</dd></dl>`;
  return page.show(
    confirmView(page, {
      title: endTitle,
      question: html`${endQuestion}`,
      consequence: endText,
      facts,
      verb: end,
      keep: t.account.factor.keep,
      action: `/account/sessions/${session.id}/end`,
      back: '/account',
      navigation: '/account',
      crumbs: [{ href: '/account', label: t.account.title }],
    }),
  );
}

export async function endSession(page: Page): Promise<Answer> {
  await page.core.accounts.endSession(page.actor, page.id());
  return page.redirect('/account', page.t.account.sessions.ended);
}

export function askEndOthers(page: Page): Answer {
  const { t } = page;
  const { endOthersTitle, endOthersQuestion, endOthersText, endOthers } = t.account.sessions;
  return page.show(
    confirmView(page, {
      title: endOthersTitle,
      question: html`${endOthersQuestion}`,
      consequence: endOthersText,
      verb: endOthers,
      keep: t.account.factor.keep,
      action: '/account/sessions/end-others',
      back: '/account',
      navigation: '/account',
      crumbs: [{ href: '/account', label: t.account.title }],
    }),
  );
}

export async function endOthers(page: Page): Promise<Answer> {
  await page.core.accounts.endAllSessions(page.actor, { exceptSessionId: page.session?.sessionId });
  return page.redirect('/account', page.t.account.sessions.endedOthers);
}

/** One of the person's own open sessions; other people's are `notFound`. */
async function ownSession(page: Page): Promise<SessionSummary> {
  const found = (await page.core.accounts.listSessions(page.actor)).find(({ id }) => id === page.id());
  if (found === undefined) throw new PageError('notFound');
  return found;
}
