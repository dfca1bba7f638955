import type { AttendanceFilter, AttendanceRecord, PageRequest } from '@shaon/core';
import { formatInstant, listAsJsonOf } from '@shaon/core/extension';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';

const zone = 'America/New_York';

/** SPEC 2, Attendance record. */
const shownOf = (record: AttendanceRecord, withLocation: boolean) => ({
  ...record,
  check_in: record.check_in && formatInstant(record.check_in, zone),
  check_out: record.check_out && formatInstant(record.check_out, zone),
  location: withLocation ? record.location : undefined,
});

withCore(
  'days as JSON',
  (test) => {
    const people: number[] = [];
    const at = (day: number, hour: number) => new Date(Date.UTC(2026, 2, day, hour, 30, 59));

    before(async () => {
      const { attendance, absenceTypes, employees } = test.core;
      test.clock.set('2026-04-01T00:00:00Z');
      const label = 'חופש "ארוך" \\ ~~~~~~~~~~~~~~": 😀';
      await absenceTypes.create(test.company, { label });
      for (let n = 0; n < 3; n += 1) people.push((await employees.create(test.company, newEmployee())).id);
      const [one, other, third] = people as [number, number, number];
      // In New York the clocks change on 8 March 2026.
      for (let day = 6; day < 10; day += 1) {
        const location = { lat: day / 7, lng: -day * 1e-7, accuracy_meters: day % 2 === 0 ? null : 12.4 };
        await attendance.punchIn(test.company, one, { at: at(day, 8), location });
        await attendance.punchOut(test.company, one, { at: at(day, 15), location: { lat: -90, lng: 180 } });
        await attendance.punchIn(test.company, other, { at: at(day, 9) });
        const { id } = await attendance.punchOut(test.company, other, { at: at(day, 16), location });
        if (day === 6) await attendance.approve(test.company, [id]);
        if (day === 7) await attendance.setStatus(test.company, id, 'exported', { approved: true });
      }
      await attendance.recordAbsence(test.company, { employee_id: third, date: '2026-03-08', absence_type: label });
      await attendance.punchIn(test.company, third, { at: at(10, 8), location: { lat: 0, lng: 0 } });
    });

    async function expectSame(filter: AttendanceFilter, page: PageRequest, withLocation: boolean): Promise<void> {
      const { items, total } = await test.core.attendance.list(test.company, filter, page, { withLocation });
      const days = await listAsJsonOf(test.core.attendance)?.(test.company, filter, page, { withLocation, zone });
      const asked = JSON.stringify([filter, page, withLocation]);
      expect(JSON.parse(`[${days?.records}]`), asked).to.deep.equal(
        JSON.parse(JSON.stringify(items.map((item) => shownOf(item, withLocation)))),
      );
      const located = items.filter(({ location }) => location?.check_in != null || location?.check_out != null);
      expect({ ...days, records: null }, asked).to.deep.equal({
        records: null,
        total,
        recordCount: items.length,
        people: new Set(items.map(({ employee_id }) => employee_id)).size,
        firstDate: items[0]?.date ?? null,
        lastDate: items.at(-1)?.date ?? null,
        located: located.length,
      });
    }

    it('have the records of the list and the figures of its page', async () => {
      const filters = [
        {},
        { employee_id: people[0] },
        { status: 'approved' },
        { date_from: '2026-03-08' },
        { status: 'none' },
      ];
      for (const filter of filters) {
        for (const page of [1, 2, 9].flatMap((number) => [3, 200].map((per_page) => ({ page: number, per_page })))) {
          for (const withLocation of [true, false]) await expectSame(filter, page, withLocation);
        }
      }
      const { total } = await test.core.attendance.list(test.company, {}, { page: 1, per_page: 1 });
      expect(total).to.equal(10);
    });
  },
  { attendanceStatuses: ['exported'] },
);
