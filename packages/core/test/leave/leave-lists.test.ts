import type { LeaveFilter, LeaveRequest, LeaveStatus } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, randomNumbers, withCore } from '../support.ts';

const FIRST = Date.parse('2026-01-28T00:00:00Z');
const dateAt = (day: number) => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);

withCore('lists of leave', (test) => {
  const people: number[] = [];
  const labels = ['חופש', 'sick leave', 'army'];
  let types: { readonly id: number; label: string }[] = [];

  before(async () => {
    for (let n = 0; n < 5; n += 1) people.push((await test.core.employees.create(test.company, newEmployee())).id);
    types = await Promise.all(labels.map(async (label) => test.core.absenceTypes.create(test.company, { label })));
  });

  /** Every request that was not cancelled, in the order of the list, read past the lists. */
  async function everyRequest(): Promise<Pick<LeaveRequest, 'id' | 'date' | 'status' | 'type' | 'employee_id'>[]> {
    const scope = test.core.extension.database.scope(test.company);
    const rows = await scope.rows(
      rawSql(`SELECT id, CAST(date AS text) AS day, status, type, employee_id FROM shaon_leave_request
        WHERE company_id = $1 AND cancelled_at IS NULL ORDER BY shaon_leave_request.date, id`),
    );
    return rows.map((row) => ({
      id: Number(row.id),
      date: String(row.day),
      status: row.status as LeaveStatus,
      type: String(row.type),
      employee_id: Number(row.employee_id),
    }));
  }

  it('have their total and every page, whatever has happened', async function () {
    this.timeout(60_000);
    const random = randomNumbers(20_261_122);
    const drawn = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
    const { leave, absenceTypes } = test.core;
    const ids: number[] = [];
    for (let n = 0; n < 220; n += 1) {
      const type = drawn(types);
      const known = drawn([...ids, 0]);
      const submit = async () => {
        const dates = Array.from({ length: 1 + random(3) }, () => dateAt(random(60)));
        const asked = { employee_id: drawn(people), dates, type: type.label };
        ids.push(...(await leave.submit(test.company, asked)).map(({ id }) => id));
      };
      const rename = async () => {
        const label = `${labels[types.indexOf(type)]} ${n}`;
        await absenceTypes.rename(test.company, type.id, label);
        type.label = label;
      };
      const acts: (() => Promise<unknown>)[] = [
        submit,
        submit,
        submit,
        () => leave.approve(test.company, known),
        () => leave.approve(test.company, known),
        () => leave.reject(test.company, known),
        () => leave.cancel(test.company, known),
        random(5) === 0 ? rename : submit,
      ];
      // Most of what is drawn may happen; what may not must leave the counts alone.
      await drawn(acts)().catch((error: { code?: string }) => {
        if (error.code !== 'state_conflict' && error.code !== 'not_found') throw error;
      });
    }
    const all = await everyRequest();
    expect(all.length).to.be.greaterThan(60);
    const lists: LeaveFilter[] = [undefined, '2026-02-01', '2026-02-14', '2027-01-01'].flatMap((date_from) =>
      [undefined, '2026-02-14', '2026-02-28', '2020-01-31'].flatMap((date_to) =>
        [undefined, 'pending', 'approved', 'rejected'].flatMap((status) =>
          [undefined, types[0]?.label, types[1]?.label, 'unheard of'].flatMap((type) =>
            [undefined, people[random(people.length)]].map(
              (employee_id) => ({ date_from, date_to, status, type, employee_id }) as LeaveFilter,
            ),
          ),
        ),
      ),
    );
    for (const filter of lists) {
      const { date_from = '', date_to = '9999', ...equal } = filter;
      const given = Object.entries(equal).filter(([, value]) => value !== undefined);
      const expected = all.filter(
        (request) =>
          request.date >= (date_from ?? '') &&
          request.date <= (date_to ?? '9999') &&
          given.every(([name, value]) => request[name as 'status'] === value),
      );
      const per_page = drawn([3, 7, 200]);
      const found: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / per_page) + 1; page += 1) {
        const { items, total } = await leave.list(test.company, filter, { page, per_page });
        expect(total, JSON.stringify(filter)).to.equal(expected.length);
        found.push(...items.map(({ id }) => id));
      }
      expect(found, `${JSON.stringify(filter)}, ${per_page} a page`).to.deep.equal(expected.map(({ id }) => id));
    }
  });
});
