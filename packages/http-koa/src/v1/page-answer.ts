import type { Page } from '@shaon/core';
import type { Answer } from './answer.ts';
import type { Disclosed } from './disclosed.ts';
import type { HandlerRequest } from './handler-request.ts';

const DEFAULT_PER_PAGE = 50;

/** The paging parameters of a query; absent ones are undefined or null. */
export interface PagingQuery {
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
}

/** The filter of a query, and the page that it asks for; by default the first page of 50 (SPEC 4, Paging parameter). */
export function filterAndPage<Filter extends object>({ page, per_page, ...filter }: Filter & PagingQuery) {
  return { filter, asked: { page: page ?? 1, per_page: per_page ?? DEFAULT_PER_PAGE } };
}

/** `{data, links, meta}` (SPEC 2, Envelopes). */
export function pageAnswer<Item>(
  request: Pick<HandlerRequest, 'baseUrl' | 'path' | 'recognised'>,
  asked: AskedPage,
  page: Page<Item>,
  toRecord: (item: Item) => unknown,
  disclosed: Disclosed,
): Answer {
  const body = { data: page.items.map(toRecord), ...pageEnvelope(request, asked, page.total) };
  return { status: 200, headers: {}, body, disclosed };
}

interface AskedPage {
  readonly page: number;
  readonly per_page: number;
}

/** The members besides the records: links, and exactly four meta members (D:Q9). */
function pageEnvelope(
  request: Pick<HandlerRequest, 'baseUrl' | 'path' | 'recognised'>,
  asked: AskedPage,
  total: number,
) {
  const lastPage = Math.max(1, Math.ceil(total / asked.per_page));
  const link = pageLinks(request);
  return {
    links: {
      first: link(1),
      last: link(lastPage),
      // D:Q4: after a page beyond the end, `prev` is the last page.
      prev: asked.page <= 1 ? null : link(Math.min(asked.page - 1, lastPage)),
      next: asked.page >= lastPage ? null : link(asked.page + 1),
    },
    meta: { current_page: asked.page, last_page: lastPage, per_page: asked.per_page, total },
  };
}

/** The addresses of pages (D:Q6, Q7): every recognised parameter is kept; `page` stays in its place or comes last. */
function pageLinks({
  baseUrl,
  path,
  recognised,
}: Pick<HandlerRequest, 'baseUrl' | 'path' | 'recognised'>): (number: number) => string {
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

/** RFC 3986: Hebrew as `%D7…`, a space as `%20`, and the characters that encodeURIComponent leaves. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
