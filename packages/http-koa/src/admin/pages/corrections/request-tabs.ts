import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/* Leave and corrections wait in one place, each under a tab of its own. */

/** Where the navigation leads; a product may have chosen the pages of one of them. */
export const requestsPath = (page: Page): string => (page.has('leave') ? '/leave' : '/corrections');

/** The tab of leave that waits. */
export async function leaveTab(page: Page, isShown: boolean, count?: number): Promise<Html | false> {
  if (!page.has('leave')) return false;
  const waiting = count ?? (await page.core.leave.countGroups(page.actor, { status: 'pending' }));
  return tab(page, '/leave', page.t.leave.short, waiting, isShown);
}

/** The tab of corrections that wait. */
export async function correctionsTab(page: Page, isShown: boolean): Promise<Html | false> {
  if (!page.has('attendance')) return false;
  return tab(
    page,
    '/corrections',
    page.t.corrections.tab,
    await page.core.correctionRequests.count(page.actor),
    isShown,
  );
}

function tab(page: Page, path: string, label: string, count: number, isShown: boolean): Html {
  return html`<li><a href="${page.path(path)}"${isShown && html` aria-current="page"`}>${label} <span>${page.format.number(count)}</span></a></li>`;
}
