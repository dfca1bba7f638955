import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import { person } from '../leave/people.ts';
import { refusal, withCore } from '../support.ts';

const HOUR = 3_600_000;

withCore('presence', (test) => {
  const at = (text: string) => new Date(`${text}:00+03:00`);

  it('tells since when somebody is in, on a break or out, and what they have worked so far', async () => {
    const { attendance } = test.core;
    const me = await person(test);
    const now = async (text: string) => {
      test.clock.set(at(text));
      const { asOf, day, ...presence } = await attendance.presence(me, me.employeeId);
      expect(asOf).to.deep.equal(at(text));
      return { ...presence, punches: day?.punches.length ?? null };
    };
    const out = { state: 'out', since: null, nextPunches: ['in'], breakMs: 0, unclosedDates: [] } as const;
    expect(await now('2026-06-01T07:00')).to.deep.equal({ ...out, workedMs: 0, punches: null });

    test.clock.set(at('2026-06-01T08:00'));
    await attendance.punchIn(me, me.employeeId, { location: { lat: 32, lng: 34.8, accuracy_meters: 12 } });
    expect(await now('2026-06-01T10:00')).to.deep.equal({
      state: 'in',
      since: at('2026-06-01T08:00'),
      nextPunches: ['out', 'break_start'],
      workedMs: 2 * HOUR,
      breakMs: 0,
      unclosedDates: [],
      punches: 1,
    });
    await attendance.breakStart(me, me.employeeId);
    expect(await now('2026-06-01T10:30')).to.deep.include({
      state: 'on_break',
      since: at('2026-06-01T10:00'),
      nextPunches: ['break_end', 'out'],
      workedMs: 2 * HOUR,
      breakMs: HOUR / 2,
    });
    await attendance.breakEnd(me, me.employeeId);
    expect(await now('2026-06-01T11:30')).to.deep.include({
      state: 'in',
      since: at('2026-06-01T08:00'),
      workedMs: 3 * HOUR,
      breakMs: HOUR / 2,
    });
    await attendance.punchOut(me, me.employeeId);
    expect(await now('2026-06-01T14:00')).to.deep.equal({ ...out, workedMs: 3 * HOUR, breakMs: HOUR / 2, punches: 4 });
    await attendance.punchIn(me, me.employeeId);
    expect(await now('2026-06-01T15:00')).to.deep.include({
      state: 'in',
      since: at('2026-06-01T14:00'),
      workedMs: 4 * HOUR,
    });
  });

  it('offers what would be accepted, also when an out may have been forgotten', async () => {
    const { attendance, companies } = test.core;
    const company = systemActor((await companies.create({ name: 'Late shifts' })).id);
    const me = await person(test, 'employee', company);
    test.clock.set(at('2026-06-10T15:00'));
    await attendance.punchIn(me, me.employeeId);
    const offeredAt = async (text: string) => {
      test.clock.set(at(text));
      return (await attendance.presence(me, me.employeeId)).nextPunches;
    };
    expect(await offeredAt('2026-06-11T06:59')).to.deep.equal(['out', 'break_start']);
    expect(await offeredAt('2026-06-11T07:00')).to.deep.equal(['in', 'out', 'break_start']);
    expect(await offeredAt('2026-06-11T15:00')).to.deep.equal(['in']);
    await companies.update(company, { work_day_hours: 12 });
    expect(await offeredAt('2026-06-11T02:59')).to.deep.equal(['out', 'break_start']);
    expect(await offeredAt('2026-06-11T03:00')).to.deep.equal(['out']);
    expect(await refusal(attendance.punchIn(me, me.employeeId))).to.have.property('code', 'already_in');
    expect(await attendance.punchOut(me, me.employeeId)).to.include({ date: '2026-06-11', check_in: null });
  });

  it('shows the absence of today to somebody who has never punched', async () => {
    const { attendance, absenceTypes } = test.core;
    const me = await person(test);
    await absenceTypes.create(test.company, { label: 'חופש' });
    test.clock.set(at('2026-06-03T09:00'));
    const absence = { employee_id: me.employeeId, date: '2026-06-03', absence_type: 'חופש' };
    const { id } = await attendance.recordAbsence(test.company, absence);
    const { state, day, nextPunches } = await attendance.presence(me, me.employeeId);
    expect({ state, id: day?.record.id, nextPunches }).to.deep.equal({ state: 'out', id, nextPunches: ['in'] });
  });

  it('goes on after midnight, and names a day that was never closed', async () => {
    const { attendance } = test.core;
    const me = await person(test);
    test.clock.set(at('2026-06-04T22:04'));
    await attendance.punchIn(me, me.employeeId);
    test.clock.set(at('2026-06-05T06:04'));
    const night = await attendance.presence(me, me.employeeId);
    expect(night).to.deep.include({
      state: 'in',
      since: at('2026-06-04T22:04'),
      workedMs: 8 * HOUR,
      unclosedDates: [],
    });
    expect(night.day?.record.date).to.equal('2026-06-04');
    test.clock.set(at('2026-06-06T08:00'));
    const later = await attendance.presence(me, me.employeeId);
    expect(later).to.deep.include({ state: 'out', day: null, workedMs: 0, unclosedDates: ['2026-06-04'] });
  });

  it('tells of the night that ended today until its date is over, or another day begins', async () => {
    const { attendance } = test.core;
    const me = await person(test);
    const now = async (text: string) => {
      test.clock.set(at(text));
      const { state, day, workedMs } = await attendance.presence(me, me.employeeId);
      return { state, workedMs, date: day?.record.date ?? null };
    };
    test.clock.set(at('2026-06-04T22:00'));
    await attendance.punchIn(me, me.employeeId);
    test.clock.set(at('2026-06-05T06:00'));
    await attendance.punchOut(me, me.employeeId);
    const night = { state: 'out', workedMs: 8 * HOUR, date: '2026-06-04' };
    expect(await now('2026-06-05T06:00')).to.deep.equal(night);
    expect(await now('2026-06-05T23:59')).to.deep.equal(night);
    expect(await now('2026-06-06T00:00')).to.deep.equal({ state: 'out', workedMs: 0, date: null });
    test.clock.set(at('2026-06-05T22:00'));
    await attendance.punchIn(me, me.employeeId);
    expect(await now('2026-06-05T23:00')).to.deep.equal({ state: 'in', workedMs: HOUR, date: '2026-06-05' });
    test.clock.set(at('2026-06-06T00:30'));
    await attendance.breakStart(me, me.employeeId);
    const forgotten = { state: 'out', workedMs: 0, date: null };
    expect(await now('2026-06-06T22:01'), 'a night that nobody has closed').to.deep.equal(forgotten);
  });

  it('names the days that were never closed, the oldest first, behind days that were, and while another goes on', async () => {
    const { attendance } = test.core;
    const me = await person(test);
    const unclosedAt = async (text: string) => {
      test.clock.set(at(text));
      return (await attendance.presence(me, me.employeeId)).unclosedDates;
    };
    const punchAt = (text: string, kind: 'punchIn' | 'punchOut') => {
      test.clock.set(at(text));
      return attendance[kind](me, me.employeeId);
    };
    await punchAt('2026-06-01T08:00', 'punchIn');
    const { id: second } = await punchAt('2026-06-03T08:00', 'punchIn');
    await punchAt('2026-06-05T08:00', 'punchIn');
    await punchAt('2026-06-05T16:00', 'punchOut');
    expect(await unclosedAt('2026-06-05T17:00')).to.deep.equal(['2026-06-01', '2026-06-03']);
    await punchAt('2026-06-07T08:00', 'punchIn');
    expect(await unclosedAt('2026-06-07T09:00')).to.deep.equal(['2026-06-01', '2026-06-03']);
    await attendance.closeDay(test.company, second, at('2026-06-03T16:00'), 'went home');
    expect(await unclosedAt('2026-06-07T09:00')).to.deep.equal(['2026-06-01']);
    expect(await unclosedAt('2026-06-09T09:00')).to.deep.equal(['2026-06-01', '2026-06-07']);
    await attendance.punchOut(me, me.employeeId);
    expect(await unclosedAt('2026-07-22T09:00')).to.deep.equal(['2026-06-07']);
    expect(await unclosedAt('2026-07-23T09:00'), 'no longer asked for').to.deep.equal([]);
  });

  it('is of people of the company only', async () => {
    const stranger = await person(test, 'employee', test.foreign);
    for (const id of [999_999, stranger.employeeId]) {
      expect(await refusal(test.core.attendance.presence(test.company, id))).to.deep.include({
        code: 'not_found',
        details: { thing: 'employee' },
      });
    }
  });
});
