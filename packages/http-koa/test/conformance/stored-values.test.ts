import { Readable } from 'node:stream';
import { type Core, createCore } from '@shaon/core';
import { TestClock } from '@shaon/testing';
import { expect } from 'chai';
import { TEST_KEYS } from '../host/running-shaon.ts';
import { newEmployee } from '../support.ts';
import { PUBLIC_URL, withServer } from './served-api.ts';

/*
 * SPEC 2 and 4, field by field: each member of a record carries what is stored. Every member has at least two values
 * here, so that no constant and no other member can stand in its place.
 */

const NOW = '2027-01-04T06:00:00.000Z';

withServer('v1 stored values', (api) => {
  const clock = new TestClock(new Date(NOW));
  let core: Core;

  before(async () => {
    core = await createCore({
      database: api.database.connection(),
      keys: TEST_KEYS,
      clock,
      attendanceStatuses: ['locked'],
      withoutEvents: true,
    });
    await core.absenceTypes.createDefaults(api.company);
  });
  beforeEach(() => clock.set(NOW));
  after(async () => {
    await core?.close();
  });

  const hire = async (overrides: object = {}) => (await core.employees.create(api.company, newEmployee(overrides))).id;
  const data = async (path: string) => (await api.call('GET', path)).body.data;

  describe('attendance', () => {
    const punch = async (employee: number, ...times: readonly (readonly [at: string, location?: Point])[]) => {
      let id = 0;
      for (const [index, [at, location]] of times.entries()) {
        const act = index % 2 === 0 ? 'punchIn' : 'punchOut';
        ({ id } = await core.attendance[act](api.company, employee, { at: new Date(at), location }));
      }
      return id;
    };
    interface Point {
      readonly lat: number;
      readonly lng: number;
      readonly accuracy_meters?: number | null;
    }

    it('carries id, employee, date, times, status, approval and absence', async () => {
      const [dana, omar] = [await hire(), await hire()];
      const days = [
        await punch(dana, ['2026-05-04T05:00:00Z'], ['2026-05-04T14:30:00Z']),
        await punch(omar, ['2026-05-04T06:15:00Z'], ['2026-05-04T15:45:00Z']),
        await punch(dana, ['2026-05-05T05:00:00Z'], ['2026-05-05T14:00:00Z']),
        await punch(omar, ['2026-05-05T04:00:00Z'], ['2026-05-05T12:00:00Z']),
        await punch(dana, ['2026-12-06T06:00:00Z']),
        (await core.attendance.recordAbsence(api.company, absence(dana, '2026-12-07', 'מחלה'))).id,
        (await core.attendance.recordAbsence(api.company, absence(omar, '2026-12-08', 'מילואים'))).id,
      ] as const;
      await core.attendance.approve(api.company, [days[1], days[5]]);
      await core.attendance.reject(api.company, [days[2]]);
      // A status of the product's own says nothing about the approval: the two members are stored apart (D:T2).
      await core.attendance.setStatus(api.company, days[3], 'locked', { approved: true });

      const shown = (await data('/attendance')).map(({ location: _, ...record }: { location: unknown }) => record);
      const record = (id: number, employee_id: number, date: string, rest: object) => ({
        ...{ id, employee_id, date, check_in: null, check_out: null },
        ...{ status: 'pending', absence_type: null, is_approved: false },
        ...rest,
      });
      const times = (date: string, from: string, to: string | null, offset = '+03:00') => ({
        check_in: `${date}T${from}:00${offset}`,
        check_out: to === null ? null : `${date}T${to}:00${offset}`,
      });
      const approved = { status: 'approved', is_approved: true };
      expect(shown).to.deep.equal([
        record(days[0], dana, '2026-05-04', times('2026-05-04', '08:00', '17:30')),
        record(days[1], omar, '2026-05-04', { ...times('2026-05-04', '09:15', '18:45'), ...approved }),
        record(days[2], dana, '2026-05-05', { ...times('2026-05-05', '08:00', '17:00'), status: 'rejected' }),
        record(days[3], omar, '2026-05-05', {
          ...times('2026-05-05', '07:00', '15:00'),
          ...{ status: 'locked', is_approved: true },
        }),
        record(days[4], dana, '2026-12-06', { ...times('2026-12-06', '08:00', null, '+02:00'), status: 'open' }),
        record(days[5], dana, '2026-12-07', { absence_type: 'מחלה', ...approved }),
        record(days[6], omar, '2026-12-08', { absence_type: 'מילואים' }),
      ]);
    });

    it('carries both points of a day, each coordinate and each accuracy', async () => {
      const noa = await hire();
      const home = { lat: 32.0853, lng: 34.7818, accuracy_meters: 12 };
      const site = { lat: -33.8688, lng: 151.2093, accuracy_meters: 0 };
      const somewhere = { lat: 0, lng: -0.5 };
      await punch(noa, ['2026-06-01T05:00:00Z', home], ['2026-06-01T13:00:00Z', site]);
      await punch(noa, ['2026-06-02T05:00:00Z', somewhere], ['2026-06-02T13:00:00Z']);
      await punch(noa, ['2026-06-03T05:00:00Z'], ['2026-06-03T13:00:00Z', { ...home, accuracy_meters: 3_000 }]);
      const shown = (await data(`/attendance?employee_id=${noa}`)).map((day: { location: unknown }) => day.location);
      expect(shown).to.deep.equal([
        { check_in: home, check_out: site },
        { check_in: { ...somewhere, accuracy_meters: null }, check_out: null },
        { check_in: null, check_out: { ...home, accuracy_meters: 3_000 } },
      ]);
    });

    const absence = (employee_id: number, date: string, absence_type: string) => ({ employee_id, date, absence_type });
  });

  it('an employee carries name, e-mail, phone, role, status, department and branch', async () => {
    const { organization } = core;
    const ovens = await organization.createDepartment(api.company, { name: 'Ovens' });
    const counter = await organization.createDepartment(api.company, { name: 'דלפק' });
    const lod = await organization.createBranch(api.company, { name: 'Lod' });
    const haifa = await organization.createBranch(api.company, { name: 'חיפה' });
    // Ids that differ between the two kinds, so that one cannot be taken for the other.
    const akko = await organization.createBranch(api.company, { name: 'Akko', address: 'Port 1' });
    const ref = ({ id, name }: { id: number; name: string }) => ({ id, name });
    const given = [
      { fields: { name: 'Dana', department_id: ovens.id, branch_id: akko.id }, department: ovens, branch: akko },
      { fields: { name: 'עומר', department_id: counter.id }, department: counter, branch: null },
      { fields: { name: 'Noa', branch_id: haifa.id, phone: '+972501234567' }, department: null, branch: haifa },
      { fields: { name: 'Gil', branch_id: lod.id, phone: '031234567' }, department: null, branch: lod },
    ];
    const expected: object[] = [];
    for (const { fields, department, branch } of given) {
      const input = newEmployee(fields);
      const { body } = await api.call('POST', '/employees', { body: input });
      const { name, email, phone } = input;
      const record = { id: body.data.id, name, email, phone, role: 'employee', status: 'active' };
      expected.push({ ...record, department: department && ref(department), branch: branch && ref(branch) });
      expect(body.data).to.deep.equal(expected.at(-1));
    }
    const [dana, omar, noa, gil] = expected as { id: number }[];
    await core.accounts.setRole(api.company, { employee_id: omar!.id, role: 'manager' });
    await core.accounts.setRole(api.company, { employee_id: noa!.id, role: 'admin' });
    await core.employees.freeze(api.company, gil!.id);
    await core.employees.update(api.company, dana!.id, { phone: null });
    const now = [
      { ...dana, phone: null },
      { ...omar, role: 'manager' },
      { ...noa, role: 'admin' },
      { ...gil, status: 'frozen' },
    ];
    const ids = new Set(now.map(({ id }) => id));
    expect((await data('/employees?per_page=200')).filter(({ id }: { id: number }) => ids.has(id))).to.deep.equal(now);
    for (const employee of now) expect(await data(`/employees/${employee.id}`)).to.deep.equal(employee);
    const moved = { department_id: counter.id, branch_id: lod.id };
    const { body } = await api.call('PATCH', `/employees/${noa!.id}`, { body: moved });
    expect(body.data).to.deep.equal({ ...now[2], department: ref(counter), branch: ref(lod) });
    expect(await data('/departments')).to.deep.equal([ref(ovens), ref(counter)]);
    expect(await data('/branches')).to.deep.equal([
      { ...ref(lod), address: null },
      { ...ref(haifa), address: null },
      { ...ref(akko), address: 'Port 1' },
    ]);
  });

  it('a leave request carries employee, date, type, status, note, document and both its times', async () => {
    const [dana, omar] = [await hire(), await hire()];
    const ask = async (at: string, employee_id: number, date: string, type: string) => {
      clock.set(at);
      const [request] = await core.leave.submit(api.company, { employee_id, dates: [date], type });
      return request?.id as number;
    };
    const holiday = await ask('2026-12-01T10:00:00.999Z', dana, '2027-02-01', 'חופש');
    const sick = await ask('2026-06-15T07:30:00Z', omar, '2026-06-14', 'מחלה');
    const reserve = await ask('2026-12-03T22:59:59Z', omar, '2027-03-01', 'מילואים');
    const document = { name: 'note.pdf', type: 'application/pdf', content: Readable.from([Buffer.from('%PDF-')]) };
    clock.set('2026-06-16T07:30:01Z');
    await core.leave.attachDocument(api.company, sick, document);
    const attached = await data(`/leave?employee_id=${omar}`);
    expect(attached.map(({ has_document }: { has_document: boolean }) => has_document)).to.deep.equal([true, false]);
    clock.set('2026-07-01T08:00:00Z');
    await core.leave.approve(api.company, sick, { manager_note: 'Get well' });
    clock.set('2026-12-24T09:00:00Z');
    await core.leave.reject(api.company, holiday, { manager_note: 'לא אפשרי' });
    expect(await data('/leave')).to.deep.equal([
      {
        ...{ id: sick, employee_id: omar, date: '2026-06-14', type: 'מחלה', status: 'approved' },
        ...{ manager_note: 'Get well', has_document: true },
        ...{ created_at: '2026-06-15T10:30:00+03:00', updated_at: '2026-07-01T11:00:00+03:00' },
      },
      {
        ...{ id: holiday, employee_id: dana, date: '2027-02-01', type: 'חופש', status: 'rejected' },
        ...{ manager_note: 'לא אפשרי', has_document: false },
        ...{ created_at: '2026-12-01T12:00:00+02:00', updated_at: '2026-12-24T11:00:00+02:00' },
      },
      {
        ...{ id: reserve, employee_id: omar, date: '2027-03-01', type: 'מילואים', status: 'pending' },
        ...{ manager_note: null, has_document: false },
        ...{ created_at: '2026-12-04T00:59:59+02:00', updated_at: '2026-12-04T00:59:59+02:00' },
      },
    ]);
  });

  it('a shift carries name, both its ends and its percentage', async () => {
    const shifts = [
      { name: 'לילה', start_time: '22:00', end_time: '06:30', wage_percentage: 150 },
      { name: 'Day', start_time: '07:15', end_time: null, wage_percentage: 100 },
      { name: 'Till late', start_time: null, end_time: '23:59', wage_percentage: 0 },
    ];
    const ids: number[] = [];
    for (const shift of shifts) ids.push((await core.shifts.create(api.company, shift)).id);
    expect(await data('/shifts')).to.deep.equal(shifts.map((shift, index) => ({ id: ids[index], ...shift })));
  });

  it('an envelope carries its own page, size, total and neighbours (SPEC 2, Envelopes)', async () => {
    const token = await api.newToken(['employees:read'], api.foreign);
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push((await core.employees.create(api.foreign, newEmployee())).id);
    const url = (page: number, size: number) => `${PUBLIC_URL}/employees?per_page=${size}&page=${page}`;
    for (const [page, size, shown, lastPage] of [
      [1, 2, [0, 2], 3],
      [2, 2, [2, 4], 3],
      [3, 2, [4, 5], 3],
      [2, 3, [3, 5], 2],
      [1, 200, [0, 5], 1],
    ] as const) {
      const { body } = await api.call('GET', `/employees?per_page=${size}&page=${page}`, { token });
      expect(body.data.map(({ id }: { id: number }) => id)).to.deep.equal(ids.slice(...shown));
      expect(body.meta).to.deep.equal({ current_page: page, last_page: lastPage, per_page: size, total: 5 });
      expect(body.links).to.deep.equal({
        first: url(1, size),
        last: url(lastPage, size),
        prev: page === 1 ? null : url(page - 1, size),
        next: page === lastPage ? null : url(page + 1, size),
      });
    }
    const { body } = await api.call('GET', '/employees', { token });
    expect(body.meta).to.deep.equal({ current_page: 1, last_page: 1, per_page: 50, total: 5 });
  });

  it('a freeze and a reactivation say what they did, and that it was so already, in both languages (D:F1, F3)', async () => {
    const texts = {
      he: ['העובד הוקפא.', 'העובד כבר מוקפא.', 'העובד הופעל מחדש.', 'העובד כבר פעיל.'],
      en: [
        ...['The employee has been frozen.', 'The employee is already frozen.'],
        ...['The employee has been reactivated.', 'The employee is already active.'],
      ],
    };
    const token = await api.newToken(['employees:write'], api.foreign);
    await core.companies.update(api.foreign, { locale: 'en' });
    const foreigner = (await core.employees.create(api.foreign, newEmployee())).id;
    const own = await hire();
    for (const [id, asked, spoken, by] of [
      [own, undefined, 'he', api.token],
      [own, 'en', 'en', api.token],
      [foreigner, undefined, 'en', token],
      [foreigner, 'he', 'he', token],
    ] as const) {
      const headers: Record<string, string> = asked === undefined ? {} : { 'Accept-Language': asked };
      const said: string[] = [];
      for (const act of ['deactivate', 'deactivate', 'activate', 'activate']) {
        const { body } = await api.call('POST', `/employees/${id}/${act}`, { token: by, headers });
        expect(body.data).to.include({ id, status: act === 'deactivate' ? 'frozen' : 'active' });
        said.push(body.message);
      }
      expect(said, `${asked} of ${id}`).to.deep.equal(texts[spoken]);
    }
  });
});
