import type { SystemActor } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee } from '../support.ts';
import { type ServedApi, withServer } from './served-api.ts';

interface People {
  readonly department: number;
  readonly branch: number;
  readonly employee: number;
}

const UNKNOWN = 2_000_000_000;
const REQUEST_ID = 'one-and-the-same';

/** Every place in the API that takes an id (SPEC 4), and what it says of one that is nobody's. */
const ID_PLACES: readonly {
  readonly kind: keyof People;
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly status: 200 | 404 | 422;
}[] = [
  { kind: 'employee', method: 'GET', path: '/employees/{}', status: 404 },
  { kind: 'employee', method: 'HEAD', path: '/employees/{}', status: 404 },
  { kind: 'employee', method: 'PATCH', path: '/employees/{}', body: { name: 'Taken over' }, status: 404 },
  { kind: 'employee', method: 'PATCH', path: '/employees/{}', body: { role: 'admin' }, status: 404 },
  { kind: 'employee', method: 'PATCH', path: '/employees/{}?company_id=1', body: {}, status: 404 },
  { kind: 'employee', method: 'POST', path: '/employees/{}/deactivate', status: 404 },
  { kind: 'employee', method: 'POST', path: '/employees/{}/activate', status: 404 },
  { kind: 'employee', method: 'GET', path: '/attendance?employee_id={}', status: 200 },
  { kind: 'department', method: 'GET', path: '/attendance?department_id={}', status: 200 },
  { kind: 'branch', method: 'GET', path: '/attendance?branch_id={}', status: 200 },
  { kind: 'department', method: 'GET', path: '/employees?department_id={}', status: 200 },
  { kind: 'branch', method: 'GET', path: '/employees?branch_id={}', status: 200 },
  { kind: 'employee', method: 'GET', path: '/leave?employee_id={}', status: 200 },
  { kind: 'department', method: 'POST', path: '/employees', body: { department_id: '{}' }, status: 422 },
  { kind: 'branch', method: 'POST', path: '/employees', body: { branch_id: '{}' }, status: 422 },
  { kind: 'department', method: 'PATCH', path: '/employees/{own}', body: { department_id: '{}' }, status: 422 },
  { kind: 'branch', method: 'PATCH', path: '/employees/{own}', body: { branch_id: '{}' }, status: 422 },
];

withServer('v1 and another company', (api) => {
  let own: People;
  let foreign: People;

  before(async () => {
    own = await settle(api, api.company);
    foreign = await settle(api, api.foreign);
  });

  /** All of an answer but what differs by nature: the date, and the id that was asked for, echoed in links. */
  const ask = async (place: (typeof ID_PLACES)[number], id: number) => {
    const path = place.path.replace('{}', String(id)).replace('{own}', String(own.employee));
    const text = JSON.stringify(place.body ?? {}).replace('"{}"', String(id));
    const body = JSON.parse(text) as Record<string, unknown>;
    const response = await api.call(place.method, path, {
      headers: { 'X-Request-Id': REQUEST_ID },
      ...(place.body !== undefined && { body: place.path === '/employees' ? { ...applicant, ...body } : body }),
    });
    const different = ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'content-length', 'keep-alive'];
    const headers = [...response.headers].filter(([name]) => !different.includes(name));
    return { status: response.status, headers, text: response.text.replaceAll(`=${id}&`, '=ID&') };
  };
  const applicant = newEmployee();

  for (const place of ID_PLACES) {
    const body = place.body === undefined ? '' : ` ${JSON.stringify(place.body)}`;
    it(`${place.method} ${place.path}${body} tells a foreign ${place.kind} from none by nothing`, async () => {
      const before = await everything(api, api.foreign);
      const asked = await ask(place, foreign[place.kind]);
      expect(asked.status).to.equal(place.status);
      expect(asked).to.deep.equal(await ask(place, UNKNOWN));
      if (place.status === 200) expect(JSON.parse(asked.text)).to.deep.include({ data: [] });
      expect(await everything(api, api.foreign)).to.deep.equal(before);
    });
  }

  it('finds its own in each of these places', async () => {
    for (const place of ID_PLACES.filter(({ status }) => status === 200)) {
      const path = place.path.replace('{}', String(own[place.kind]));
      expect((await api.call('GET', path)).body.data, path).to.have.lengthOf(1);
    }
  });

  it('shows nothing of another company in any list, whichever filter', async () => {
    for (const path of ['/attendance', '/employees', '/leave', '/departments', '/branches', '/shifts']) {
      const response = await api.call('GET', path);
      expect(response.body.data, path).to.have.lengthOf(1);
      expect(response.text, path).not.to.contain('Foundry');
    }
  });

  it('takes company_id nowhere: not in a query, not in a body, its own neither (SPEC 1)', async () => {
    const { companyId } = api.company;
    for (const path of [
      '/attendance',
      '/employees',
      '/leave',
      '/departments',
      '/branches',
      '/shifts',
      employeePath(),
    ]) {
      for (const form of ['company_id', 'company_id[]', 'company_id[0]', 'company%5Fid']) {
        const response = await api.call('GET', `${path}?${form}=${companyId}`);
        expect(response.status, `${path} ${form}`).to.equal(422);
        expect(response.body.errors).to.deep.equal({ company_id: ['The company id field is prohibited.'] });
        expect(response.headers.get('x-ignored-parameters')).to.equal(null);
      }
    }
    const writes = [
      ['POST', '/employees', newEmployee()],
      ['PATCH', employeePath(), {}],
    ] as const;
    for (const [method, path, body] of writes) {
      const inBody = await api.call(method, path, { body: { ...body, company_id: companyId } });
      expect(Object.keys(inBody.body.errors), path).to.deep.equal(['company_id']);
      const inQuery = await api.call(method, `${path}?company_id=${companyId}`, { body });
      expect(Object.keys(inQuery.body.errors), path).to.deep.equal(['company_id']);
    }
    for (const act of ['activate', 'deactivate']) {
      expect((await api.call('POST', `${employeePath()}/${act}?company_id=${companyId}`)).status).to.equal(422);
    }
    expect((await api.call('GET', employeePath())).body.data.status).to.equal('active');
  });

  const employeePath = () => `/employees/${own.employee}`;
});

/** One of everything that the API shows, with the company's name in every text. */
async function settle(api: ServedApi, of: SystemActor): Promise<People> {
  const name = (await api.core.companies.get(of)).name;
  const department = (await api.core.organization.createDepartment(of, { name: `${name} department` })).id;
  const branch = (await api.core.organization.createBranch(of, { name: `${name} branch`, address: name })).id;
  const person = newEmployee({ name: `${name} person`, department_id: department, branch_id: branch });
  const employee = (await api.core.employees.create(of, person)).id;
  await api.core.absenceTypes.createDefaults(of);
  await api.core.shifts.create(of, { name: `${name} night`, wage_percentage: 150 });
  await api.core.attendance.recordAbsence(of, { employee_id: employee, date: '2026-02-02', absence_type: 'מחלה' });
  await api.core.leave.submit(of, { employee_id: employee, dates: ['2026-02-03'], type: 'חופש' });
  return { department, branch, employee };
}

/** What a company would notice. */
async function everything(api: ServedApi, of: SystemActor) {
  const first = { page: 1, per_page: 200 };
  return {
    employees: await api.core.employees.list(of, {}, first),
    attendance: await api.core.attendance.list(of, {}, first, { withLocation: true }),
    leave: await api.core.leave.list(of, {}, first),
  };
}
