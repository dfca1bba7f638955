import { icon } from '../components/icon.ts';
import { name } from '../components/texts.ts';
import { type Html, html } from '../html.ts';
import { Page, type Visit } from '../visit.ts';

/** The logo and the name in the corner, with the company below. */
export function brandMark(visit: Visit): Html {
  const { brand } = visit.options;
  const sign =
    brand?.logoUrl === undefined
      ? icon('clock')
      : html`<img class="logo" src="${brand.logoUrl}" alt="" width="24" height="24">`;
  const company = visit instanceof Page && html`<small>${name(visit.company.name)}</small>`;
  return html`${sign}<span><b>${brand === null ? visit.t.common.product : name(brand.name)}</b>${company}</span>`;
}
