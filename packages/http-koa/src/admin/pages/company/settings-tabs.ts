import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

type Tab = 'settings' | 'shifts' | 'absenceTypes' | 'accounts';

const PATHS: Readonly<Record<Tab, string>> = {
  settings: '/company',
  shifts: '/shifts',
  absenceTypes: '/absence-types',
  accounts: '/accounts',
};

/** The parts of the company's settings, with the open one marked. */
export function settingsTabs(page: Page, open: Tab): Html {
  const { tabs, tabsLabel } = page.t.company;
  const everywhere = ['settings', 'shifts', 'absenceTypes'] as const;
  const shown: readonly Tab[] = page.has('account') ? [...everywhere, 'accounts'] : everywhere;
  return html`<nav aria-label="${tabsLabel}"><ul class="tabs">${shown.map((tab) => html`<li><a href="${page.path(PATHS[tab])}"${tab === open && html` aria-current="page"`}>${tabs[tab]}</a></li>`)}</ul></nav>`;
}
