import type { BrowserRequest } from '../browser-request.ts';
import { type Html, html } from '../html.ts';
import { PageRedirect } from '../page-errors.ts';
import { icon } from './icon.ts';
import { value } from './texts.ts';

/**
 * The address of a list with the current query and the changed parameters; null removes a parameter.
 *
 * @param list the list's path under the mount; default: the page itself
 */
export function hereWith(
  request: BrowserRequest,
  changes: Readonly<Record<string, string | number | null>>,
  list: string = request.state.requestPath,
): string {
  return request.path(addressWith(request, changes, list));
}

/**
 * Like `hereWith`, but a path under the mount; for the way from a record back to its list, whose query the record's
 * address contains.
 */
export function addressWith(
  request: BrowserRequest,
  changes: Readonly<Record<string, string | number | null>>,
  list: string = request.state.requestPath,
): string {
  const query = new URLSearchParams(request.query);
  for (const [name, given] of Object.entries(changes)) {
    if (given === null) query.delete(name);
    else query.set(name, String(given));
  }
  const text = query.toString();
  return list + (text === '' ? '' : `?${text}`);
}

/** A page of a list: its number, the rows per page and the total number of rows. */
interface ListPage {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

/**
 * Redirects to the last page if the list is now shorter than the requested page, for example after others' decisions:
 * an empty page would suggest that the whole list is empty.
 */
export function stayWithin(request: BrowserRequest, { page, perPage, total }: ListPage): void {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (page <= last || request.state.method !== 'GET') return;
  throw new PageRedirect(addressWith(request, { page: last === 1 ? null : last }));
}

/**
 * "Showing 1–50 of 223" and the links to the previous and the next page.
 *
 * @param list the list's path under the mount; default: the page itself
 */
export function pager(request: BrowserRequest, { page, perPage, total }: ListPage, list?: string): Html {
  const { t, format } = request;
  const [first, last] = [Math.min((page - 1) * perPage + 1, total), Math.min(page * perPage, total)];
  const shown = t.common.showing(value(format.number(first)), value(format.number(last)), format.number(total));
  return pagerBar(request, shown, {
    previous: page > 1 ? hereWith(request, { page: page === 2 ? null : page - 1 }, list) : null,
    next: last < total ? hereWith(request, { page: page + 1 }, list) : null,
  });
}

/** The same for lists that continue from a row instead of counting pages. */
export function pagerBar(
  request: BrowserRequest,
  shown: Html | string,
  ways: { readonly previous: string | null; readonly next: string | null },
  labels: { readonly previous: string; readonly next: string } = request.t.common,
): Html {
  if (ways.previous === null && ways.next === null) return html`<div class="paging"><span>${shown}</span></div>`;
  const way = (href: string | null, content: Html): Html =>
    href === null
      ? html`<span class="btn btn-quiet btn-sm disabled" aria-disabled="true">${content}</span>`
      : html`<a class="btn btn-quiet btn-sm" href="${href}">${content}</a>`;
  return html`<nav class="paging" aria-label="${request.t.common.pages}"><span>${shown}</span><span class="acts">${way(
    ways.previous,
    html`${icon('previous', { turns: true })}${labels.previous}`,
  )}${way(ways.next, html`${labels.next}${icon('next', { turns: true })}`)}</span></nav>`;
}

/** The requested page of a list: 1 unless the query names another one. */
export function pageNumber(query: URLSearchParams): number {
  const asked = Number(query.get('page') ?? '1');
  return Number.isSafeInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1;
}
