import type { BrowserRequest } from '../browser-request.ts';
import { icon } from '../components/icon.ts';
import { name } from '../components/texts.ts';
import { type Html, html } from '../html.ts';
import { Page } from '../page.ts';

/** The logo and the name in the corner, with the company below. */
export function brandMark(request: BrowserRequest): Html {
  const { brand } = request.options;
  const sign =
    brand?.logoUrl === undefined
      ? icon('clock')
      : html`<img class="logo" src="${brand.logoUrl}" alt="" width="24" height="24">`;
  const company = request instanceof Page && html`<small>${name(request.company.name)}</small>`;
  return html`${sign}<span><b>${brand === null ? request.t.common.product : name(brand.name)}</b>${company}</span>`;
}
