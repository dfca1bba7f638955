import type { Page } from '@shaon/core';
import type { Answer } from './answer.ts';
import type { Disclosed } from './disclosed.ts';
import type { RouteRequest } from './route-request.ts';

const DEFAULT_PER_PAGE = 50;

/** The paging parameters of a query, absent ones undefined or null. */
export interface PagingQuery {
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
}

/** The page that a query asks for; the first one of 50 unless it says otherwise (SPEC 4, Paging parameter). */
export function pageRequest(query: PagingQuery): { page: number; per_page: number } {
  return { page: query.page ?? 1, per_page: query.per_page ?? DEFAULT_PER_PAGE };
}

/** `{data, links, meta}` (SPEC 2, Envelopes): the four meta members and no more (D:Q9). */
export function pageAnswer<Item>(
  request: Pick<RouteRequest, 'baseUrl' | 'path' | 'recognised'>,
  asked: { readonly page: number; readonly per_page: number },
  page: Page<Item>,
  toRecord: (item: Item) => unknown,
  disclosed: Disclosed,
): Answer {
  const lastPage = Math.max(1, Math.ceil(page.total / asked.per_page));
  const link = pageLinks(request);
  return {
    status: 200,
    headers: {},
    body: {
      data: page.items.map(toRecord),
      links: {
        first: link(1),
        last: link(lastPage),
        // D:Q4: beyond the end, the way back leads to the last page.
        prev: asked.page <= 1 ? null : link(Math.min(asked.page - 1, lastPage)),
        next: asked.page >= lastPage ? null : link(asked.page + 1),
      },
      meta: { current_page: asked.page, last_page: lastPage, per_page: asked.per_page, total: page.total },
    },
    disclosed,
  };
}

/** Addresses of pages: the configured one with every recognised parameter, `page` in its place or last (D:Q6, Q7). */
function pageLinks({
  baseUrl,
  path,
  recognised,
}: Pick<RouteRequest, 'baseUrl' | 'path' | 'recognised'>): (number: number) => string {
  let before = `${baseUrl}${path}?`;
  let after = '';
  let isPlaced = false;
  for (const [name, value] of recognised) {
    if (name === 'page') isPlaced = true;
    else if (isPlaced) after += `&${encode(name)}=${encode(value)}`;
    else before += `${encode(name)}=${encode(value)}&`;
  }
  return (number) => `${before}page=${number}${after}`;
}

/** RFC 3986: Hebrew as `%D7…`, a space as `%20`, and the marks that encodeURIComponent leaves. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
