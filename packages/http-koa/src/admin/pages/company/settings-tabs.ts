import { type Html, html } from '../../html.ts';
import { itemsAt } from '../../navigation.ts';
import type { Page } from '../../page.ts';

/** The parts of the company's settings, with the open one marked. */
export function settingsTabs(page: Page, open: string): Html {
  const tabs = itemsAt(page, 'settings').map(
    ({ path, label }) =>
      html`<li><a href="${page.path(path)}"${path === open && html` aria-current="page"`}>${label(page)}</a></li>`,
  );
  return html`<nav aria-label="${page.t.company.tabsLabel}"><ul class="tabs">${tabs}</ul></nav>`;
}
