import type { AccountActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { person } from './leave/people.ts';
import { refusal, withCore } from './support.ts';

type Person = AccountActor & { readonly employeeId: number };
const PAGE = { page: 1, per_page: 50 };
/** In another order than the people are hired. */
const NAMES = ['Dana', 'Carl', 'Ben', 'Ada'];

withCore('who is away when', (test) => {
  let people: Person[];
  let department: number;

  const ask = async (who: Person, dates: string[]) =>
    (await test.core.leave.submit(who, { dates, type: 'חופש' })).map(({ id }) => id);

  before(async () => {
    const { core, company } = test;
    test.clock.set(new Date('2026-06-10T09:00:00Z'));
    await core.absenceTypes.createDefaults(company);
    department = (await core.organization.createDepartment(company, { name: 'Ovens' })).id;
    people = [await person(test), await person(test), await person(test), await person(test)];
    for (const [index, name] of NAMES.entries())
      await core.employees.update(company, people[index]!.employeeId, { name });
    for (const { employeeId } of people.slice(0, 3)) {
      await core.employees.update(company, employeeId, { department_id: department });
    }
    const approved = await ask(people[0]!, ['2026-06-10', '2026-06-11']);
    for (const id of approved) await core.leave.approve(company, id);
    await core.absenceDays.recordForLeave(company, [approved[0]!]);
    const [rejected] = await ask(people[0]!, ['2026-06-12']);
    await core.leave.reject(company, rejected!);
    await core.attendance.recordAbsence(company, {
      employee_id: people[1]!.employeeId,
      date: '2026-06-11',
      absence_type: 'מחלה',
    });
    await ask(people[3]!, ['2026-06-11']);
    // A rejected absence is no absence, of a person with others or without.
    for (const { employeeId } of people.slice(1, 3)) {
      const absence = { employee_id: employeeId, date: '2026-06-12', absence_type: 'מחלה' };
      await core.attendance.reject(company, [(await core.attendance.recordAbsence(company, absence)).id]);
    }
  });

  it('shows each person and date once, by what is surest, the people by name', async () => {
    const { people: shown, from, to } = await test.core.absenceDays.calendar(test.company, '2026-06', {}, PAGE);
    expect([from, to, shown.total]).to.deep.equal(['2026-06-01', '2026-06-30', 3]);
    expect(shown.items.map(({ employee, dates }) => [employee.id, dates])).to.deep.equal([
      [people[3]!.employeeId, [{ date: '2026-06-11', type: 'חופש', status: 'pending' }]],
      [people[1]!.employeeId, [{ date: '2026-06-11', type: 'מחלה', status: 'recorded' }]],
      [
        people[0]!.employeeId,
        [
          { date: '2026-06-10', type: 'חופש', status: 'recorded' },
          { date: '2026-06-11', type: 'חופש', status: 'approved' },
        ],
      ],
    ]);
    const narrowed = await test.core.absenceDays.calendar(
      test.company,
      '2026-06',
      { department_id: department, text: 'Carl' },
      PAGE,
    );
    expect(narrowed.people.items.map(({ employee }) => employee.id)).to.include(people[1]!.employeeId);
    expect((await test.core.absenceDays.calendar(test.company, '2026-07', {}, PAGE)).people.total).to.equal(0);
    expect(await refusal(test.core.absenceDays.calendar(test.company, '2026', {}, PAGE))).to.have.property(
      'code',
      'not_found',
    );
  });

  it('shows the first of several pending requests for a date', async () => {
    const { core, company } = test;
    const asker = await person(test);
    const type = await core.absenceTypes.create(company, { label: 'Course' });
    for (const label of ['Course', 'חופש']) await core.leave.submit(asker, { dates: ['2026-08-03'], type: label });
    // PostgreSQL moves a row that changes behind the others, and reads a table that it knows to be small in that order.
    await core.absenceTypes.rename(company, type.id, 'Training');
    await core.extension.database.writeAllCompanies('test', {}, (all) => all.run(rawSql('ANALYZE')));
    const { people: shown } = await core.absenceDays.calendar(company, '2026-08', {}, PAGE);
    expect(shown.items.map(({ dates }) => dates)).to.deep.equal([
      [{ date: '2026-08-03', type: 'Training', status: 'pending' }],
    ]);
  });

  it('shows who else of the department is away in the weeks around a request', async () => {
    const [id] = await ask(people[2]!, ['2026-06-11', '2026-06-14']);
    const around = await test.core.absenceDays.away(test.company, id!);
    expect([around.department?.name, around.members]).to.deep.equal(['Ovens', 3]);
    expect(around.days).to.have.lengthOf(14);
    expect(around.days.at(0)?.date).to.equal('2026-06-07');
    expect(around.days.filter(({ isRequested }) => isRequested).map(({ date }) => date)).to.deep.equal([
      '2026-06-11',
      '2026-06-14',
    ]);
    const away = around.days.flatMap((day) =>
      day.away.map(({ date, employee_id, status }) => [date, employee_id, status]),
    );
    expect(away).to.deep.equal([
      ['2026-06-10', people[0]!.employeeId, 'recorded'],
      ['2026-06-11', people[0]!.employeeId, 'approved'],
      ['2026-06-11', people[1]!.employeeId, 'recorded'],
    ]);
    const [alone] = await ask(people[3]!, ['9999-12-31']);
    const last = await test.core.absenceDays.away(test.company, alone!);
    expect([last.department, last.members, last.days.at(-1)?.date]).to.deep.equal([null, 0, '9999-12-31']);
    const [first] = await ask(people[3]!, ['0001-01-01']);
    expect((await test.core.absenceDays.away(test.company, first!)).days.at(0)?.date).to.equal('0001-01-01');
    const stranger = await person(test, 'manager', test.foreign);
    expect(await refusal(test.core.absenceDays.away(stranger, id!))).to.have.property('code', 'not_found');
    expect((await test.core.absenceDays.calendar(stranger, '2026-06', {}, PAGE)).people.total).to.equal(0);
  });
});
