import { ShaonOptionsError } from './errors.ts';
import type { CallOptions } from './options.ts';
import { encodeQuery, withPage, withPageSize } from './query.ts';
import { type Answer, isObject, type JsonObject, wrongShape } from './read-response.ts';
import type { Call, Send } from './send-request.ts';
import { type ShaonCall, startCall } from './shaon-call.ts';
import type { Page } from './types.ts';

/**
 * A paginated list that has not been requested yet. `for await` reads all its records page by page; `page()` reads one
 * page; `pages()` reads whole pages; `toArray()` and `first()` collect records. Each use sends new requests. If a loop
 * changes whether records match the filter, records move to an earlier page and are skipped: collect them first.
 */
export interface Pages<Item> extends AsyncIterable<Item> {
  /**
   * One page, with `links` and `meta`; the first one, or the filter's own, when no number is given.
   * @throws ShaonError as every call does.
   */
  page(number?: number): ShaonCall<Page<Item>>;
  /** Every page in turn, by `links.next`. */
  pages(): AsyncIterable<Page<Item>>;
  /**
   * The records as an array, at most `limit` of them, with as few requests as the page size allows.
   * @throws ShaonError as every call does; the records read before are then lost.
   */
  toArray(options: ArrayOptions): Promise<Item[]>;
  /** The first record, or undefined when there is none; asks for one record only. */
  first(): Promise<Item | undefined>;
}

/** How many records of a list are collected. */
export interface ArrayOptions {
  /** The most records, a whole number; `Infinity` for all of them, 0 for none and no request. */
  limit: number;
}

/** The most that the service puts on a page (SPEC 4). */
const LONGEST_PAGE = 200;

/** @throws ShaonOptionsError for a filter that is not an object of texts and numbers, or that the service ignored. */
export function listPages<Item extends { id: number }>(
  send: Send,
  path: string,
  filter: object = {},
  options: CallOptions = {},
): Pages<Item> {
  if (typeof filter !== 'object' || filter === null) throw new ShaonOptionsError('filter', 'must be an object');
  const query = encodeQuery(filter);
  const get = (pageQuery: string): Promise<Answer> =>
    send({ method: 'GET', path, query: pageQuery, repeatable: true }, options);

  async function* pages(from: string): AsyncGenerator<Page<Item>> {
    const asked = new Set<string>();
    let next = from;
    for (;;) {
      asked.add(next);
      const answer = await get(next);
      const page = checkPage<Item>(answer);
      yield page;
      if (page.links.next === null) return;
      // A service that always names a further page would otherwise be asked for ever.
      if (page.data.length === 0) throw wrongShape(answer, 'with an empty page that has a links.next');
      const following = queryOfNext(page.links.next, path);
      if (following === undefined || asked.has(following))
        throw wrongShape(answer, 'with a links.next that leads astray');
      next = following;
    }
  }

  /** Leaves out rows that appear twice on neighbouring pages because they moved meanwhile (D:Q21). */
  async function* items(from: string): AsyncGenerator<Item> {
    let before: Set<number>[] = [];
    for await (const page of pages(from)) {
      for (const item of page.data) if (!before.some((ids) => ids.has(item.id))) yield item;
      before = [...before.slice(-1), new Set(page.data.map((item) => item.id))];
    }
  }

  async function toArray(arrayOptions: ArrayOptions): Promise<Item[]> {
    const limit = checkLimit(arrayOptions);
    const array: Item[] = [];
    if (limit === 0) return array;
    for await (const item of items(withPageSize(query, Math.min(limit, LONGEST_PAGE)))) {
      array.push(item);
      if (array.length === limit) break;
    }
    return array;
  }

  const pageCall = (number: number | undefined) => (): Call => ({
    method: 'GET',
    path,
    query: number === undefined ? query : withPage(query, number),
    repeatable: true,
  });

  return {
    page: (number) => startCall(send, pageCall(number), options, checkPage<Item>),
    pages: () => pages(query),
    toArray,
    first: async () => (await toArray({ limit: 1 }))[0],
    [Symbol.asyncIterator]: () => items(query),
  };
}

function checkLimit(options: unknown): number {
  const limit = isObject(options) ? options.limit : undefined;
  if (typeof limit !== 'number' || limit < 0 || !(Number.isSafeInteger(limit) || limit === Number.POSITIVE_INFINITY))
    throw new ShaonOptionsError('limit', 'must be a whole number, 0 or more; Infinity for all');
  return limit;
}

/**
 * Only the query of `links.next` is used, with the client's own base URL: the service's published address may differ
 * from the client's, and the token must not be sent to another address.
 */
function queryOfNext(link: string, path: string): string | undefined {
  try {
    const url = new URL(link);
    return url.pathname.replace(/\/$/, '').endsWith(path) ? url.search.slice(1) : undefined;
  } catch {
    return undefined;
  }
}

function checkPage<Item>(answer: Answer): Page<Item> {
  if (!isPage<Item>(answer.body)) throw wrongShape(answer, 'with JSON that is not a page of records');
  return answer.body;
}

function isPage<Item>(body: JsonObject): body is JsonObject & Page<Item> {
  const { data, links, meta } = body;
  const next = isObject(links) ? links.next : undefined;
  return Array.isArray(data) && data.every(hasId) && isObject(meta) && (next === null || typeof next === 'string');
}

function hasId(item: unknown): boolean {
  return isObject(item) && typeof item.id === 'number';
}

/** A complete, unpaginated list. */
export function getList<Item>(send: Send, path: string, options: CallOptions | undefined): ShaonCall<Item[]> {
  return startCall(send, () => ({ method: 'GET', path, repeatable: true }), options, readList<Item>);
}

function readList<Item>(answer: Answer): Item[] {
  const { data } = answer.body;
  if (!Array.isArray(data) || !data.every(hasId)) throw wrongShape(answer, 'with JSON that is not a list of records');
  return data as Item[];
}
