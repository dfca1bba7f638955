import type { AccountActor, Actor, NewManagerLimit } from '@shaon/core';
import { daySeed } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, randomNumbers, withCore } from '../support.ts';
import { LABEL, manager } from './staff.ts';

const PAGE = { page: 1, per_page: 200 };
const LIMITS = 12;
const PEOPLE = 24;

withCore('every list within a random limit', (test) => {
  const random = randomNumbers(daySeed);
  const departments: number[] = [];
  const branches: number[] = [];
  let limited: AccountActor;

  const one = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const some = (list: readonly number[]): number[] => {
    const chosen = list.filter(() => random(2) === 1);
    return chosen.length === 0 ? [one(list)] : chosen;
  };

  before(async () => {
    const { core, company } = test;
    for (const name of ['Ovens', 'Shop', 'Cellar'])
      departments.push((await core.organization.createDepartment(company, { name })).id);
    for (const name of ['Haifa', 'Lod']) branches.push((await core.organization.createBranch(company, { name })).id);
    await core.absenceTypes.create(company, { label: LABEL });
    limited = await manager(test, company);
    const columns = ['id', 'name', 'worked', 'days'].map((source) => ({ source, name: source }));
    await core.payroll.saveColumns(company, { columns });
    for (let index = 0; index < PEOPLE; index += 1) {
      const units = { department_id: one([...departments, null]), branch_id: one([...branches, null]) };
      const { id } = await core.employees.create(company, newEmployee({ name: `Person ${index}`, ...units }));
      for (let day = 0; day < random(4); day += 1) {
        const date = `2026-0${4 + random(2)}-${10 + random(18)}`;
        const punches = (['in', 'out'] as const).map((kind) => ({
          ...{ kind, at: new Date(`${date}T${kind === 'in' ? '08' : '16'}:00:00+03:00`) },
        }));
        const { id: dayId } = await core.attendance.correct(company, id, date, { punches, note: 'as told' });
        if (random(2) === 1) await core.attendance.approve(company, [dayId]);
      }
      const asked = { employee_id: id, dates: [`2026-06-${10 + random(18)}`], type: LABEL };
      if (random(3) > 0) await core.leave.submit(company, asked);
      if (random(5) === 0) await core.employees.freeze(company, id);
      // Somebody who moved: their days are of where they belong now (D:Q24).
      if (random(4) === 0) await core.employees.update(company, id, { department_id: one(departments) });
    }
  });

  type Listed = readonly { readonly id: number }[];
  /** Lists with whom each item is of. */
  const lists: Readonly<Record<string, (actor: Actor) => Promise<readonly (readonly [number, unknown])[]>>> = {
    employees: async (actor) => byPerson((await test.core.employees.list(actor, {}, PAGE)).items),
    'active employees': async (actor) =>
      byPerson((await test.core.employees.list(actor, { status: 'active' }, PAGE)).items),
    search: async (actor) => byPerson((await test.core.personnel.search(actor, { text: 'person 1' }, PAGE)).items),
    days: async (actor) => (await pages(actor, {})).map((day) => [day.employee_id, day]),
    'days of a status': async (actor) =>
      (await pages(actor, { status: 'approved', date_from: '2026-04-12' })).map((day) => [day.employee_id, day]),
    'days of a branch': async (actor) =>
      (await pages(actor, { branch_id: branches[0], date_to: '2026-05-20' })).map((day) => [day.employee_id, day]),
    leave: async (actor) =>
      (await test.core.leave.list(actor, {}, PAGE)).items.map((request) => [request.employee_id, request]),
    'the queue': async (actor) =>
      (await test.core.leave.groups(actor, { status: 'pending' }, PAGE)).items.map((group) => [
        group.employee.id,
        group,
      ]),
    hours: async (actor) => {
      const people: [number, unknown][] = [];
      for await (const month of test.core.hours.ofCompany(actor, '2026-05')) people.push([month.employee.id, month]);
      return people;
    },
    'a payroll file': async (actor) => {
      const { rows } = await test.core.payroll.sheet(actor, { month: '2026-05', days: 'all' });
      return [...rows()].map((row) => [Number(row[0]), row]);
    },
    'the month': async (actor) =>
      (await test.core.attendance.monthSheet(actor, '2026-05', {}, PAGE)).people.items.map((person) => [
        person.employee.id,
        person,
      ]),
    'who is away': async (actor) =>
      (await test.core.absenceDays.calendar(actor, '2026-06', {}, PAGE)).people.items.map((person) => [
        person.employee.id,
        person,
      ]),
  };
  const byPerson = (items: Listed) => items.map((item) => [item.id, item] as const);

  /** Page by page, because pages are found by the totals of months. */
  async function pages(actor: Actor, filter: Parameters<typeof test.core.attendance.list>[1]) {
    const perPage = 5;
    const first = await test.core.attendance.list(actor, filter, { page: 1, per_page: perPage });
    const items = [...first.items];
    for (let page = 2; items.length < first.total && page < 60; page += 1) {
      const next = await test.core.attendance.list(actor, filter, { page, per_page: perPage });
      expect(next.total).to.equal(first.total);
      items.push(...next.items);
    }
    expect(items).to.have.lengthOf(first.total);
    return items;
  }

  it(`is the list of everybody, filtered by hand (SHAON_TEST_SEED=${daySeed})`, async () => {
    const { core, company } = test;
    const everybody = (await core.employees.list(company, {}, PAGE)).items;
    expect(everybody).to.have.lengthOf(PEOPLE);
    for (let round = 0; round < LIMITS; round += 1) {
      const limit: NewManagerLimit = one([
        { department_ids: some(departments) },
        { branch_ids: some(branches) },
        { department_ids: some(departments), branch_ids: some(branches) },
      ]);
      await core.managers.setLimit(company, limited.loginId, limit);
      const isSeen = (ids: readonly number[] | null | undefined, unit: { readonly id: number } | null) =>
        ids == null || (unit !== null && ids.includes(unit.id));
      const seen = new Set(
        everybody
          .filter(
            (person) => isSeen(limit.department_ids, person.department) && isSeen(limit.branch_ids, person.branch),
          )
          .map(({ id }) => id),
      );
      for (const [name, list] of Object.entries(lists)) {
        const expected = (await list(company)).filter(([id]) => seen.has(id));
        expect(await list(limited), `${name} within ${JSON.stringify(limit)}`).to.deep.equal(expected);
      }
      const { active } = await core.personnel.counts(limited);
      expect(active).to.equal(everybody.filter(({ id, status }) => status === 'active' && seen.has(id)).length);
      expect((await core.managers.preview(company, limited.loginId, limit)).people).to.equal(active);
    }
  });
});
