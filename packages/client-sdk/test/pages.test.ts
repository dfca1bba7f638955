import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { ShaonClient, ShaonResponseError } from '../src/index.ts';
import { thrownBy } from './small-service.ts';

const baseUrl = 'https://hr.example/api/v1';

interface Asked {
  url: URL;
  authorization: string | null;
}

/** Answers page n with the n-th list of ids; what `links.next` says can be changed. */
function clientOf(pages: number[][], nextOf = (page: number) => `${baseUrl}/leave?status=approved&page=${page}`) {
  const asked: Asked[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(String(input));
    asked.push({ url, authorization: new Headers(init?.headers).get('authorization') });
    const number = Number(url.searchParams.get('page') ?? 1);
    const ids = pages[number - 1] ?? [];
    return Response.json({
      data: ids.map((id) => ({ id })),
      links: {
        first: nextOf(1),
        last: nextOf(pages.length),
        prev: null,
        next: number < pages.length ? nextOf(number + 1) : null,
      },
      meta: { current_page: number, last_page: pages.length, per_page: 3, total: pages.flat().length },
    });
  };
  return { asked, client: new ShaonClient({ baseUrl, token: 'shn_abc', fetch, retries: 0 }) };
}

async function idsOf(items: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

describe('a paginated list', () => {
  it('is walked from page to page by links.next, with its filter', async () => {
    const { client, asked } = clientOf([[1, 2, 3], [4, 5, 6], [7]]);
    const list = client.leave.list({ status: 'approved', type: 'היעדרות ללא תשלום', per_page: 3 });
    expect(asked, 'before it is walked').to.have.length(0);
    expect(await idsOf(list)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    expect(asked[0]?.url.search).to.equal(
      '?status=approved&type=%D7%94%D7%99%D7%A2%D7%93%D7%A8%D7%95%D7%AA%20%D7%9C%D7%9C%D7%90%20%D7%AA%D7%A9%D7%9C%D7%95%D7%9D&per_page=3',
    );
    expect(asked.slice(1).map(({ url }) => url.search)).to.deep.equal([
      '?status=approved&page=2',
      '?status=approved&page=3',
    ]);
    expect(await idsOf(list), 'walked anew').to.have.length(7);
  });

  it('gives a record once that comes again on one of the next two pages', async () => {
    const { client } = clientOf([
      [1, 2, 3],
      [3, 4, 5],
      [2, 5, 6],
      [1, 7],
    ]);
    // 1 comes again after more than two pages: nobody remembers it, and the memory stays small.
    expect(await idsOf(client.leave.list())).to.deep.equal([1, 2, 3, 4, 5, 6, 1, 7]);
  });

  it('encodes what would be a parameter of its own', async () => {
    const { client, asked } = clientOf([[1], [2]]);
    await client.leave.list({ type: 'a&page=2#x' }).page();
    expect(asked[0]?.url.searchParams.get('type')).to.equal('a&page=2#x');
    expect(asked[0]?.url.searchParams.has('page')).to.equal(false);
  });

  it('stops asking when the walk stops', async () => {
    const { client, asked } = clientOf([[1], [2], [3]]);
    for await (const { id } of client.leave.list()) if (id === 2) break;
    expect(asked).to.have.length(2);
  });

  it('gives single pages and whole pages', async () => {
    const { client, asked } = clientOf([[1, 2], [3]]);
    const first = await client.leave.list({ status: 'approved' }).page();
    expect(first.data).to.deep.equal([{ id: 1 }, { id: 2 }]);
    expect(first.meta).to.include({ current_page: 1, total: 3 });
    const second = await client.leave.list({ status: 'approved', page: 1 }).page(2);
    expect(second.links.next).to.equal(null);
    expect(asked.map(({ url }) => url.search)).to.deep.equal(['?status=approved', '?status=approved&page=2']);
    const numbers: number[] = [];
    for await (const page of client.leave.list().pages()) numbers.push(page.meta.current_page);
    expect(numbers).to.deep.equal([1, 2]);
  });

  it('asks for the longest page of the contract when all records are wanted', async () => {
    const contract = JSON.parse(
      await readFile(new URL('../../http-koa/openapi/generated/v1.json', import.meta.url), 'utf8'),
    );
    const { asked, client } = clientOf([[1]]);
    await client.leave.list().toArray({ limit: Number.POSITIVE_INFINITY });
    expect(asked[0]?.url.searchParams.get('per_page')).to.equal(
      String(contract.components.parameters.PerPage.schema.maximum),
    );
  });

  it('fills an array up to its limit, in as few requests as the page size allows', async () => {
    const { client, asked } = clientOf([[1, 2, 3], [4, 5, 6], [7]]);
    const list = client.leave.list({ status: 'approved' });
    expect((await list.toArray({ limit: 4 })).map(({ id }) => id)).to.deep.equal([1, 2, 3, 4]);
    expect(asked.map(({ url }) => url.search)).to.deep.equal([
      '?status=approved&per_page=4',
      '?status=approved&page=2',
    ]);
    expect(await list.toArray({ limit: Number.POSITIVE_INFINITY })).to.have.length(7);
    expect(await list.toArray({ limit: 0 })).to.deep.equal([]);
    expect(asked, 'a limit of 0 asks nothing').to.have.length(5);
  });

  it('leaves the pages of an array as the filter says', async () => {
    const { client, asked } = clientOf([[1, 2], [3, 4], [5]]);
    expect(await client.leave.list({ per_page: 2 }).first()).to.deep.equal({ id: 1 });
    expect((await client.leave.list({ page: 2 }).toArray({ limit: 9 })).map(({ id }) => id)).to.deep.equal([3, 4, 5]);
    expect(asked.map(({ url }) => url.search)).to.deep.equal(['?per_page=2', '?page=2', '?status=approved&page=3']);
  });

  it('gives the first record with one request for one record, and undefined when there is none', async () => {
    const { client, asked } = clientOf([[1, 2, 3], [4]]);
    expect(await client.leave.list().first()).to.deep.equal({ id: 1 });
    expect(asked.map(({ url }) => url.search)).to.deep.equal(['?per_page=1']);
    expect(await clientOf([[]]).client.leave.list().first()).to.equal(undefined);
  });

  it('refuses a limit that is none', async () => {
    const list = clientOf([[1]]).client.leave.list();
    for (const options of [undefined, null, {}, { limit: -1 }, { limit: 1.5 }, { limit: '5' }, { limit: Number.NaN }])
      expect(await thrownBy(list.toArray(options as never)), JSON.stringify(options)).to.include({ option: 'limit' });
  });

  it('may begin at a page and may be empty', async () => {
    expect(await idsOf(clientOf([[1], [2], [3]]).client.leave.list({ page: 2 }))).to.deep.equal([2, 3]);
    expect(await idsOf(clientOf([[]]).client.leave.list())).to.deep.equal([]);
  });

  it('never takes the token to another address', async () => {
    const { client, asked } = clientOf([[1], [2]], (page) => `https://elsewhere.example/api/v1/leave?page=${page}`);
    expect(await idsOf(client.leave.list())).to.deep.equal([1, 2]);
    expect(asked.map(({ url }) => url.host)).to.deep.equal(['hr.example', 'hr.example']);
  });

  const astray: [string, (page: number) => string][] = [
    ['another list', (page) => `${baseUrl}/shifts?page=${page}`],
    ['no URL', () => 'page two'],
    ['a page that was asked before', () => `${baseUrl}/leave?page=2`],
  ];
  for (const [what, nextOf] of astray)
    it(`ends with a typed error when links.next is ${what}`, async () => {
      const { client, asked } = clientOf([[1], [2], [3], [4]], nextOf);
      const error = await thrownBy(idsOf(client.leave.list()));
      expect(error).to.be.instanceOf(ShaonResponseError).that.includes({ reason: 'wrong_shape', status: 200 });
      expect(asked.length).to.be.lessThan(3);
    });

  it('ends with a typed error at an empty page that names a further one', async () => {
    const { client, asked } = clientOf([[1], [], [], []]);
    const error = await thrownBy(idsOf(client.leave.list()));
    expect(error).to.be.instanceOf(ShaonResponseError).that.includes({ reason: 'wrong_shape', status: 200 });
    expect(asked).to.have.length(2);
    expect((await client.leave.list().page(2)).data, 'asked for by its number').to.deep.equal([]);
  });
});
