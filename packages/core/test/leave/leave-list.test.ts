import type { LeaveFilter, LeaveRequest } from '@shaon/core';
import { leaveQuery, safeValidateQuery, valueOrThrow } from '@shaon/core/input';
import { expect } from 'chai';
import { refusal, withCore } from '../support.ts';
import { person } from './people.ts';

const TYPES = ['חופש', 'מחלה'];
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];

const filterOf = (query: Readonly<Record<string, unknown>>) => valueOrThrow(safeValidateQuery(leaveQuery, query));

withCore('leave list', (test) => {
  const all: LeaveRequest[] = [];
  let people: number[] = [];

  before(async () => {
    await test.core.absenceTypes.createDefaults(test.company);
    await test.core.absenceTypes.createDefaults(test.foreign);
    const stranger = await person(test, 'employee', test.foreign);
    await test.core.leave.submit(stranger, { dates: DAYS, type: 'חופש' });
    const decisions = [() => undefined, test.core.leave.approve, test.core.leave.reject];
    // Not in the order of the list, with ties on every date.
    for (let n = 0; n < 3; n++) {
      const employee = await person(test);
      people = [...people, employee.employeeId];
      for (const [index, date] of [...DAYS].reverse().entries()) {
        const [request] = await test.core.leave.submit(employee, { dates: [date], type: TYPES[(index + n) % 2]! });
        await decisions[(index + n) % 3]!(test.company, request!.id, { manager_note: `Note ${index}` });
        all.push(await test.core.leave.get(test.company, request!.id));
      }
    }
    all.sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));
    const [cancelled] = await test.core.leave.submit(test.company, {
      employee_id: people[0]!,
      dates: ['2026-03-02'],
      type: 'מחלה',
    });
    await test.core.leave.cancel(test.company, cancelled!.id);
    await test.core.employees.freeze(test.company, people[0]!);
  });

  async function walk(filter: LeaveFilter, per_page: number): Promise<LeaveRequest[]> {
    const found: LeaveRequest[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = await test.core.leave.list(test.company, filter, { page, per_page });
      found.push(...items);
      if (items.length === 0 || page * per_page >= total) {
        expect(found).to.have.lengthOf(total);
        return found;
      }
    }
  }

  const filters: readonly [string, () => LeaveFilter, (request: LeaveRequest) => boolean][] = [
    ['nothing', () => ({}), () => true],
    ['the first date', () => ({ date_from: '2026-03-03' }), ({ date }) => date >= '2026-03-03'],
    ['the last date', () => ({ date_to: '2026-03-02' }), ({ date }) => date <= '2026-03-02'],
    ['one date', () => ({ date_from: '2026-03-02', date_to: '2026-03-02' }), ({ date }) => date === '2026-03-02'],
    ['a frozen employee', () => ({ employee_id: people[0]! }), ({ employee_id }) => employee_id === people[0]],
    ['pending', () => ({ status: 'pending' }), ({ status }) => status === 'pending'],
    ['approved', () => ({ status: 'approved' }), ({ status }) => status === 'approved'],
    ['rejected', () => ({ status: 'rejected' }), ({ status }) => status === 'rejected'],
    ['a type', () => ({ type: 'מחלה' }), ({ type }) => type === 'מחלה'],
    ['a type with spaces', () => ({ type: ' מחלה ' }), ({ type }) => type === 'מחלה'],
    ['a part of a type', () => ({ type: 'מחל' }), () => false],
    ['an unknown employee', () => ({ employee_id: 0 }), () => false],
    [
      'all together',
      () => ({
        date_from: '2026-03-02',
        date_to: '2026-03-04',
        employee_id: people[1]!,
        type: 'חופש',
        status: 'rejected',
      }),
      (request) =>
        request.date >= '2026-03-02' &&
        request.employee_id === people[1] &&
        request.type === 'חופש' &&
        request.status === 'rejected',
    ],
  ];
  for (const [name, filter, matches] of filters) {
    it(`walks every page filtered by ${name}, by date and id (D:Q20)`, async () => {
      if (name === 'all together') expect(all.filter(matches)).to.have.lengthOf(1);
      for (const per_page of [1, 5, 200]) expect(await walk(filter(), per_page)).to.deep.equal(all.filter(matches));
    });
  }

  it('gives the total behind the last page', async () => {
    const page = await test.core.leave.list(test.company, {}, { page: 2 ** 31, per_page: 200 });
    expect(page).to.deep.equal({ items: [], total: all.length });
  });

  it('finds a label in any normal form (D:Q19)', async () => {
    const { label } = await test.core.absenceTypes.create(test.company, { label: 'שׁבתון' });
    await test.core.leave.submit(test.company, { employee_id: people[1]!, dates: ['2027-01-01'], type: label });
    for (const type of ['\u05E9\u05C1בתון', '\uFB2Aבתון', ' \uFB2Aבתון ']) {
      expect(await walk({ type }, 5), type).to.have.lengthOf(1);
      expect(await walk(filterOf({ type }), 5), type).to.have.lengthOf(1);
    }
  });

  it('refuses broken queries by name', async () => {
    const errors = await refusal(
      (async () =>
        filterOf({
          date_from: '2026-02-30',
          employee_id: '-1',
          status: 'cancelled',
          per_page: '201',
          page: '0',
          company_id: '1',
        }))(),
    );
    expect(errors)
      .to.have.property('errors')
      .with.all.keys('date_from', 'employee_id', 'status', 'per_page', 'page', 'company_id');
    const order = await refusal((async () => filterOf({ date_from: '2026-02-02', date_to: '2026-02-01' }))());
    expect(order).to.have.property('errors').with.all.keys('date_to');
  });
});
