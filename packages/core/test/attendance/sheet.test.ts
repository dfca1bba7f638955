import { type SheetFilter, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { person } from '../leave/people.ts';
import { newEmployee, refusal, withCore } from '../support.ts';

const PAGE = { page: 1, per_page: 50 };

withCore('attendance sheets', (test) => {
  const at = (text: string) => new Date(`${text}:00+03:00`);
  const now = at('2026-06-20T12:00');
  let ovens: number;
  let haifa: number;
  const ids: Record<string, number> = {};

  const hire = async (name: string, more: object = {}) => {
    const { id } = await test.core.employees.create(test.company, { ...newEmployee(), name, ...more });
    ids[name] = id;
    return id;
  };

  const work = (id: number, date: string, from = '08:00', to = '16:00') =>
    test.core.attendance.correct(test.company, id, date, {
      punches: [
        { kind: 'in', at: at(`${date}T${from}`) },
        { kind: 'break_start', at: at(`${date}T12:00`) },
        { kind: 'break_end', at: at(`${date}T12:30`) },
        { kind: 'out', at: at(`${date}T${to}`) },
      ],
      note: 'as told',
    });

  before(async () => {
    const { core, company } = test;
    test.clock.set(now);
    await core.absenceTypes.createDefaults(company);
    ovens = (await core.organization.createDepartment(company, { name: 'Ovens' })).id;
    haifa = (await core.organization.createBranch(company, { name: 'Haifa' })).id;
    const dana = await hire('Dana Levi', { department_id: ovens });
    await core.attendance.approve(company, [(await work(dana, '2026-06-01')).id]);
    await core.attendance.reject(company, [(await work(dana, '2026-06-02')).id], { note: 'not on the roster' });
    await work(dana, '2026-06-03');
    await core.attendance.recordAbsence(company, { employee_id: dana, date: '2026-06-25', absence_type: 'חופש' });
    await work(dana, '2026-05-31');

    const omar = await hire('Omar Haddad', { department_id: ovens, branch_id: haifa });
    await core.attendance.punchIn(company, omar, { at: at('2026-06-10T08:00') });
    await core.attendance.punchIn(company, omar, { at: at('2026-06-20T08:00') });
    await core.attendance.breakStart(company, omar, { at: at('2026-06-20T11:00') });

    const gone = await hire('Gone Long Ago');
    await work(gone, '2026-05-05');
    await core.employees.freeze(company, gone);
    const left = await hire('Left In June', { branch_id: haifa });
    const late = { kind: 'out', at: at('2026-06-04T15:00') } as const;
    await core.attendance.correct(company, left, '2026-06-04', { punches: [late], note: 'forgot to punch in' });
    await core.employees.freeze(company, left);
    await hire('Never Here');
    const stranger = await core.employees.create(test.foreign, newEmployee());
    await core.attendance.punchIn(test.foreign, stranger.id, { at: at('2026-06-20T09:00') });
  });

  const sheet = (filter: SheetFilter = {}, month = '2026-06') =>
    test.core.attendance.monthSheet(test.company, month, filter, PAGE);
  const names = async (filter: SheetFilter, month?: string) =>
    (await sheet(filter, month)).people.items.map(({ employee }) => employee.name);

  it('shows each person’s days of the month with state and hours, and what waits', async () => {
    const { people, counts, from, to, asOf } = await sheet();
    expect([from, to]).to.deep.equal(['2026-06-01', '2026-06-30']);
    expect(asOf).to.deep.equal(now);
    expect(people.total).to.equal(4);
    const [dana, left, never, omar] = people.items;
    expect(dana?.employee).to.deep.equal({
      id: ids['Dana Levi'],
      name: 'Dana Levi',
      status: 'active',
      department: { id: ovens, name: 'Ovens' },
      branch: null,
    });
    const hours = 3_600_000;
    expect(dana?.days.map(({ record, state, workedMs }) => [record.date, state, workedMs / hours])).to.deep.equal([
      ['2026-06-01', 'approved', 7.5],
      ['2026-06-02', 'rejected', 7.5],
      ['2026-06-03', 'pending', 7.5],
      ['2026-06-25', 'pending', 0],
    ]);
    expect(dana?.workedMs).to.equal(15 * hours);
    expect(dana?.days.at(-1)?.record.absence_type).to.equal('חופש');
    expect(omar?.days.map(({ record, state }) => [record.date, state])).to.deep.equal([
      ['2026-06-10', 'no_check_out'],
      ['2026-06-20', 'at_work'],
    ]);
    expect(left?.days.map(({ state, lacksPunch }) => [state, lacksPunch])).to.deep.equal([['no_check_in', true]]);
    expect(never).to.deep.include({ days: [], workedMs: 0 });
    expect(counts).to.deep.equal({ pending: 3, noCheckOut: 1, atWork: 1 });
  });

  it('narrows by department, branch, name and state', async () => {
    expect(await names({ department_id: ovens })).to.deep.equal(['Dana Levi', 'Omar Haddad']);
    expect(await names({ branch_id: haifa })).to.deep.equal(['Left In June', 'Omar Haddad']);
    expect(await names({ text: 'LEV dan' })).to.deep.equal(['Dana Levi']);
    expect(await names({ state: 'pending' })).to.deep.equal(['Dana Levi', 'Left In June']);
    expect(await names({ state: 'rejected', department_id: ovens })).to.deep.equal(['Dana Levi']);
    expect(await names({ state: 'at_work' })).to.deep.equal(['Omar Haddad']);
    expect(await names({ state: 'no_check_out' })).to.deep.equal(['Omar Haddad']);
    expect(await names({ state: 'no_check_out' }, '2026-05')).to.deep.equal([]);
    expect(await names({ department_id: 0 })).to.deep.equal([]);
    const { counts } = await sheet({ department_id: ovens, branch_id: haifa });
    expect(counts).to.deep.equal({ pending: 0, noCheckOut: 1, atWork: 1 });
  });

  it('shows one day of everybody', async () => {
    const { people, counts } = await test.core.attendance.daySheet(test.company, '2026-06-04', {}, PAGE);
    expect(people.items.filter(({ days }) => days.length > 0).map(({ employee }) => employee.name)).to.deep.equal([
      'Left In June',
    ]);
    expect(counts).to.deep.equal({ pending: 1, noCheckOut: 0, atWork: 1 });
    const today = await test.core.attendance.daySheet(test.company, '2026-06-20', { state: 'at_work' }, PAGE);
    expect(today.counts).to.deep.equal({ pending: 0, noCheckOut: 0, atWork: 1 });
  });

  it('lets nobody be at work on two days: who has punched the next one has ended the one before', async () => {
    const { attendance, companies, employees } = test.core;
    const company = systemActor((await companies.create({ name: 'Late shifts' })).id);
    const { id } = await employees.create(company, newEmployee());
    const forgotten = await attendance.punchIn(company, id, { at: at('2026-06-19T14:00') });
    const statesOf = async () => {
      const { people, counts } = await attendance.monthSheet(company, '2026-06', {}, PAGE);
      const own = (await attendance.personMonth(company, id, '2026-06')).days.map(({ state }) => state);
      expect(people.items[0]?.days.map(({ state }) => state)).to.deep.equal(own);
      const { state } = await attendance.day(company, forgotten.id);
      expect(state).to.equal(own[0]);
      const found = async (of: 'at_work' | 'no_check_out') =>
        (await attendance.daySheet(company, '2026-06-19', { state: of }, PAGE)).people.total;
      return { own, counts, atWork: await found('at_work'), noCheckOut: await found('no_check_out') };
    };
    expect(await statesOf()).to.deep.equal({
      own: ['at_work'],
      counts: { pending: 0, noCheckOut: 0, atWork: 1 },
      atWork: 1,
      noCheckOut: 0,
    });
    await attendance.punchIn(company, id, { at: at('2026-06-20T07:00') });
    expect(await statesOf()).to.deep.equal({
      own: ['no_check_out', 'at_work'],
      counts: { pending: 0, noCheckOut: 1, atWork: 1 },
      atWork: 1,
      noCheckOut: 1,
    });
    await employees.freeze(company, id);
    expect(await statesOf()).to.deep.include({ atWork: 1, noCheckOut: 1 });
    const later = await attendance.daySheet(company, '2026-06-22', { state: 'at_work' }, PAGE);
    expect([later.people.total, later.counts.atWork]).to.deep.equal([1, 1]);
  });

  it('pages, and shows people who have left only in the months they worked', async () => {
    const second = await test.core.attendance.monthSheet(test.company, '2026-06', {}, { page: 2, per_page: 3 });
    expect(second.people.items.map(({ employee }) => employee.name)).to.deep.equal(['Omar Haddad']);
    expect(second.people.total).to.equal(4);
    expect(await names({}, '2026-05')).to.deep.equal(['Dana Levi', 'Gone Long Ago', 'Never Here', 'Omar Haddad']);
  });

  it('is for managers; a person sees their own month', async () => {
    const { core } = test;
    const employee = await person(test);
    const manager = await person(test, 'manager');
    for (const call of [
      () => core.attendance.monthSheet(employee, '2026-06', {}, PAGE),
      () => core.attendance.daySheet(employee, '2026-06-04', {}, PAGE),
    ]) {
      expect(await refusal(call())).to.have.property('code', 'not_permitted');
    }
    expect((await core.attendance.monthSheet(manager, '2026-06', { state: 'pending' }, PAGE)).people.total).to.equal(2);
    await work(employee.employeeId, '2026-06-07');
    const own = await core.attendance.personMonth(employee, employee.employeeId, '2026-06');
    expect(own.days.map(({ record, state }) => [record.date, state])).to.deep.equal([['2026-06-07', 'pending']]);
    expect(own.workedMs).to.equal(7.5 * 3_600_000);
    for (const call of [
      () => core.attendance.personMonth(employee, ids['Dana Levi'] as number, '2026-06'),
      () => core.attendance.dayOfDate(employee, ids['Dana Levi'] as number, '2026-06-01'),
      () => core.attendance.presence(employee, ids['Dana Levi'] as number),
    ]) {
      expect(await refusal(call())).to.have.property('code', 'not_found');
    }
    const stranger = await person(test, 'manager', test.foreign);
    expect((await core.attendance.personMonth(stranger, ids['Dana Levi'] as number, '2026-06')).days).to.deep.equal([]);
    expect(await core.attendance.dayOfDate(stranger, ids['Dana Levi'] as number, '2026-06-01')).to.equal(null);
  });

  it('names the month or date that is none', async () => {
    const { core, company } = test;
    const { employeeId } = await person(test);
    for (const [thing, call] of [
      ['month', core.attendance.personMonth(company, employeeId, '2026-13')],
      ['month', core.attendance.monthSheet(company, 'now', {}, PAGE)],
      ['date', core.attendance.daySheet(company, '2026-02-30', {}, PAGE)],
      ['date', core.attendance.daySheet(company, ['2026-06-04'] as never, {}, PAGE)],
    ] as const) {
      expect(await refusal(call)).to.deep.include({ code: 'not_found', details: { thing } });
    }
  });

  it('refuses a filter that is none', async () => {
    const error = await refusal(sheet({ state: 'asleep' as 'pending' }));
    expect(error).to.have.deep.property('errors', { state: [{ rule: 'in' }] });
  });
});
