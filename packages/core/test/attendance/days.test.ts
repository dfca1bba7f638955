import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, refusal, withCore } from '../support.ts';

withCore(
  'attendance days',
  (test) => {
    const at = (text: string) => new Date(`${text}:00+03:00`);
    let id: number;

    before(() => test.clock.set(new Date('2026-12-01T00:00:00Z')));
    beforeEach(async () => {
      id = (await test.core.employees.create(test.company, newEmployee())).id;
    });

    const workDay = (date: string) =>
      test.core.attendance.correct(test.company, id, date, {
        punches: [
          { kind: 'in', at: at(`${date}T08:00`) },
          { kind: 'out', at: at(`${date}T16:00`) },
        ],
        note: 'as told by the foreman',
      });

    it('corrects by appending: the id stays, the old punches stay as evidence, the approval does not', async () => {
      const punched = await test.core.attendance.punchIn(test.company, id, { at: at('2026-06-01T09:00') });
      const corrected = await workDay('2026-06-01');
      expect(corrected).to.include({ id: punched.id, status: 'pending' });
      await test.core.attendance.approve(test.company, [punched.id]);
      const again = await workDay('2026-06-01');
      expect(again).to.include({ id: punched.id, status: 'pending', is_approved: false });
      const { punches } = await test.core.attendance.day(test.company, punched.id);
      expect(punches).to.have.lengthOf(3);
      expect(punches.filter((punch) => punch.voidedAt === null)).to.have.lengthOf(2);
      expect(punches.filter((punch) => punch.note === 'as told by the foreman')).to.have.lengthOf(2);
    });

    it('decides upon 500 days at once and no more', async () => {
      const ids = Array.from({ length: 501 }, (_, index) => 1e9 + index);
      const tooMany = await refusal(test.core.attendance.approve(test.company, ids));
      expect(tooMany).to.deep.include({
        code: 'invalid_input',
        errors: { ids: [{ rule: 'max', params: { max: 500 } }] },
      });
      const unknown = await refusal(test.core.attendance.reject(test.company, ids.slice(1)));
      expect(unknown).to.have.property('code', 'not_found');
    });

    it('takes 500 punches a day and no more, the last of them an out', async () => {
      const { attendance } = test.core;
      const punches = Array.from({ length: 498 }, (_, index) => ({
        kind: index % 2 === 0 ? ('in' as const) : ('out' as const),
        at: new Date(at('2026-06-01T08:00').getTime() + index * 1_000),
      }));
      const { id: dayId } = await attendance.correct(test.company, id, '2026-06-01', {
        punches,
        note: 'a stuck button',
      });
      const later = (minute: number) => ({ at: at(`2026-06-01T09:0${minute}`) });
      await attendance.punchIn(test.company, id, later(0));
      expect(await refusal(attendance.breakStart(test.company, id, later(1)))).to.deep.include({
        code: 'state_conflict',
        details: { most: 500 },
      });
      await attendance.punchOut(test.company, id, later(2));
      expect(await refusal(attendance.punchIn(test.company, id, later(3)))).to.have.property('code', 'state_conflict');
      expect((await attendance.day(test.company, dayId)).punches).to.have.lengthOf(500);
      expect(await attendance.punchIn(test.company, id, { at: at('2026-06-02T08:00') })).to.include({ status: 'open' });
    });

    it('refuses days that cannot have been', async () => {
      const refused: [string, { kind: 'in' | 'out'; at: Date }[]][] = [
        ['2026-06-01', [{ kind: 'in', at: at('2026-06-02T08:00') }]],
        [
          '2026-06-01',
          [
            { kind: 'in', at: at('2026-06-01T08:00') },
            { kind: 'out', at: at('2026-06-01T08:00') },
          ],
        ],
        [
          '2026-06-01',
          [
            { kind: 'in', at: at('2026-06-01T08:00') },
            { kind: 'out', at: at('2026-06-03T08:00') },
          ],
        ],
        ['2026-12-02', [{ kind: 'in', at: at('2026-12-02T08:00') }]],
      ];
      for (const [date, punches] of refused) {
        const error = await refusal(test.core.attendance.correct(test.company, id, date, { punches, note: 'x' }));
        expect(error, date).to.have.property('code', 'state_conflict');
      }
    });

    it('leaves a punch that was right as it was, with its place', async () => {
      const location = { lat: 32, lng: 34.5, accuracy_meters: 9 };
      await test.core.attendance.punchIn(test.company, id, { at: at('2026-06-01T08:00'), location });
      const day = await workDay('2026-06-01');
      expect(day.location).to.deep.equal({ check_in: location, check_out: null });
      const { punches } = await test.core.attendance.day(test.company, day.id);
      expect(punches.map((punch) => punch.rule)).to.deep.equal(['ownDate', 'correction']);
    });

    it('closes a day that was left open, and no other', async () => {
      const { id: dayId } = await test.core.attendance.punchIn(test.company, id, { at: at('2026-06-01T08:00') });
      const closed = await test.core.attendance.closeDay(test.company, dayId, at('2026-06-01T17:00'), 'went home');
      expect(closed).to.include({ id: dayId, status: 'pending' });
      const again = test.core.attendance.closeDay(test.company, dayId, at('2026-06-01T18:00'), 'again');
      expect(await refusal(again)).to.have.property('code', 'state_conflict');
    });

    it('closes a day with two punches at one instant, which stay as they are', async () => {
      const { attendance } = test.core;
      const noon = at('2026-06-01T12:00');
      await attendance.punchIn(test.company, id, { at: at('2026-06-01T08:00') });
      await attendance.punchOut(test.company, id, { at: noon });
      const { id: dayId } = await attendance.punchIn(test.company, id, { at: noon });
      const early = attendance.closeDay(test.company, dayId, at('2026-06-01T11:59'), 'went home');
      expect(await refusal(early)).to.have.property('code', 'state_conflict');
      const late = attendance.closeDay(test.company, dayId, at('2026-06-03T08:00'), 'went home');
      expect(await refusal(late)).to.have.property('code', 'state_conflict');
      const future = attendance.closeDay(test.company, dayId, new Date('2027-01-01T00:00:00Z'), 'went home');
      expect(await refusal(future)).to.have.property('code', 'state_conflict');
      await attendance.closeDay(test.company, dayId, at('2026-06-01T17:00'), 'went home');
      const { punches, workedMs } = await attendance.day(test.company, dayId);
      expect(punches.map(({ kind, rule, note, voidedAt }) => [kind, rule, note, voidedAt])).to.deep.equal([
        ['in', 'ownDate', null, null],
        ['out', 'openSegment', null, null],
        ['in', 'ownDate', null, null],
        ['out', 'correction', 'went home', null],
      ]);
      expect(workedMs).to.equal(9 * 3_600_000);
    });

    it('corrects such a day by adding to it, and takes no punch a second time', async () => {
      const { attendance } = test.core;
      const [eight, noon, four] = [at('2026-06-01T08:00'), at('2026-06-01T12:00'), at('2026-06-01T16:00')];
      await attendance.punchIn(test.company, id, { at: eight });
      await attendance.punchOut(test.company, id, { at: eight });
      await attendance.punchIn(test.company, id, { at: eight });
      const { id: dayId } = await attendance.punchOut(test.company, id, { at: noon });
      const correct = (...punches: readonly (readonly ['in' | 'out', Date])[]) =>
        attendance.correct(test.company, id, '2026-06-01', {
          punches: punches.map(([kind, time]) => ({ kind, at: time })),
          note: 'as told',
        });
      const wrong = [
        () => correct(['in', eight], ['in', eight], ['in', eight]),
        () => correct(['in', eight], ['out', eight], ['in', eight], ['out', noon], ['out', noon]),
        () => correct(['in', eight], ['out', eight], ['in', eight], ['out', noon], ['in', four], ['out', four]),
      ];
      for (const attempt of wrong) expect(await refusal(attempt())).to.have.property('code', 'state_conflict');
      await correct(['in', eight], ['out', eight], ['in', eight], ['out', noon], ['in', four]);
      const { punches } = await attendance.day(test.company, dayId);
      expect(punches.map(({ rule, voidedAt }) => [rule, voidedAt])).to.deep.equal([
        ...[
          ['ownDate', null],
          ['openSegment', null],
          ['ownDate', null],
          ['openSegment', null],
        ],
        ['correction', null],
      ]);
      const touching = await correct(['in', eight], ['out', noon], ['in', noon], ['out', four]);
      expect(touching.check_out, 'an out and the next in').to.deep.equal(four);
      await correct(['in', eight], ['out', noon]);
      const { punches: fewer } = await attendance.day(test.company, dayId);
      expect(fewer.filter(({ voidedAt }) => voidedAt === null).map(({ kind }) => kind)).to.deep.equal(['in', 'out']);
    });

    it('takes a time without seconds as its minute, at the place where the punches pair (D:A26)', async () => {
      const { attendance } = test.core;
      const exact = (text: string) => new Date(`2026-06-${text}+03:00`);
      const location = { lat: 32, lng: 34.5, accuracy_meters: 9 };
      /** Adds a punch as a form does that knows only minutes and sorts them. */
      const add = async (kind: 'in' | 'out', time: string) => {
        const known = await attendance.dayOfDate(test.company, id, time.replace(/^(..)T.*/, '2026-06-$1'));
        const live = known?.punches.filter(({ voidedAt }) => voidedAt === null) ?? [];
        const punches = [...live, { kind, at: exact(`${time}:00`) }].sort((a, b) => a.at.getTime() - b.at.getTime());
        const date = `2026-06-${time.slice(0, 2)}`;
        const { id: dayId } = await attendance.correct(test.company, id, date, { punches, note: 'told' });
        const day = await attendance.day(test.company, dayId);
        const now = day.punches.filter(({ voidedAt }) => voidedAt === null);
        const shown = now.map((punch) => `${punch.kind} ${punch.at.toISOString().slice(11, 19)}`).join(', ');
        return `${shown}: ${day.workedMs / 60_000}`;
      };
      await attendance.punchIn(test.company, id, { at: exact('01T08:00:40'), location });
      expect(await add('out', '01T08:00'), 'an out after its in').to.equal('in 05:00:40, out 05:00:40: 0');
      await attendance.punchIn(test.company, id, { at: exact('02T08:00:40') });
      await attendance.punchOut(test.company, id, { at: exact('02T16:00:35') });
      await add('in', '02T16:00');
      expect(await add('out', '02T18:00'), 'an in after the out').to.equal(
        'in 05:00:40, out 13:00:35, in 13:00:35, out 15:00:00: 599',
      );
      await attendance.punchIn(test.company, id, { at: exact('03T20:30:02') });
      await attendance.punchOut(test.company, id, { at: exact('03T20:30:08') });
      await add('in', '03T20:30');
      const night = await attendance.punchOut(test.company, id, { at: exact('04T06:00:05') });
      expect(night, 'the next real punch').to.include({ date: '2026-06-03', status: 'pending' });
      expect(await add('in', '04T06:00'), 'the day after').to.equal('in 03:00:05: 0');
      await attendance.punchIn(test.company, id, { at: exact('05T08:00:00') });
      await attendance.punchOut(test.company, id, { at: exact('05T08:00:30') });
      await attendance.punchIn(test.company, id, { at: exact('05T16:00:00'), location });
      await attendance.punchOut(test.company, id, { at: exact('05T18:00:00') });
      const [eight, , four, six] = (await attendance.dayOfDate(test.company, id, '2026-06-05'))?.punches ?? [];
      const punches = [eight, four, six].filter((punch) => punch !== undefined);
      await attendance.correct(test.company, id, '2026-06-05', { punches, note: 'they stayed' });
      expect(await add('out', '05T16:00'), 'before a punch of its instant').to.equal(
        'in 05:00:00, out 13:00:00, in 13:00:00, out 15:00:00: 600',
      );
      const fifth = await attendance.dayOfDate(test.company, id, '2026-06-05');
      const back = fifth?.punches.findLast(({ kind, voidedAt }) => kind === 'in' && voidedAt === null);
      expect(back).to.deep.include({ location, rule: 'correction' });
    });

    it('takes a product’s punch without seconds after the last one of its minute', async () => {
      const { attendance } = test.core;
      await attendance.punchIn(test.company, id, { at: new Date('2026-06-01T05:00:40.250Z') });
      const { check_out } = await attendance.punchOut(test.company, id, { at: at('2026-06-01T08:00') });
      expect(check_out).to.deep.equal(new Date('2026-06-01T05:00:40.250Z'));
      const earlier = attendance.punchIn(test.company, id, { at: at('2026-06-01T07:59') });
      expect(await refusal(earlier)).to.have.property('code', 'state_conflict');
    });

    it('closes whatever day a punch-out could have closed, where a working day is short', async () => {
      const { attendance, companies, employees } = test.core;
      const company = systemActor((await companies.create({ name: 'Short days', work_day_hours: 12 })).id);
      const { id: guard } = await employees.create(company, newEmployee());
      await attendance.punchIn(company, guard, { at: at('2026-06-01T00:30') });
      await attendance.punchOut(company, guard, { at: at('2026-06-01T06:00') });
      const { id: dayId } = await attendance.punchIn(company, guard, { at: at('2026-06-01T22:00') });
      const late = attendance.closeDay(company, dayId, at('2026-06-02T12:00'), 'told');
      expect(await refusal(late)).to.have.property('code', 'state_conflict');
      const closed = await attendance.closeDay(company, dayId, at('2026-06-02T06:00'), 'told');
      expect(closed.check_out).to.deep.equal(at('2026-06-02T06:00'));
    });

    it('closes and corrects a day that another zone of the company has placed', async () => {
      const { attendance, companies, employees } = test.core;
      const company = systemActor((await companies.create({ name: 'Moved' })).id);
      const { id: baker } = await employees.create(company, newEmployee());
      const { id: dayId } = await attendance.punchIn(company, baker, { at: at('2026-06-02T01:00') });
      await companies.update(company, { zone: 'Europe/London' });
      const closed = await attendance.closeDay(company, dayId, at('2026-06-02T09:00'), 'told');
      expect(closed).to.include({ id: dayId, date: '2026-06-02', status: 'pending' });
      const correct = (from: string) =>
        attendance.correct(company, baker, '2026-06-02', {
          punches: [
            { kind: 'in', at: at(from) },
            { kind: 'out', at: at('2026-06-02T08:00') },
          ],
          note: 'told',
        });
      expect(await correct('2026-06-02T01:00')).to.include({ id: dayId });
      expect(await refusal(correct('2026-06-02T01:01'))).to.have.property('code', 'state_conflict');
    });

    it('refuses a day that would cross another one, and one without punches', async () => {
      const { attendance } = test.core;
      const { id: open } = await attendance.punchIn(test.company, id, { at: at('2026-06-01T08:00') });
      await attendance.punchIn(test.company, id, { at: at('2026-06-02T08:00') });
      const crossing = attendance.closeDay(test.company, open, at('2026-06-02T10:00'), 'late');
      expect(await refusal(crossing)).to.have.property('code', 'state_conflict');
      const empty = attendance.correct(test.company, id, '2026-06-01', { punches: [], note: 'x' });
      expect(await refusal(empty)).to.have.deep.property('errors', { punches: [{ rule: 'required' }] });
    });

    it('lets two days touch, and the later one goes on from there', async () => {
      const { attendance } = test.core;
      const midnight = at('2026-06-02T00:00');
      const { id: first } = await attendance.punchIn(test.company, id, { at: at('2026-06-01T06:00') });
      const { id: second } = await attendance.punchIn(test.company, id, { at: midnight });
      expect(second).not.to.equal(first);
      // Written last, but not the last punch: the second day is still open.
      await attendance.closeDay(test.company, first, midnight, 'cut at midnight');
      const again = attendance.punchIn(test.company, id, { at: at('2026-06-02T03:00') });
      expect(await refusal(again)).to.have.property('code', 'already_in');
      const out = await attendance.punchOut(test.company, id, { at: at('2026-06-02T06:00') });
      expect(out).to.include({ id: second });
    });

    it('voids a day off the list, and its date can be worked again', async () => {
      const day = await workDay('2026-06-01');
      await test.core.attendance.voidDay(test.company, day.id);
      expect(await test.core.attendance.month(test.company, id, '2026-06')).to.deep.equal([]);
      const { attendance } = test.core;
      const later = [
        () => attendance.day(test.company, day.id),
        () => attendance.approve(test.company, [day.id]),
        () => attendance.voidDay(test.company, day.id),
        () => attendance.closeDay(test.company, day.id, at('2026-06-01T18:00'), 'late'),
      ];
      for (const attempt of later) expect(await refusal(attempt())).to.have.property('code', 'not_found');
      const other = await workDay('2026-06-01');
      expect(other.id).not.to.equal(day.id);
    });

    it('records absences in the future too, and on a worked day as half of it', async () => {
      await test.core.absenceTypes.createDefaults(test.company);
      const future = await test.core.attendance.recordAbsence(test.company, {
        employee_id: id,
        date: '2027-01-05',
        absence_type: 'מילואים',
      });
      expect(future).to.include({ status: 'pending', absence_type: 'מילואים', check_in: null, check_out: null });
      const worked = await workDay('2026-06-01');
      const half = await test.core.attendance.recordAbsence(test.company, {
        employee_id: id,
        date: '2026-06-01',
        absence_type: 'חופש',
      });
      expect(half).to.include({ id: worked.id, absence_type: 'חופש' });
      expect(half.check_in?.getTime()).to.equal(at('2026-06-01T08:00').getTime());
      const unknown = await refusal(
        test.core.attendance.recordAbsence(test.company, {
          employee_id: id,
          date: '2026-06-02',
          absence_type: 'nothing',
        }),
      );
      expect(unknown).to.have.deep.property('errors', { absence_type: [{ rule: 'in' }] });
    });

    it('takes an approval back when an absence is added, and not when it is there already', async () => {
      const day = await workDay('2026-06-01');
      const absence = { employee_id: id, date: '2026-06-01', absence_type: 'מחלה' };
      await test.core.attendance.approve(test.company, [day.id]);
      const half = await test.core.attendance.recordAbsence(test.company, absence);
      expect(half).to.include({ id: day.id, status: 'pending', is_approved: false });
      await test.core.attendance.approve(test.company, [day.id]);
      const again = await test.core.attendance.recordAbsence(test.company, absence);
      expect(again).to.include({ id: day.id, status: 'approved', is_approved: true });
    });

    it('takes a product’s own status, and leaves it alone when punches change', async () => {
      const day = await workDay('2026-06-01');
      const locked = await test.core.attendance.setStatus(test.company, day.id, 'locked', { approved: true });
      expect(locked).to.include({ status: 'locked', is_approved: true });
      expect(await workDay('2026-06-01')).to.include({ status: 'locked', is_approved: true });
      const decision = test.core.attendance.approve(test.company, [day.id]);
      expect(await refusal(decision)).to.have.property('code', 'state_conflict');
      for (const [status, approved] of [
        ['approved', false],
        ['pending', true],
        ['open', false],
        ['unknown', true],
      ] as const) {
        const error = await refusal(test.core.attendance.setStatus(test.company, day.id, status, { approved }));
        expect(error, status).to.have.property('code', 'state_conflict');
      }
    });

    it('says of nobody that they decided what a status was set to', async () => {
      const { attendance } = test.core;
      const { id: dayId } = await workDay('2026-06-01');
      const setTo = async (status: string, approved: boolean) => {
        await attendance.setStatus(test.company, dayId, status, { approved });
        return (await attendance.day(test.company, dayId)).decision?.note ?? null;
      };
      await attendance.approve(test.company, [dayId], { note: 'as on the roster' });
      expect(await setTo('locked', true)).to.equal('as on the roster');
      expect(await setTo('approved', true)).to.equal('as on the roster');
      expect(await setTo('rejected', false)).to.equal(null);
      await attendance.approve(test.company, [dayId], { note: 'after all' });
      expect(await setTo('pending', false)).to.equal(null);
      await attendance.reject(test.company, [dayId], { note: 'not on the roster' });
      expect(await setTo('rejected', false)).to.equal('not on the roster');
      expect(await setTo('locked', false)).to.equal('not on the roster');
      expect(await setTo('pending', false)).to.equal(null);
      await attendance.reject(test.company, [dayId], { note: 'not on the roster' });
      expect(await setTo('approved', true)).to.equal(null);
    });

    it('knows no other company’s day or employee', async () => {
      const { id: attendanceId } = await workDay('2026-06-01');
      const { attendance } = test.core;
      const attempts = [
        () => attendance.day(test.foreign, attendanceId),
        () => attendance.approve(test.foreign, [attendanceId]),
        () => attendance.reject(test.foreign, [attendanceId]),
        () => attendance.setStatus(test.foreign, attendanceId, 'locked', { approved: true }),
        () => attendance.voidDay(test.foreign, attendanceId),
        () =>
          attendance.correct(test.foreign, id, '2026-06-01', {
            punches: [{ kind: 'in', at: at('2026-06-01T08:00') }],
            note: 'x',
          }),
        () => attendance.punchIn(test.foreign, id),
      ];
      for (const attempt of attempts) expect(await refusal(attempt())).to.have.property('code', 'not_found');
      const absence = { employee_id: id, date: '2026-06-01', absence_type: 'חופש' };
      expect(await refusal(attendance.recordAbsence(test.foreign, absence))).to.have.property('code', 'invalid_input');
      expect((await attendance.list(test.foreign, {}, { page: 1, per_page: 200 })).total).to.equal(0);
      expect(await attendance.month(test.foreign, id, '2026-06')).to.deep.equal([]);
    });
  },
  { attendanceStatuses: ['locked'] },
);
