import { expect } from 'chai';
import { newEmployee, refusal, withCore } from './support.ts';

const CHANGED = { code: 'state_conflict', details: { changed_since: true } };

/* A process whose clock is behind, or one whose clock was set back, changes what somebody has seen before. */
withCore('a change by a clock that is behind', (test) => {
  const punches = [
    { kind: 'in', at: new Date('2026-06-01T05:00:00Z') },
    { kind: 'out', at: new Date('2026-06-01T13:00:00Z') },
  ] as const;
  const correction = { punches, note: 'as told' };
  const date = '2026-06-01';
  const hire = async () => (await test.core.employees.create(test.company, newEmployee())).id;
  const seenAt = async (id: number) => (await test.core.attendance.day(test.company, id)).updatedAt;
  const refusedAsChanged = async (late: Promise<unknown>) => {
    const { code, details } = (await refusal(late)) as typeof CHANGED;
    expect({ code, details: { changed_since: details.changed_since } }).to.deep.equal(CHANGED);
  };

  afterEach(() => test.clock.set('2026-06-02T06:00:00.000Z'));

  for (const behindMs of [1, 3_600_000]) {
    const setBack = () => test.clock.advance(-behindMs);

    it(`is noticed when a day is decided on, ${behindMs} ms behind`, async () => {
      const { attendance } = test.core;
      const seen = await attendance.correct(test.company, await hire(), date, correction);
      const options = { unchangedSince: await seenAt(seen.id) };
      setBack();
      await attendance.correct(test.company, seen.employee_id, date, { ...correction, punches: [punches[0]] });
      await attendance.correct(test.company, seen.employee_id, date, correction);
      await refusedAsChanged(attendance.approve(test.company, [seen.id], options));
      await refusedAsChanged(attendance.voidDay(test.company, seen.id, options));
      const now = { unchangedSince: await seenAt(seen.id) };
      expect(await attendance.approve(test.company, [seen.id], now)).to.equal(1);
    });

    it(`is noticed when a voided day is corrected, ${behindMs} ms behind`, async () => {
      const { attendance } = test.core;
      const seen = await attendance.correct(test.company, await hire(), date, correction);
      const options = { unchangedSince: await seenAt(seen.id) };
      setBack();
      await attendance.voidDay(test.company, seen.id);
      await refusedAsChanged(attendance.correct(test.company, seen.employee_id, date, correction, options));
    });

    it(`is noticed when leave is decided on, ${behindMs} ms behind`, async () => {
      const { absenceTypes, leave } = test.core;
      const label = `Leave ${behindMs}`;
      await absenceTypes.create(test.company, { label });
      const asked = { type: label, dates: ['2026-08-02'], employee_id: await hire() };
      const [seen] = await leave.submit(test.company, asked);
      setBack();
      await leave.approve(test.company, seen!.id);
      const options = { unchangedSince: seen!.updated_at };
      await refusedAsChanged(leave.reject(test.company, seen!.id, {}, options));
    });
  }
});
