import { ShaonError } from '@shaon/core';
import { assertStoredCounts } from '@shaon/testing';
import { expect } from 'chai';
import { besideOpenTransaction } from '../held-transaction.ts';
import { newEmployee, refusal, withCore } from '../support.ts';

const at = (text: string) => new Date(`${text}:00+03:00`);

withCore(
  'attendance written at the same moment',
  (test) => {
    before(async () => {
      test.clock.set('2026-12-01T00:00:00Z');
      await test.core.absenceTypes.create(test.company, { label: 'חופש' });
    });

    async function openDay(): Promise<{ readonly employeeId: number; readonly id: number }> {
      const employee = await test.core.employees.create(test.company, newEmployee());
      const { id } = await test.core.attendance.punchIn(test.company, employee.id, { at: at('2026-06-01T08:00') });
      return { employeeId: employee.id, id };
    }

    it('closeDay leaves a real punch-out alone', async function () {
      this.timeout(60_000);
      const { attendance } = test.core;
      for (let run = 0; run < 25; run += 1) {
        const { employeeId, id } = await openDay();
        const punchOut = () => attendance.punchOut(test.company, employeeId, { at: at('2026-06-01T16:00') });
        const closeDay = () => attendance.closeDay(test.company, id, at('2026-06-01T15:00'), 'went home');
        const works = run % 2 === 0 ? [punchOut, closeDay] : [closeDay, punchOut];
        const outcomes = await Promise.allSettled(works.map((work) => work()));
        const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
        expect(refusals.map((error) => error.code)).to.have.lengthOf(1);
        expect(refusals[0].code).to.be.oneOf(['state_conflict', 'not_in']);
        const { punches } = await attendance.day(test.company, id);
        expect(punches.map(({ kind, voidedAt }) => [kind, voidedAt])).to.deep.equal([
          ['in', null],
          ['out', null],
        ]);
      }
    });

    it('closeDay sees the punch-out for which it has waited', async () => {
      const { employeeId, id } = await openDay();
      const closing = await besideOpenTransaction(
        test,
        (manager) =>
          test.core.attendance.punchOut(test.company, employeeId, { at: at('2026-06-01T16:00') }, { manager }),
        () => test.core.attendance.closeDay(test.company, id, at('2026-06-01T15:00'), 'went home'),
      );
      expect(closing).to.have.nested.property('reason.code', 'state_conflict');
      const { punches } = await test.core.attendance.day(test.company, id);
      expect(punches.filter((punch) => punch.voidedAt !== null)).to.deep.equal([]);
    });

    it('decisions see the punch for which they have waited', async () => {
      const { attendance } = test.core;
      const decisions: ((id: number) => Promise<unknown>)[] = [
        (id) => attendance.approve(test.company, [id]),
        (id) => attendance.reject(test.company, [id]),
        (id) => attendance.setStatus(test.company, id, 'approved', { approved: true }),
      ];
      for (const decide of decisions) {
        const { employeeId, id } = await openDay();
        await attendance.punchOut(test.company, employeeId, { at: at('2026-06-01T12:00') });
        const decision = await besideOpenTransaction(
          test,
          (manager) => attendance.punchIn(test.company, employeeId, { at: at('2026-06-01T13:00') }, { manager }),
          () => decide(id),
        );
        expect(decision).to.have.nested.property('reason.code', 'state_conflict');
        expect((await attendance.day(test.company, id)).record).to.include({ status: 'open', is_approved: false });
      }
    });

    it('an absence waits for the renaming of its type, and is then refused under the old label', async () => {
      const { employeeId } = await openDay();
      const type = await test.core.absenceTypes.create(test.company, { label: 'מחלה' });
      const absence = { employee_id: employeeId, date: '2026-06-03', absence_type: 'מחלה' };
      const recording = await besideOpenTransaction(
        test,
        (manager) => test.core.absenceTypes.rename(test.company, type.id, 'מחלה ממושכת', { manager }),
        () => test.core.attendance.recordAbsence(test.company, absence),
      );
      expect(recording).to.have.nested.property('reason.code', 'invalid_input');
    });

    it('each pair of writes has an outcome that its methods promise, and the counts stay right', async function () {
      this.timeout(120_000);
      const { attendance } = test.core;
      interface Target {
        readonly employeeId: number;
        readonly date: string;
        readonly id: number;
      }
      const time = ({ date }: Target, hour: string) => ({ at: at(`${date}T${hour}`) });
      const correct = (target: Target, out: string) =>
        attendance.correct(test.company, target.employeeId, target.date, {
          punches: [
            { kind: 'in', ...time(target, '08:00') },
            { kind: 'out', ...time(target, out) },
          ],
          note: 'as the foreman wrote',
        });
      const writes: Readonly<Record<string, (target: Target) => Promise<unknown>>> = {
        approve: ({ id }) => attendance.approve(test.company, [id]),
        reject: ({ id }) => attendance.reject(test.company, [id]),
        setStatus: ({ id }) => attendance.setStatus(test.company, id, 'exported', { approved: true }),
        correct: (target) => correct(target, '17:00'),
        closeDay: (target) => attendance.closeDay(test.company, target.id, time(target, '15:00').at, 'went home'),
        voidDay: ({ id }) => attendance.voidDay(test.company, id),
        recordAbsence: ({ employeeId, date }) =>
          attendance.recordAbsence(test.company, { employee_id: employeeId, date, absence_type: 'חופש' }),
        punchIn: (target) => attendance.punchIn(test.company, target.employeeId, time(target, '18:00')),
        punchOut: (target) => attendance.punchOut(test.company, target.employeeId, time(target, '18:00')),
        breakStart: (target) => attendance.breakStart(test.company, target.employeeId, time(target, '12:00')),
        breakEnd: (target) => attendance.breakEnd(test.company, target.employeeId, time(target, '12:30')),
        moveToNorth: ({ employeeId }) => test.core.employees.update(test.company, employeeId, { department_id: north }),
        moveAway: ({ employeeId }) => test.core.employees.update(test.company, employeeId, { department_id: null }),
      };
      const { id: north } = await test.core.organization.createDepartment(test.company, { name: 'North' });
      const { id: employeeId } = await test.core.employees.create(test.company, newEmployee());
      let days = 0;
      const together = async (first: string, second: string, isClosed: boolean) => {
        days += 2;
        const date = new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10);
        const { id } = await attendance.punchIn(test.company, employeeId, { at: at(`${date}T08:00`) });
        const target = { employeeId, date, id };
        if (isClosed) await correct(target, '16:00');
        for (const outcome of await Promise.allSettled([first, second].map((name) => writes[name]?.(target)))) {
          if (outcome.status === 'fulfilled') continue;
          const message = `${first} beside ${second}: ${outcome.reason}`;
          expect(outcome.reason, message).to.be.instanceOf(ShaonError);
          expect(outcome.reason.code, message).to.be.oneOf(['state_conflict', 'not_found', 'not_in', 'already_in']);
        }
      };
      const names = Object.keys(writes);
      for (const [index, first] of names.entries()) {
        for (const second of names.slice(index)) {
          for (const isClosed of [false, true]) await together(first, second, isClosed);
        }
      }
      await assertStoredCounts(test.database.connection());
    });

    it('several days can be approved and rejected at once in any order', async () => {
      const { attendance } = test.core;
      const days: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        const { employeeId, id } = await openDay();
        await attendance.punchOut(test.company, employeeId, { at: at('2026-06-01T16:00') });
        days.push(id);
      }
      const works = Array.from({ length: 12 }, (_, n) => {
        const ids = n % 2 === 0 ? days : [...days].reverse();
        return n % 3 === 0 ? attendance.reject(test.company, ids) : attendance.approve(test.company, ids);
      });
      for (const changed of await Promise.all(works)) expect(changed).to.be.oneOf([0, 6]);
    });

    it('needs no service as `this`', async () => {
      const { approve, closeDay, correct, day, list, month, recordAbsence, reject } = test.core.attendance;
      const { breakEnd, breakStart, punchIn, punchOut, setStatus, today, voidDay } = test.core.attendance;
      const { employeeId, id } = await openDay();
      await breakStart(test.company, employeeId, { at: at('2026-06-01T12:00') });
      await breakEnd(test.company, employeeId, { at: at('2026-06-01T12:30') });
      await closeDay(test.company, id, at('2026-06-01T16:00'), 'went home');
      await approve(test.company, [id]);
      await reject(test.company, [id]);
      await setStatus(test.company, id, 'exported', { approved: true });
      await recordAbsence(test.company, { employee_id: employeeId, date: '2026-06-02', absence_type: 'חופש' });
      await punchIn(test.company, employeeId, { at: at('2026-06-03T08:00') });
      await punchOut(test.company, employeeId, { at: at('2026-06-03T16:00') });
      const punches = [{ kind: 'in' as const, at: at('2026-06-04T08:00') }];
      await correct(test.company, employeeId, '2026-06-04', { punches, note: 'forgotten' });
      expect((await day(test.company, id)).record.id).to.equal(id);
      expect((await list(test.company, { employee_id: employeeId }, { page: 1, per_page: 10 })).total).to.equal(4);
      expect(await month(test.company, employeeId, '2026-06')).to.have.lengthOf(4);
      await today(test.company, employeeId);
      await voidDay(test.company, id);
      expect(await refusal(day(test.company, id))).to.have.property('code', 'not_found');
    });
  },
  { attendanceStatuses: ['exported'] },
);
