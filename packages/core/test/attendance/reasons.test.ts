import { expect } from 'chai';
import { punchTable } from '../../src/attendance/attendance.ts';
import { PUNCH_RULES } from '../../src/attendance/working-day.ts';
import { person } from '../leave/people.ts';
import { newEmployee, refusal, withCore } from '../support.ts';

withCore('who changed a day and why', (test) => {
  const at = (text: string) => new Date(`${text}:00+03:00`);

  it('is kept with each punch, and a decision with its note until the day changes', async () => {
    const { attendance, employees } = test.core;
    const manager = await person(test, 'manager');
    test.clock.set(at('2026-06-03T12:00'));
    const { id } = await employees.create(test.company, newEmployee());
    const first = { kind: 'in', at: at('2026-06-01T08:00') } as const;
    await attendance.punchIn(test.company, id, { at: first.at });
    const { id: dayId } = await attendance.punchOut(test.company, id, { at: at('2026-06-01T15:00') });
    const correction = { punches: [first, { kind: 'out' as const, at: at('2026-06-01T16:00') }], note: 'by the gate' };
    await attendance.correct(manager, id, '2026-06-01', correction);

    const { punches } = await attendance.day(manager, dayId);
    const facts = punches.map(({ rule, recordedBy, note, voidedBy, voidNote }) => [
      rule,
      recordedBy,
      note,
      voidedBy,
      voidNote,
    ]);
    expect(facts).to.deep.equal([
      ['ownDate', 'system', null, null, null],
      ['openSegment', 'system', null, manager.name, 'by the gate'],
      ['correction', manager.name, 'by the gate', null, null],
    ]);
    for (const { rule } of punches) expect(PUNCH_RULES).to.include(rule);

    await attendance.reject(manager, [dayId], { note: 'not agreed' });
    const rejected = await attendance.dayOfDate(manager, id, '2026-06-01');
    expect(rejected?.decision).to.deep.equal({ by: manager.name, at: at('2026-06-03T12:00'), note: 'not agreed' });
    expect(rejected?.updatedAt).to.deep.equal(at('2026-06-03T12:00'));
    await attendance.approve(manager, [dayId]);
    expect((await attendance.day(manager, dayId)).decision).to.deep.include({ note: null });
    await attendance.correct(manager, id, '2026-06-01', { punches: [first], note: 'again' });
    expect((await attendance.day(manager, dayId)).decision).to.equal(null);
  });

  it('is kept with an absence, which a correction takes off without a loss of punches and id', async () => {
    const { attendance, employees, absenceTypes } = test.core;
    const manager = await person(test, 'manager');
    await absenceTypes.create(test.company, { label: 'מחלה' });
    test.clock.set(at('2026-06-03T12:00'));
    const { id } = await employees.create(test.company, newEmployee());
    const location = { lat: 32.79404, lng: 34.98957, accuracy_meters: 12 };
    await attendance.punchIn(test.company, id, { at: at('2026-06-02T08:00'), location });
    const { id: dayId } = await attendance.punchOut(test.company, id, { at: at('2026-06-02T12:00') });
    const before = await attendance.day(manager, dayId);
    expect(before.absenceChange).to.equal(null);

    const absence = { employee_id: id, date: '2026-06-02', absence_type: 'מחלה' };
    await attendance.recordAbsence(manager, absence, { note: 'a doctor’s note' });
    const recorded = await attendance.day(manager, dayId);
    const change = { by: manager.name, at: at('2026-06-03T12:00') };
    expect(recorded.absenceChange).to.deep.equal({ ...change, note: 'a doctor’s note' });
    await attendance.approve(manager, [dayId]);
    const punches = before.punches.map(({ kind, at }) => ({ kind, at }));
    const kept = await attendance.correct(manager, id, '2026-06-02', { punches, note: 'was at work' });
    expect(kept).to.include({ absence_type: 'מחלה', status: 'pending' });

    await attendance.correct(manager, id, '2026-06-02', { punches, note: 'the wrong day', absence_type: null });
    const after = await attendance.day(manager, dayId);
    expect(after.record).to.deep.equal(before.record);
    expect(after.punches).to.deep.equal(before.punches);
    expect(after.absenceChange).to.deep.equal({ ...change, note: 'the wrong day' });
    const label = { punches, note: 'x', absence_type: 'מחלה' as never };
    expect(await refusal(attendance.correct(manager, id, '2026-06-02', label))).to.have.deep.property('errors', {
      absence_type: [{ rule: 'in' }],
    });
  });

  it('is not given to a day that somebody else has changed meanwhile', async () => {
    const { attendance, employees } = test.core;
    const { id } = await employees.create(test.company, newEmployee());
    const punches = [{ kind: 'in', at: at('2026-06-01T08:00') }] as const;
    const none = { unchangedSince: new Date(0) };
    test.clock.set(at('2026-06-03T12:00'));
    const day = await attendance.correct(test.company, id, '2026-06-01', { punches, note: 'first' }, none);
    const seen = { unchangedSince: (await attendance.day(test.company, day.id)).updatedAt };
    test.clock.advance(1_000);
    const out = { kind: 'out', at: at('2026-06-01T16:00') } as const;
    await attendance.correct(test.company, id, '2026-06-01', { punches: [...punches, out], note: 'second' }, seen);
    for (const late of [
      () => attendance.correct(test.company, id, '2026-06-01', { punches, note: 'third' }, seen),
      () => attendance.correct(test.company, id, '2026-06-01', { punches, note: 'third' }, none),
      () => attendance.voidDay(test.company, day.id, seen),
    ]) {
      expect(await refusal(late())).to.have.property('code', 'state_conflict');
    }
    expect((await attendance.day(test.company, day.id)).punches).to.have.lengthOf(2);
  });

  it('is not given to a day that somebody else has voided meanwhile', async () => {
    const { attendance, employees } = test.core;
    const { id } = await employees.create(test.company, newEmployee());
    const date = '2026-06-01';
    const correction = { punches: [{ kind: 'in', at: at('2026-06-01T08:00') }] as const, note: 'as told' };
    const none = { unchangedSince: new Date(0) };
    test.clock.set(at('2026-06-03T12:00'));
    await test.core.absenceTypes.create(test.company, { label: 'חופש' });
    const { id: dayId } = await attendance.correct(test.company, id, date, correction, none);
    const seen = { unchangedSince: (await attendance.day(test.company, dayId)).updatedAt };
    test.clock.advance(1_000);
    await attendance.voidDay(test.company, dayId, seen);
    expect(await refusal(attendance.correct(test.company, id, date, correction, seen))).to.deep.include({
      code: 'state_conflict',
      details: { attendance_id: dayId, changed_since: true },
    });
    const absence = { employee_id: id, date, absence_type: 'חופש' };
    expect(await refusal(attendance.recordAbsence(test.company, absence, seen))).to.deep.include({
      code: 'state_conflict',
      details: { attendance_id: dayId, changed_since: true },
    });
    // Whoever saw the date without a record, before the day or after it, is not concerned.
    const { id: anew } = await attendance.correct(test.company, id, date, correction, none);
    await attendance.voidDay(test.company, anew);
    const edge = attendance.correct(test.company, id, '0001-01-01', correction, seen);
    expect(await refusal(edge)).to.have.property('code', 'state_conflict');
    const since = { unchangedSince: test.clock.now() };
    expect(await attendance.correct(test.company, id, date, correction, since)).to.include({ date });
  });

  it('is kept with the punches of a day that is taken off the list', async () => {
    const { attendance, employees, extension } = test.core;
    const { id } = await employees.create(test.company, newEmployee());
    const { id: dayId } = await attendance.punchIn(test.company, id);
    await attendance.voidDay(test.company, dayId, { note: 'somebody else’s card' });
    const punches = await extension.database.scope(test.company).find(punchTable, { attendanceId: dayId });
    expect(punches.map(({ voidNote, voidedBy }) => [voidNote, voidedBy])).to.deep.equal([
      ['somebody else’s card', 'system'],
    ]);
  });
});
