import { attendanceReadsContract, employeeReadsContract, organizationReadsContract } from '@shaon/core/testing';
import { createV1Routes } from '@shaon/http-koa';
import { type Listening, listen } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import mount from 'koa-mount';
import { assertNothingExposed } from '../never-exposed.ts';
import { BASE_URL, withApi } from '../support.ts';
import {
  CAPABILITIES,
  daysOf,
  fill,
  ownDays,
  ownPeople,
  ownTeams,
  peopleOf,
  type Run,
  runIn,
  teamsOf,
} from './product-tables.ts';

withApi('v1 over tables of the product’s own', (test) => {
  let listening: Listening;
  let run: Run;

  before(async () => {
    run = runIn(test);
    await fill(test);
    // Each of these is a port alone: what only reads leaves the operations that write out.
    const own = { employees: ownPeople(run), attendance: ownDays(run), organization: ownTeams(run) };
    const routes = createV1Routes({ ...test.core, ...own }, { baseUrl: BASE_URL, limitPerMinute: 1_000 });
    listening = await listen(new Koa().use(mount('/api/v1', routes)).callback());
  });
  after(() => listening?.close());

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`${listening.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${test.token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered: unknown = await response.json();
    assertNothingExposed(answered);
    return { status: response.status, allow: response.headers.get('allow'), body: answered };
  }

  const companies = () => ({ companyId: test.company.companyId, foreignCompanyId: test.foreign.companyId });
  const contracts = {
    employees: employeeReadsContract(() => {
      const { companyId, foreignCompanyId } = companies();
      const records = peopleOf(companyId);
      return { reads: ownPeople(run), ...companies(), records, foreignRecords: peopleOf(foreignCompanyId) };
    }, CAPABILITIES),
    attendance: attendanceReadsContract(() => {
      const { companyId, foreignCompanyId } = companies();
      const people = [...peopleOf(companyId), ...peopleOf(foreignCompanyId)];
      return {
        reads: ownDays(run),
        ...companies(),
        records: daysOf(companyId),
        foreignRecords: daysOf(foreignCompanyId),
        units: new Map(
          people.map(({ id, department }) => [id, { departmentId: department?.id ?? null, branchId: null }]),
        ),
      };
    }, CAPABILITIES),
    organization: organizationReadsContract(() => {
      const { companyId, foreignCompanyId } = companies();
      return {
        reads: ownTeams(run),
        ...companies(),
        departments: teamsOf(companyId),
        branches: [],
        foreignDepartments: teamsOf(foreignCompanyId),
        foreignBranches: [],
      };
    }, CAPABILITIES),
  };
  for (const [name, cases] of Object.entries(contracts)) {
    describe(`keeps the contract of ${name}`, () => {
      for (const { name: title, run: runCase } of cases) it(title, runCase);
    });
  }

  it('shows null for what the product does not keep (SPEC 2)', async () => {
    const { companyId } = test.company;
    const { body } = await call('GET', `/attendance?department_id=${companyId * 100 + 1}&per_page=1`);
    expect(body).to.have.nested.property('data[0].location').that.deep.equals({ check_in: null, check_out: null });
    expect(body).to.have.nested.property('data[0].check_in', '2026-05-01T08:00:00+03:00');
    const { body: person } = await call('GET', `/employees/${companyId * 1000}`);
    expect(person).to.have.nested.property('data.branch', null);
    expect((await call('GET', '/branches')).body).to.deep.equal({ data: [] });
    expect((await call('GET', `/employees/${test.foreign.companyId * 1000}`)).status).to.equal(404);
  });

  it('has no operation that would write into tables that it does not read (D:H19)', async () => {
    const id = test.company.companyId * 1000;
    expect(await call('POST', '/employees', {})).to.include({ status: 405, allow: 'GET, HEAD' });
    expect(await call('PATCH', `/employees/${id}`, {})).to.include({ status: 405, allow: 'GET, HEAD' });
    for (const act of ['deactivate', 'activate']) {
      expect(await call('POST', `/employees/${id}/${act}`)).to.include({ status: 404, allow: null });
    }
  });
});
