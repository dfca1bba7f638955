import { name, value } from '../components/texts.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../page.ts';

/** Shown on paper only, where the menu is left out: whose page it is, and from when, because times of today omit it. */
export function printedHead({ t, format, company, now }: Page): Html {
  const moment = html`${value(format.shortDate(now))}, ${value(format.time(now))}`;
  return html`<p class="printed">${name(company.name)} · ${t.common.asOf(moment)} (${format.zoneName()})</p>`;
}
