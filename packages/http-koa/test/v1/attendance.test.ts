import { expect } from 'chai';
import { EVERY_MOUNT, newEmployee, withApi } from '../support.ts';
import { storeDays } from './attendance-rows.ts';

withApi(
  'v1 attendance',
  (test) => {
    let dana: number;
    let omar: number;
    let ids: number[];
    let department: number;
    let foreignDay: number;

    before(async () => {
      department = (await test.core.organization.createDepartment(test.company, { name: 'Night' })).id;
      dana = (await test.core.employees.create(test.company, newEmployee({ department_id: department }))).id;
      omar = (await test.core.employees.create(test.company, newEmployee())).id;
      ids = await storeDays(test, test.company, [
        {
          employeeId: dana,
          date: '2026-03-26',
          checkIn: '2026-03-26T20:00:00.999Z',
          checkOut: '2026-03-27T03:00:00Z',
          checkInPoint: [32.08, 34.78, 12],
        },
        {
          employeeId: omar,
          date: '2026-03-26',
          checkIn: '2026-03-26T23:59:59Z',
          checkOut: '2026-03-27T00:00:00Z',
          status: 'approved',
          isApproved: true,
          checkInPoint: [0, 0, null],
        },
        { employeeId: dana, date: '2026-10-24', checkIn: '2026-10-24T22:30:00Z', checkOut: '2026-10-24T23:30:00Z' },
        { employeeId: omar, date: '2026-10-25', absenceType: 'מילואים' },
        {
          employeeId: dana,
          date: '2026-10-25',
          checkIn: null,
          checkOut: '2026-10-25T10:00:00Z',
          status: 'locked',
          isApproved: true,
        },
      ]);
      const foreigner = await test.core.employees.create(test.foreign, newEmployee());
      [foreignDay] = (await storeDays(test, test.foreign, [{ employeeId: foreigner.id, date: '2026-03-26' }])) as [
        number,
      ];
      await test.core.employees.freeze(test.company, omar);
    });

    const list = async (query: string): Promise<number[]> => {
      const response = await test.call('GET', `/attendance${query}`);
      expect(response.status).to.equal(200);
      return response.body.data.map((record: { id: number }) => record.id);
    };

    it('shows times in the company’s zone with their offset, across both clock changes, in whole seconds', async () => {
      const { body } = await test.call('GET', '/attendance');
      const times = body.data.map((record: Record<string, unknown>) => [record.check_in, record.check_out]);
      expect(times).to.deep.equal([
        ['2026-03-26T22:00:00+02:00', '2026-03-27T06:00:00+03:00'],
        ['2026-03-27T01:59:59+02:00', '2026-03-27T03:00:00+03:00'],
        ['2026-10-25T01:30:00+03:00', '2026-10-25T01:30:00+02:00'],
        [null, null],
        [null, '2026-10-25T12:00:00+02:00'],
      ]);
      expect(body.data[3]).to.include({ absence_type: 'מילואים', status: 'pending', is_approved: false });
    });

    it('has a location object with the ability, its members null where nothing is known, and no key without it', async () => {
      const { body } = await test.call('GET', '/attendance');
      expect(body.data.map((record: { location: unknown }) => record.location)).to.deep.equal([
        { check_in: { lat: 32.08, lng: 34.78, accuracy_meters: 12 }, check_out: null },
        { check_in: { lat: 0, lng: 0, accuracy_meters: null }, check_out: null },
        { check_in: null, check_out: null },
        { check_in: null, check_out: null },
        { check_in: null, check_out: null },
      ]);
      const token = await test.newToken(['attendance:read']);
      const without = await test.call('GET', '/attendance', { token });
      for (const record of without.body.data) expect(record).not.to.have.property('location');
      const alone = await test.newToken(['attendance:location:read']);
      expect((await test.call('GET', '/attendance', { token: alone })).status).to.equal(403);
    });

    it('orders by date and id, filters by everything, and keeps frozen employees’ days', async () => {
      expect(await list('')).to.deep.equal([ids[0], ids[1], ids[2], ids[3], ids[4]]);
      expect(await list('?date_from=2026-10-24&date_to=2026-10-24')).to.deep.equal([ids[2]]);
      expect(await list('?date_from=2026-10-25')).to.deep.equal([ids[3], ids[4]]);
      expect(await list(`?employee_id=${omar}`)).to.deep.equal([ids[1], ids[3]]);
      expect(await list(`?department_id=${department}`)).to.deep.equal([ids[0], ids[2], ids[4]]);
      expect(await list('?status=approved')).to.deep.equal([ids[1]]);
      expect(await list('?status=locked')).to.deep.equal([ids[4]]);
      expect(await list('?status=nonsense')).to.deep.equal([]);
      expect(
        await list(`?department_id=${department}&date_to=2026-03-31&status=pending&employee_id=${dana}`),
      ).to.deep.equal([ids[0]]);
      expect(await list(`?branch_id=1`)).to.deep.equal([]);
    });

    it('refuses a range that ends before it begins, on its end', async () => {
      const response = await test.call('GET', '/attendance?date_from=2026-10-25&date_to=2026-10-24');
      expect(response.status).to.equal(422);
      expect(response.body.errors).to.deep.equal({
        date_to: ['The date to field must be a date after or equal to date from.'],
      });
    });

    it('never shows another company’s day, whatever is asked', async () => {
      for (const query of ['', '?date_from=2026-03-26&date_to=2026-03-26', '?per_page=200', '?status=pending']) {
        expect(await list(query)).not.to.include(foreignDay);
      }
      const theirs = (await test.core.employees.list(test.foreign, {}, { page: 1, per_page: 1 })).items[0]?.id;
      const foreign = await test.call('GET', `/attendance?employee_id=${theirs}`);
      const unknown = await test.call('GET', '/attendance?employee_id=2000000000');
      expect(foreign.body.data).to.deep.equal([]);
      expect(foreign.body.meta).to.deep.equal(unknown.body.meta);
    });
  },
  { mounts: EVERY_MOUNT },
);
