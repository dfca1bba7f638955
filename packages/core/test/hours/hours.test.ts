import { type InvalidInputError, type PersonHours, type SystemActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { person } from '../leave/people.ts';
import { newEmployee, randomNumbers, refusal, withCore } from '../support.ts';

withCore(
  'the hours of a month',
  (test) => {
    const at = (text: string) => new Date(`${text}+03:00`);
    const ids: Record<string, number> = {};

    const hire = async (name: string, more: object = {}, company = test.company) => {
      const { id } = await test.core.employees.create(company, { ...newEmployee(), name, ...more });
      ids[name] = id;
      return id;
    };
    const work = (id: number, date: string, from: string, to: string, breaks: readonly [string, string][] = []) =>
      test.core.attendance.correct(test.company, id, date, {
        punches: [
          { kind: 'in', at: at(`${date}T${from}`) },
          ...breaks.flatMap(([start, end]) => [
            { kind: 'break_start' as const, at: at(`${date}T${start}`) },
            { kind: 'break_end' as const, at: at(`${date}T${end}`) },
          ]),
          { kind: 'out', at: at(`${date}T${to}`) },
        ],
        note: 'as told',
      });
    const absent = (id: number, date: string, absence_type: string) =>
      test.core.attendance.recordAbsence(test.company, { employee_id: id, date, absence_type });
    const leave = async (id: number, dates: string[], type: string) => {
      const requests = await test.core.leave.submit(test.company, { employee_id: id, dates, type });
      return requests.map((request) => request.id);
    };
    const ofCompany = async (month = '2026-06', company: SystemActor = test.company) => {
      const people: PersonHours[] = [];
      for await (const one of test.core.hours.ofCompany(company, month)) people.push(one);
      return people;
    };
    const partsOf = ({ byPreset }: Pick<PersonHours, 'byPreset'>) =>
      byPreset.map(({ preset, minutes }) => [preset?.name ?? null, minutes]);

    before(async () => {
      const { core, company, clock } = test;
      clock.set(at('2026-06-20T12:00:00'));
      await core.absenceTypes.createDefaults(company);
      await core.shifts.create(company, {
        name: 'Evening',
        start_time: '16:00',
        end_time: '22:00',
        wage_percentage: 125,
      });
      await core.shifts.create(company, {
        name: 'Night',
        start_time: '22:00',
        end_time: '06:00',
        wage_percentage: 150,
      });
      await core.shifts.create(company, { name: 'By hand', wage_percentage: 200 });
      await core.shifts.create(test.foreign, {
        name: 'Foreign',
        start_time: '00:00',
        end_time: '00:00',
        wage_percentage: 900,
      });

      const dana = await hire('Dana');
      await core.attendance.approve(company, [
        (await work(dana, '2026-06-01', '08:00:00', '17:00:00', [['12:00:00', '12:30:40']])).id,
      ]);
      await core.attendance.reject(company, [(await work(dana, '2026-06-02', '08:00:00', '20:00:00')).id], {
        note: 'no',
      });
      await work(dana, '2026-06-03', '15:29:30', '22:30:15');
      await core.attendance.approve(company, [(await absent(dana, '2026-06-07', 'מחלה')).id]);
      await absent(dana, '2026-06-25', 'חופש');
      await core.attendance.reject(company, [(await absent(dana, '2026-06-26', 'חופש')).id]);
      // Approved leave: recorded as a day, not recorded, cancelled, of a day whose absence was rejected, of another month.
      const requests: Record<string, number> = {};
      for (const date of ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-26', '2026-07-01']) {
        const [id = 0] = await leave(dana, [date], 'חופש');
        await core.leave.approve(company, id);
        requests[date] = id;
      }
      await core.absenceDays.recordForLeave(company, [requests['2026-06-08'] as number]);
      await core.leave.cancel(company, requests['2026-06-10'] as number);
      await leave(dana, ['2026-06-11'], 'חופש');
      await work(dana, '2026-05-31', '08:00:00', '09:00:00');

      const omar = await hire('Omar');
      await core.attendance.punchIn(company, omar, { at: at('2026-06-10T08:00:00') });
      await core.attendance.punchOut(company, omar, { at: at('2026-06-11T09:00:00') });
      await core.attendance.punchIn(company, omar, { at: at('2026-06-14T08:00:00') });
      await core.attendance.punchIn(company, omar, { at: at('2026-06-20T08:00:00') });
      await core.attendance.breakStart(company, omar, { at: at('2026-06-20T11:00:00') });

      for (const name of ['Gone Long Ago', 'Left In June', 'Left On Leave']) await hire(name);
      await work(ids['Gone Long Ago'] as number, '2026-05-05', '08:00:00', '10:00:00');
      await work(ids['Left In June'] as number, '2026-06-04', '08:00:00', '10:00:00');
      const [away] = await leave(ids['Left On Leave'] as number, ['2026-06-01'], 'חופש');
      await core.leave.approve(company, away as number);
      for (const name of ['Gone Long Ago', 'Left In June', 'Left On Leave']) {
        await core.employees.freeze(company, ids[name] as number);
      }
      await hire('Never Here');
      await hire('Stranger', {}, test.foreign);
    });

    const none = { workedMinutes: 0, breakMinutes: 0, workedDays: 0, absences: [] };

    it('are worked time by preset, breaks, days and absences, approved and pending together and apart', async () => {
      const dana = await test.core.hours.ofPerson(test.company, ids.Dana as number, '2026-06');
      expect(dana.employee).to.deep.equal({
        id: ids.Dana,
        name: 'Dana',
        status: 'active',
        department: null,
        branch: null,
      });
      // 08:00 to 17:00 without 30:40, cut once: 8:29; and 7:00:45, of which 30 seconds are regular and 15 of the night.
      expect(dana.workedMinutes).to.equal(509 + 420);
      expect(dana).to.deep.include({ workedDays: 2, breakMinutes: 30, unmended: [] });
      expect(partsOf(dana)).to.deep.equal([
        [null, 449 + 30],
        ['Evening', 60 + 360],
        ['Night', 30],
      ]);
      expect(dana.absences).to.deep.equal([
        { label: 'חופש', days: 3 },
        { label: 'מחלה', days: 1 },
      ]);
      expect(dana.approved).to.deep.include({ workedMinutes: 509, breakMinutes: 30, workedDays: 1 });
      expect(partsOf(dana.approved)).to.deep.equal([
        [null, 449],
        ['Evening', 60],
        ['Night', 0],
      ]);
      expect(dana.approved.absences).to.deep.equal([
        { label: 'חופש', days: 2 },
        { label: 'מחלה', days: 1 },
      ]);
      expect(dana.pending).to.deep.include({ workedMinutes: 420, breakMinutes: 0, workedDays: 1 });
      expect(dana.pending.absences).to.deep.equal([{ label: 'חופש', days: 1 }]);
      expect(dana.rejected).to.deep.include({ workedMinutes: 720, workedDays: 1 });
      expect(dana.rejected.absences).to.deep.equal([{ label: 'חופש', days: 1 }]);
      expect((await test.core.hours.ofPerson(test.company, ids.Dana as number, '2026-05')).workedMinutes).to.equal(60);
    });

    it('name the days that lack a punch and are over, and count what was worked on the day that goes on', async () => {
      const omar = await test.core.hours.ofPerson(test.company, ids.Omar as number, '2026-06');
      expect(omar.unmended).to.deep.equal(['2026-06-10', '2026-06-11', '2026-06-14']);
      expect(omar).to.deep.include({
        workedMinutes: 180,
        workedDays: 1,
        breakMinutes: 0,
        approved: { ...none, byPreset: omar.approved.byPreset },
      });
      expect(omar.pending.workedMinutes).to.equal(180);
    });

    it('of a company are everybody’s by id, of frozen people only where they have some', async () => {
      const people = await ofCompany();
      expect(people.map(({ employee }) => employee.name)).to.deep.equal([
        'Dana',
        'Omar',
        'Left In June',
        'Left On Leave',
        'Never Here',
      ]);
      for (const shown of people) {
        expect(await test.core.hours.ofPerson(test.company, shown.employee.id, '2026-06')).to.deep.equal(shown);
      }
      expect(people.at(-1)).to.deep.include({ ...none, unmended: [] });
      expect(people.at(-2)?.absences).to.deep.equal([{ label: 'חופש', days: 1 }]);
      expect((await ofCompany('2026-06', test.foreign)).map(({ employee }) => employee.name)).to.deep.equal([
        'Stranger',
      ]);
      const gone = await test.core.hours.ofPerson(test.company, ids['Gone Long Ago'] as number, '2026-06');
      expect(gone).to.deep.include(none);
    });

    it('add up to what the pages show of each day and month, and each sum to its parts', async () => {
      const { attendance, hours } = test.core;
      const id = await hire('Random');
      const random = randomNumbers(20_260_601);
      const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 19);
      const approved: number[] = [];
      const rejected: number[] = [];
      for (let day = 1; day < 20; day += 1) {
        const from = random(30_000);
        const pause = from + 60 + random(20_000);
        const back = pause + 60 + random(10_000);
        const to = back + 60 + random(20_000);
        const date = `2026-06-${String(day).padStart(2, '0')}`;
        const record = await work(id, date, clock(from), clock(to), [[clock(pause), clock(back)]]);
        [approved, rejected, []][random(3)]?.push(record.id);
      }
      await attendance.approve(test.company, approved);
      await attendance.reject(test.company, rejected, { note: 'no' });
      const sheet = await attendance.personMonth(test.company, id, '2026-06');
      const own = await hours.ofPerson(test.company, id, '2026-06');
      expect(own.workedMinutes * 60_000).to.equal(sheet.workedMs);
      const minutesOf = (...states: string[]) =>
        sheet.days
          .filter(({ state }) => states.includes(state))
          .reduce((all, { workedMs }) => all + workedMs / 60_000, 0);
      expect(own.approved.workedMinutes).to.equal(minutesOf('approved')).above(0);
      expect(own.pending.workedMinutes).to.equal(minutesOf('pending')).above(0);
      expect(own.rejected.workedMinutes).to.equal(minutesOf('rejected')).above(0);
      const page = await attendance.monthSheet(test.company, '2026-06', {}, { page: 1, per_page: 50 });
      const ofSheet = new Map(page.people.items.map(({ employee, workedMs }) => [employee.id, workedMs / 60_000]));
      for (const shown of await ofCompany()) {
        expect(shown.workedMinutes, shown.employee.name).to.equal(ofSheet.get(shown.employee.id) ?? 0);
        for (const part of [shown, shown.approved, shown.pending, shown.rejected]) {
          expect(part.byPreset.reduce((all, { minutes }) => all + minutes, 0)).to.equal(part.workedMinutes);
        }
      }
    });

    it('follow the clocks of the company’s zone in the nights when they change', async () => {
      const { core, clock } = test;
      const company = systemActor((await core.companies.create({ name: 'Bakers at night' })).id);
      await core.shifts.create(company, {
        name: 'Early',
        start_time: '01:00',
        end_time: '04:00',
        wage_percentage: 150,
      });
      const { id } = await core.employees.create(company, newEmployee());
      for (const [begins, ends, month] of [
        ['2026-03-26T22:00:00+02:00', '2026-03-27T06:00:00+03:00', '2026-03'],
        ['2026-10-24T22:00:00+03:00', '2026-10-25T06:00:00+02:00', '2026-10'],
      ] as const) {
        clock.set(new Date(begins));
        await core.attendance.punchIn(company, id);
        clock.set(new Date(ends));
        await core.attendance.punchOut(company, id);
        const hours = await core.hours.ofPerson(company, id, month);
        const [all, early] = month === '2026-03' ? [420, 120] : [540, 240];
        expect([hours.workedMinutes, partsOf(hours)]).to.deep.equal([
          all,
          [
            [null, all - early],
            ['Early', early],
          ],
        ]);
      }
      clock.set(at('2026-06-20T12:00:00'));
    });

    it('put a day of a product’s own status where its approval says', async () => {
      const { attendance, hours } = test.core;
      const id = await hire('Locked');
      const { id: record } = await work(id, '2026-06-15', '08:00:00', '10:00:00');
      for (const approved of [true, false]) {
        await attendance.setStatus(test.company, record, 'locked', { approved });
        const own = await hours.ofPerson(test.company, id, '2026-06');
        expect([own.workedMinutes, own.approved.workedMinutes, own.pending.workedMinutes]).to.deep.equal(
          approved ? [120, 120, 0] : [120, 0, 120],
        );
      }
    });

    it('are read in portions: the second is asked for after the first was taken', async () => {
      const { core } = test;
      const company = systemActor((await core.companies.create({ name: 'Large bakery' })).id);
      await core.transaction(async (manager) => {
        for (let n = 0; n < 101; n += 1) await core.employees.create(company, newEmployee(), { manager });
      });
      const stream = core.hours.ofCompany(company, '2026-06');
      const first = (await stream.next()).value as PersonHours;
      const { id: later } = await core.employees.create(company, newEmployee({ name: 'Hired meanwhile' }));
      const rest: PersonHours[] = [];
      for await (const one of stream) rest.push(one);
      expect([first, ...rest].map(({ employee }) => employee.id)).to.deep.equal(
        [...new Set([first, ...rest].map(({ employee }) => employee.id))].sort((a, b) => a - b),
      );
      expect(rest).to.have.length(101);
      expect(rest.at(-1)?.employee.id).to.equal(later);
      const left = core.hours.ofCompany(company, '2026-06');
      await left.next();
      expect(await left.return()).to.deep.equal({ done: true, value: undefined });
    });

    it('are for managers; employees see their own', async () => {
      const { core } = test;
      const employee = await person(test);
      const manager = await person(test, 'manager');
      const admin = await person(test, 'admin');
      const first = (actor: typeof employee) => core.hours.ofCompany(actor, '2026-06').next();
      expect(await refusal(first(employee))).to.have.property('code', 'not_permitted');
      expect(await refusal(core.hours.ofPerson(employee, ids.Dana as number, '2026-06'))).to.have.property(
        'code',
        'not_found',
      );
      expect((await core.hours.ofPerson(employee, employee.employeeId, '2026-06')).workedMinutes).to.equal(0);
      for (const actor of [manager, admin]) {
        expect((await first(actor)).value).to.have.nested.property('employee.name', 'Dana');
        expect((await core.hours.ofPerson(actor, ids.Omar as number, '2026-06')).workedMinutes).to.equal(180);
      }
      const stranger = await person(test, 'admin', test.foreign);
      expect(await refusal(core.hours.ofPerson(stranger, ids.Dana as number, '2026-06'))).to.have.property(
        'code',
        'not_found',
      );
      const token = { ...manager, kind: 'token', abilities: new Set(['attendance:read']) } as never;
      expect(await refusal(core.hours.ofPerson(token, ids.Dana as number, '2026-06'))).to.have.property(
        'code',
        'ability_missing',
      );
      expect(await refusal(first(token))).to.have.property('code', 'ability_missing');
      await core.employees.freeze(test.company, manager.employeeId);
      expect(await refusal(first(manager))).to.have.property('code', 'not_authenticated');
    });

    it('of a month that is none, or is to come, are refused', async () => {
      const { core, company, clock } = test;
      const refusedBy = async (month: unknown) => {
        const errors: unknown[] = [];
        for (const call of [
          () => core.hours.ofPerson(company, ids.Dana as number, month as string),
          () => core.hours.ofCompany(company, month as string).next(),
        ]) {
          errors.push(((await refusal(call())) as InvalidInputError).errors);
        }
        expect(errors[0]).to.deep.equal(errors[1]);
        return errors[0];
      };
      for (const month of [
        '2026-13',
        '2026-6',
        '2026-06-01',
        '',
        'June',
        '2026',
        202606,
        null,
        undefined,
        ['2026-06'],
      ]) {
        expect(await refusedBy(month), String(month)).to.deep.equal({ month: [{ rule: 'month' }] });
      }
      for (const month of ['2026-07', '9999-12']) {
        expect(await refusedBy(month)).to.deep.equal({ month: [{ rule: 'not_after_now' }] });
      }
      // July has begun in Israel, and not yet in UTC.
      clock.set(new Date('2026-06-30T21:00:00Z'));
      expect(await core.hours.ofPerson(company, ids.Dana as number, '2026-07')).to.deep.include({ workedMinutes: 0 });
      clock.set(at('2026-06-20T12:00:00'));
    });
  },
  { attendanceStatuses: ['locked'] },
);
