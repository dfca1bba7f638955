import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';

const HEBREW = ['אבי', 'בני כהן', 'תמר'];
const OTHERS = ['42 Bakers', 'Adam', 'zoe', 'Жанна', 'مريم'];

withCore('names in the order of their reader (D:A63)', (test) => {
  const actor = async () => {
    const company = systemActor((await test.core.companies.create({ name: 'Two alphabets' })).id);
    await test.core.absenceTypes.createDefaults(company);
    const names = ['תמר', 'zoe', 'אבי', 'مريم', 'Adam', '42 Bakers', 'בני כהן', 'Жанна'];
    for (const name of names) {
      const { id } = await test.core.employees.create(company, newEmployee({ name }));
      await test.core.leave.submit(company, { employee_id: id, dates: ['2026-06-01'], type: 'חופש' });
    }
    return company;
  };

  it('begin with Hebrew for a Hebrew reader, on every page of people, sheets and the calendar', async () => {
    const company = await actor();
    const { personnel, attendance, absenceDays } = test.core;
    for (const [locale, expected] of [
      ['he', [...HEBREW, ...OTHERS]],
      ['en', [...OTHERS.slice(0, 4), ...HEBREW, ...OTHERS.slice(4)]],
      [null, [...OTHERS.slice(0, 4), ...HEBREW, ...OTHERS.slice(4)]],
    ] as const) {
      const found = { people: [], searched: [], month: [], day: [], away: [] } as Record<string, string[]>;
      for (const page of [1, 2, 3, 4].map((number) => ({ page: number, per_page: 3 }))) {
        const add = (list: string, names: readonly { readonly name: string }[], total: number) => {
          found[list]?.push(...names.map(({ name }) => name));
          expect(total, list).to.equal(8);
        };
        const people = await personnel.search(company, { locale }, page);
        add('people', people.items, people.total);
        const searched = await personnel.search(company, { locale, text: '@' }, page);
        add('searched', searched.items, searched.total);
        const month = await attendance.monthSheet(company, '2026-06', { locale }, page);
        const employees = (items: typeof month.people.items) => items.map(({ employee }) => employee);
        add('month', employees(month.people.items), month.people.total);
        const day = await attendance.daySheet(company, '2026-06-01', { locale }, page);
        add('day', employees(day.people.items), day.people.total);
        const { people: away } = await absenceDays.calendar(company, '2026-06', { locale }, page);
        add(
          'away',
          away.items.map(({ employee }) => employee),
          away.total,
        );
      }
      for (const [list, names] of Object.entries(found)) expect(names, `${list} ${locale}`).to.deep.equal(expected);
    }
  });
});
