import { expect } from 'chai';
import { type ApiTest, newEmployee, withApi } from '../support.ts';

/** Walks a list by its links, exactly as they are given, and gives all ids in their order. */
async function walk(test: ApiTest, path: string): Promise<{ ids: number[]; total: number; pages: number }> {
  const ids: number[] = [];
  let total = 0;
  let pages = 0;
  for (let url: string | null = `${test.url}${path}`; url !== null; pages++) {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${test.token}` } });
    expect(response.status, url).to.equal(200);
    const page = (await response.json()) as {
      data: { id: number }[];
      links: { next: string | null };
      meta: { total: number };
    };
    ids.push(...page.data.map((record) => record.id));
    total = page.meta.total;
    url = page.links.next;
  }
  return { ids, total, pages };
}

withApi(
  'v1 paging',
  (test) => {
    const departments: number[] = [];
    const employees: number[] = [];

    before(async () => {
      for (const name of ['Ovens', 'Counter']) {
        departments.push((await test.core.organization.createDepartment(test.company, { name })).id);
      }
      for (let index = 0; index < 13; index++) {
        const department_id = departments[index % 2] as number;
        employees.push((await test.core.employees.create(test.company, newEmployee({ department_id }))).id);
      }
      await test.core.employees.freeze(test.company, employees[0] as number);
      await test.core.employees.create(test.foreign, newEmployee());
    });

    for (const perPage of [1, 2, 5, 13, 14, 200]) {
      it(`covers every employee exactly once, ${perPage} at a time, under every filter`, async () => {
        const all = await walk(test, `/employees?per_page=${perPage}`);
        expect(all).to.deep.equal({ ids: employees, total: 13, pages: Math.ceil(13 / perPage) });
        const frozen = await walk(test, `/employees?per_page=${perPage}&status=frozen`);
        expect(frozen.ids).to.deep.equal([employees[0]]);
        const ovens = await walk(test, `/employees?department_id=${departments[0]}&per_page=${perPage}`);
        expect(ovens.ids).to.deep.equal(employees.filter((_, index) => index % 2 === 0));
        const both = await walk(test, `/employees?department_id=${departments[0]}&status=active&per_page=${perPage}`);
        expect(both.ids).to.deep.equal(employees.filter((_, index) => index % 2 === 0).slice(1));
      });
    }

    it('keeps a Hebrew filter through the links', async () => {
      const { links } = (await test.call('GET', `/leave?type=${encodeURIComponent('היעדרות ללא תשלום')}&per_page=1`))
        .body;
      const value = new URL(links.last).searchParams.get('type');
      expect(value).to.equal('היעדרות ללא תשלום');
      expect(links.last).to.contain('%20');
    });

    it('leads from beyond the end back to the last page (D:Q4)', async () => {
      for (const page of [4, 5, 1_000_000]) {
        const { data, links, meta } = (await test.call('GET', `/employees?page=${page}&per_page=5`)).body;
        expect(data).to.deep.equal([]);
        expect(meta).to.include({ current_page: page, last_page: 3, total: 13 });
        expect([links.prev, links.next]).to.deep.equal([links.last, null]);
        expect(links.last).to.match(/page=3&per_page=5$/);
      }
    });

    it('gives an empty list one page', async () => {
      const { data, links, meta } = (await test.call('GET', '/employees?status=nobody')).body;
      expect(data).to.deep.equal([]);
      expect(meta).to.deep.equal({ current_page: 1, last_page: 1, per_page: 50, total: 0 });
      expect(links.first).to.equal(links.last);
      expect([links.prev, links.next]).to.deep.equal([null, null]);
    });
  },
  { hasFollowableLinks: true },
);
