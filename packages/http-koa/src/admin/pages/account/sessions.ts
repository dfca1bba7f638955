import type { SessionSummary } from '@shaon/core';
import type { BrowserRequest } from '../../browser-request.ts';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { recordTable } from '../../components/record-table.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { deviceName } from './device-name.ts';

/** The person's open sessions, with the current one marked. */
export async function sessionsSection(page: Page, sessions: readonly SessionSummary[]): Promise<Html> {
  const { t, format } = page;
  const { title, caption, columns, endOthers, here, end } = t.account.sessions;
  const isHere = ({ id }: SessionSummary) => id === page.session?.sessionId;
  const others = sessions.some((session) => !isHere(session));
  const table = await recordTable<SessionSummary>(
    caption,
    [
      {
        head: columns.device,
        cell: (session) =>
          html`<span>${deviceOf(page, session)}</span> ${isHere(session) && badge('ok', 'check', here)}${
            session.ip !== null && html`<span class="sub">${code(session.ip)}</span>`
          }`,
      },
      { head: columns.seen, cell: ({ lastSeenAt }) => format.ago(lastSeenAt) },
      {
        head: columns.since,
        cell: ({ createdAt }) => html`${value(format.shortDate(createdAt))} ${value(format.time(createdAt))}`,
        from: 'md',
      },
      {
        head: end,
        cell: (session) =>
          !isHere(session) &&
          html`<a class="btn btn-quiet btn-sm text-nowrap" href="${page.path(`/account/sessions/${session.id}/end`)}"
            aria-label="${end}: ${deviceOf(page, session)}">${end}</a>`,
        isActs: true,
      },
    ],
    sessions,
  );
  return html`<section class="section"><div class="section-head">
    <h2>${title}</h2>${others && linkButton(page, '/account/sessions/end-others', endOthers, { look: 'danger-quiet', isSmall: true })}</div>
${table}</section>`;
}

/** The browser and the system of a session, as far as they are known. */
export function deviceOf({ t }: BrowserRequest, { userAgent }: SessionSummary): string {
  const { browser, system } = deviceName(userAgent);
  if (browser !== null && system !== null) return t.account.sessions.browserOn(browser, system);
  return browser ?? system ?? t.account.sessions.unknown;
}
