import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Texts } from '../locales/index.ts';

/** A name or another free text, which may have its own reading direction. */
export function name(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** The author of an act as a record keeps it: a person's name, or the product, the operator or an import in words. */
export function author(t: Texts, kept: string): Html {
  return kept === 'system' || kept === 'operator' || kept === 'import' ? html`${t.common[kept]}` : name(kept);
}

/** A token, URL, e-mail address, IP or id: always left to right. */
export function code(text: string): Html {
  return html`<bdi dir="ltr" class="mono">${text}</bdi>`;
}

/** A time, a date or a number with a sign, isolated so that neighbouring text does not reorder it. */
export function value(text: string | number): Html {
  return html`<bdi dir="ltr" class="t">${text}</bdi>`;
}

/** The short dates of a range; one date alone if its ends are the same. */
export function dateRange(format: Format, first: string, last: string): Html {
  const from = value(format.shortDate(first));
  return first === last ? from : html`${from}–${value(format.shortDate(last))}`;
}

/** A name inside a plain text, such as a page's title, marked so that neighbouring text does not reorder it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
