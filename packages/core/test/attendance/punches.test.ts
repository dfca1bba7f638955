import { type AccountActor, type AttendanceRecord, type DomainEvent, type PunchKind, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { type CoreTest, newEmployee, refusal, withCore } from '../support.ts';

type Step = readonly [kind: PunchKind, at: string, expected: string];

/** Local times of Israel's summer, +03:00. What is expected: the record's date, or the refusal's code. */
const CASES: Readonly<Record<string, readonly Step[]>> = {
  'a plain day': [
    ['in', '2026-06-01T08:00:00+03:00', '2026-06-01'],
    ['out', '2026-06-01T16:00:00+03:00', '2026-06-01'],
  ],
  'in twice within 16 hours is refused (a)': [
    ['in', '2026-06-01T08:00:00+03:00', '2026-06-01'],
    ['in', '2026-06-01T23:59:59+03:00', 'already_in'],
  ],
  'in again after 16 hours starts the next day, the first stays open (b)': [
    ['in', '2026-06-01T08:00:00+03:00', '2026-06-01'],
    ['in', '2026-06-02T00:00:00+03:00', '2026-06-02'],
    ['out', '2026-06-02T08:00:00+03:00', '2026-06-02'],
  ],
  'a return within 4 hours after midnight joins the night’s day (c)': [
    ['in', '2026-06-01T20:00:00+03:00', '2026-06-01'],
    ['out', '2026-06-01T23:30:00+03:00', '2026-06-01'],
    ['in', '2026-06-02T03:29:59+03:00', '2026-06-01'],
    ['out', '2026-06-02T06:00:00+03:00', '2026-06-01'],
  ],
  'a return after 4 hours is a day of its own (d)': [
    ['in', '2026-06-01T20:00:00+03:00', '2026-06-01'],
    ['out', '2026-06-01T23:30:00+03:00', '2026-06-01'],
    ['in', '2026-06-02T03:30:00+03:00', '2026-06-02'],
  ],
  'a return joins no day that began 24 hours ago': [
    ['in', '2026-06-01T02:00:00+03:00', '2026-06-01'],
    ['out', '2026-06-01T23:50:00+03:00', '2026-06-01'],
    ['in', '2026-06-02T02:00:00+03:00', '2026-06-02'],
  ],
  'a return joins no day before the one that was punched last': [
    ['out', '2026-06-01T23:50:00+03:00', '2026-06-01'],
    ['out', '2026-06-02T00:10:00+03:00', '2026-06-02'],
    ['in', '2026-06-02T00:40:00+03:00', '2026-06-02'],
  ],
  'an out closes a segment under 24 hours old, wherever it began': [
    ['in', '2026-06-01T10:00:00+03:00', '2026-06-01'],
    ['out', '2026-06-02T09:59:59+03:00', '2026-06-01'],
  ],
  'an out after 24 hours is one whose in was forgotten': [
    ['in', '2026-06-01T10:00:00+03:00', '2026-06-01'],
    ['out', '2026-06-02T10:00:00+03:00', '2026-06-02'],
  ],
  'an out without an in is kept, a second one refused': [
    ['out', '2026-06-01T10:00:00+03:00', '2026-06-01'],
    ['out', '2026-06-01T11:00:00+03:00', 'not_in'],
  ],
  'a break stays in its day': [
    ['in', '2026-06-01T08:00:00+03:00', '2026-06-01'],
    ['break_start', '2026-06-01T12:00:00+03:00', '2026-06-01'],
    ['break_start', '2026-06-01T12:10:00+03:00', 'not_in'],
    ['break_end', '2026-06-01T12:30:00+03:00', '2026-06-01'],
    ['break_end', '2026-06-01T12:40:00+03:00', 'already_in'],
    ['out', '2026-06-01T16:00:00+03:00', '2026-06-01'],
    ['break_start', '2026-06-01T16:30:00+03:00', 'not_in'],
  ],
  'a return belongs to the day of its break, however long that was (D:A36)': [
    ['in', '2026-06-01T18:00:00+03:00', '2026-06-01'],
    ['break_start', '2026-06-01T22:00:00+03:00', '2026-06-01'],
    ['break_end', '2026-06-02T02:00:00+03:00', '2026-06-01'],
    ['break_start', '2026-06-02T03:00:00+03:00', '2026-06-01'],
    ['break_end', '2026-06-02T17:59:59+03:00', '2026-06-01'],
    ['out', '2026-06-02T20:00:00+03:00', '2026-06-01'],
  ],
  'a return after the hours of a working day is a day of its own': [
    ['in', '2026-06-01T18:00:00+03:00', '2026-06-01'],
    ['break_start', '2026-06-02T17:00:00+03:00', '2026-06-01'],
    ['break_end', '2026-06-02T18:00:00+03:00', '2026-06-02'],
  ],
  'a punch before a later one is refused': [
    ['in', '2026-06-01T08:00:00+03:00', '2026-06-01'],
    ['out', '2026-06-01T07:00:00+03:00', 'state_conflict'],
  ],
  'the night of the clock change forward belongs to its start': [
    ['in', '2026-03-26T22:00:00+02:00', '2026-03-26'],
    ['out', '2026-03-27T06:00:00+03:00', '2026-03-26'],
  ],
};

withCore('punches', (test) => {
  beforeEach(() => test.clock.set(new Date('2026-12-01T00:00:00Z')));

  for (const [title, steps] of Object.entries(CASES)) {
    it(title, async () => {
      const { id } = await test.core.employees.create(test.company, newEmployee());
      for (const [kind, at, expected] of steps) {
        const result = await punch(test, id, kind, at);
        expect(typeof result === 'string' ? result : result.date, `${kind} ${at}`).to.equal(expected);
      }
    });
  }

  it('counts a night’s hours across the clock changes: seven and nine', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const nights = [
      ['2026-03-26T22:00:00+02:00', '2026-03-27T06:00:00+03:00', '2026-03-26', 7],
      ['2026-10-24T22:00:00+03:00', '2026-10-25T06:00:00+02:00', '2026-10-24', 9],
    ] as const;
    for (const [from, to, date, hours] of nights) {
      await punch(test, id, 'in', from);
      const record = (await punch(test, id, 'out', to)) as AttendanceRecord;
      expect(record.date).to.equal(date);
      const day = await test.core.attendance.day(test.company, record.id);
      expect(day.workedMs / 3_600_000).to.equal(hours);
      expect(day.punches.map((each) => each.rule)).to.deep.equal(['ownDate', 'openSegment']);
    }
  });

  it('goes on with the day that was punched last where a change of zone brings its date once more', async () => {
    const { attendance, companies, employees } = test.core;
    const company = systemActor((await companies.create({ name: 'Moved' })).id);
    const { id } = await employees.create(company, newEmployee());
    const punchAt = (kind: 'punchIn' | 'punchOut', text: string) =>
      attendance[kind](company, id, { at: new Date(`${text}:00+03:00`) });
    await punchAt('punchIn', '2026-06-01T08:00');
    await punchAt('punchOut', '2026-06-01T16:00');
    const night = await punchAt('punchIn', '2026-06-02T00:30');
    await punchAt('punchOut', '2026-06-02T00:40');
    await companies.update(company, { zone: 'Europe/London' });
    expect(await refusal(punchAt('punchOut', '2026-06-02T00:50'))).to.have.property('code', 'not_in');
    expect(await punchAt('punchIn', '2026-06-02T01:00')).to.include({ id: night.id, date: '2026-06-02' });
    await punchAt('punchOut', '2026-06-02T06:00');
    expect((await punchAt('punchIn', '2026-06-03T08:00')).date).to.equal('2026-06-03');
    const days = await attendance.month(company, id, '2026-06');
    expect(days.map(({ date, check_out }) => [date, check_out])).to.deep.equal([
      ['2026-06-01', new Date('2026-06-01T16:00:00+03:00')],
      ['2026-06-02', new Date('2026-06-02T06:00:00+03:00')],
      ['2026-06-03', null],
    ]);
  });

  it('refuses a time that has no date in some zone', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    for (const at of ['0001-01-01T00:00:00Z', '-000001-12-31T00:00:00Z', '+010000-01-01T00:00:00Z']) {
      const input = { at: new Date(at) };
      expect(await refusal(test.core.attendance.punchIn(test.company, id, input)), at).to.have.deep.property('errors', {
        at: [{ rule: 'date_time' }],
      });
      const correction = { punches: [{ kind: 'in' as const, ...input }], note: 'x' };
      const corrected = test.core.attendance.correct(test.company, id, '0001-01-01', correction);
      expect(await refusal(corrected), at).to.have.property('code', 'invalid_input');
    }
  });

  it('shows the night’s day as today’s until it ends', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    await punch(test, id, 'in', '2026-06-01T22:00:00+03:00');
    const todayAt = async (at: string) => {
      test.clock.set(new Date(at));
      return (await test.core.attendance.today(test.company, id))?.record.date;
    };
    expect(await todayAt('2026-06-02T05:00:00+03:00')).to.equal('2026-06-01');
    expect(await todayAt('2026-06-02T22:00:00+03:00')).to.equal(undefined);
    await punch(test, id, 'out', '2026-06-02T06:00:00+03:00');
    expect(await todayAt('2026-06-02T07:00:00+03:00')).to.equal(undefined);
  });

  it('is open while in, pending when out, and pending again after an approval and a return', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const opened = (await punch(test, id, 'in', '2026-06-01T08:00:00+03:00')) as AttendanceRecord;
    expect(opened).to.include({ status: 'open', is_approved: false, check_out: null });
    expect(await refusal(test.core.attendance.approve(test.company, [opened.id]))).to.have.property(
      'code',
      'state_conflict',
    );
    await punch(test, id, 'out', '2026-06-01T12:00:00+03:00');
    expect(await test.core.attendance.approve(test.company, [opened.id])).to.equal(1);
    expect(await test.core.attendance.approve(test.company, [opened.id])).to.equal(0);
    const returned = (await punch(test, id, 'in', '2026-06-01T13:00:00+03:00')) as AttendanceRecord;
    expect(returned).to.include({ id: opened.id, status: 'open', is_approved: false });
  });

  it('shows its place only to a token that may read places and asks for them', async () => {
    const { core, company } = test;
    const { id: employee_id } = await core.employees.create(company, newEmployee());
    await core.attendance.punchIn(company, employee_id, { location: { lat: 1.5, lng: 2.5 } });
    const shown = async (abilities: readonly string[], withLocation: boolean) => {
      const token = {
        ...{ kind: 'token', companyId: company.companyId, companyZone: 'Asia/Jerusalem', companyLocale: 'he' },
        ...{ tokenId: 1, tokenName: 'BI', tokenPrefix: 'shn_abcd', abilities: new Set(abilities) },
      } as never;
      const page = { page: 1, per_page: 1 };
      const { items } = await core.attendance.list(token, { employee_id }, page, { withLocation });
      return items[0]?.location != null;
    };
    const reader = ['attendance:read'];
    const all = [...reader, 'attendance:location:read'];
    expect(await shown(all, true)).to.equal(true);
    expect(await shown(all, false)).to.equal(false);
    expect(await shown(reader, true)).to.equal(false);
  });

  it('keeps the places of the first check-in and the last check-out', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const at = (hour: number) => new Date(`2026-06-01T${String(hour).padStart(2, '0')}:00:00+03:00`);
    await test.core.attendance.punchIn(test.company, id, { at: at(8), location: { lat: 0, lng: 0 } });
    await test.core.attendance.punchOut(test.company, id, {
      at: at(12),
      location: { lat: 1, lng: 2, accuracy_meters: 4.4 },
    });
    await test.core.attendance.punchIn(test.company, id, { at: at(13) });
    const record = await test.core.attendance.punchOut(test.company, id, {
      at: at(17),
      location: { lat: -90, lng: 180, accuracy_meters: null },
    });
    expect(record.location).to.deep.equal({
      check_in: { lat: 0, lng: 0, accuracy_meters: null },
      check_out: { lat: -90, lng: 180, accuracy_meters: null },
    });
    for (const location of [
      { lat: 91, lng: 0 },
      { lat: Number.NaN, lng: 0 },
      { lat: 0, lng: Number.POSITIVE_INFINITY },
    ]) {
      const error = await refusal(test.core.attendance.punchIn(test.company, id, { at: at(18), location }));
      expect(error).to.have.property('code', 'invalid_input');
    }
  });

  it('keeps an out on a day of absence, whose record has no check-out yet', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    await test.core.absenceTypes.createDefaults(test.company);
    const absence = { employee_id: id, date: '2026-06-01', absence_type: 'מחלה' };
    const { id: dayId } = await test.core.attendance.recordAbsence(test.company, absence);
    const record = (await punch(test, id, 'out', '2026-06-01T12:00:00+03:00')) as AttendanceRecord;
    expect(record).to.include({ id: dayId, date: '2026-06-01', check_in: null, absence_type: 'מחלה' });
    expect(await punch(test, id, 'out', '2026-06-01T13:00:00+03:00')).to.equal('not_in');
  });

  it('lets one of ten simultaneous punches through', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const results = await Promise.all(
      Array.from({ length: 10 }, () => punch(test, id, 'in', '2026-06-01T08:00:00+03:00')),
    );
    expect(results.filter((result) => result === 'already_in')).to.have.lengthOf(9);
  });

  it('is for the employee himself, unless frozen, and never for a token or a foreigner', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const other = await test.core.employees.create(test.company, newEmployee());
    const self: AccountActor = { ...account(test, id), role: 'employee' };
    const punched = await test.core.attendance.punchIn(self, id);
    expect(punched.check_in?.toISOString()).to.equal('2026-12-01T00:00:00.000Z');
    expect(await refusal(test.core.attendance.punchOut(self, id, { at: new Date(0) }))).to.have.property(
      'code',
      'not_permitted',
    );
    expect(await refusal(test.core.attendance.punchIn(self, other.id))).to.have.property('code', 'not_permitted');
    // A manager sees and corrects the days of others, and punches for nobody else.
    const manager: AccountActor = { ...self, role: 'manager' };
    expect(await refusal(test.core.attendance.punchIn(manager, other.id))).to.have.property('code', 'not_permitted');
    expect((await test.core.attendance.today(manager, other.id)) ?? null).to.equal(null);
    expect(await refusal(test.core.attendance.today(self, other.id))).to.have.property('code', 'not_found');
    expect(await refusal(test.core.attendance.punchIn(test.foreign, id))).to.have.property('code', 'not_found');
    await test.core.employees.freeze(test.company, id);
    expect(await refusal(test.core.attendance.punchOut(self, id))).to.have.property('code', 'employee_frozen');
  });
});

withCore('punch events', (test) => {
  const heard: DomainEvent[] = [];
  let failing = false;

  before(() => {
    test.core.events.addSink({
      name: 'test',
      async publish(event) {
        if (failing) throw new Error('the sink failed');
        heard.push(event);
      },
    });
    test.clock.set(new Date('2026-12-01T00:00:00Z'));
  });

  it('tells each in and each out with exactly the catalogue’s data, and breaks only at their end', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    heard.length = 0;
    const { id: attendance_id } = (await punch(test, id, 'in', '2026-06-01T08:00:00.123+03:00')) as AttendanceRecord;
    await punch(test, id, 'break_start', '2026-06-01T12:00:00+03:00');
    await punch(test, id, 'break_end', '2026-06-01T12:30:00+03:00');
    await punch(test, id, 'out', '2026-06-01T16:00:00+03:00');
    await punch(test, id, 'out', '2026-06-03T16:00:00+03:00');
    const base = { employee_id: id, attendance_id };
    expect(heard.slice(0, 3).map(({ type, data }) => ({ type, data }))).to.deep.equal([
      { type: 'attendance.clocked_in', data: { ...base, check_in: '2026-06-01T08:00:00+03:00' } },
      { type: 'attendance.clocked_in', data: { ...base, check_in: '2026-06-01T12:30:00+03:00' } },
      {
        type: 'attendance.clocked_out',
        data: { ...base, check_in: '2026-06-01T12:30:00+03:00', check_out: '2026-06-01T16:00:00+03:00' },
      },
    ]);
    expect(heard[3]?.data).to.include({ check_in: null, check_out: '2026-06-03T16:00:00+03:00' });
    expect(heard).to.have.lengthOf(4);
  });

  it('rolls the punch back when a sink fails', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    failing = true;
    await refusal(test.core.attendance.punchIn(test.company, id, { at: new Date('2026-06-01T08:00:00+03:00') }));
    failing = false;
    expect(await test.core.attendance.month(test.company, id, '2026-06')).to.deep.equal([]);
  });

  it('says nothing of corrections, approvals, absences and voided days', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    heard.length = 0;
    const at = (time: string) => new Date(`2026-06-01T${time}:00+03:00`);
    const day = await test.core.attendance.correct(test.company, id, '2026-06-01', {
      punches: [
        { kind: 'in', at: at('08:00') },
        { kind: 'out', at: at('16:00') },
      ],
      note: 'forgot the phone',
    });
    await test.core.attendance.approve(test.company, [day.id]);
    await test.core.attendance.voidDay(test.company, day.id);
    expect(heard).to.deep.equal([]);
  });
});

async function punch(test: CoreTest, id: number, kind: PunchKind, at: string): Promise<AttendanceRecord | string> {
  const { attendance } = test.core;
  const method = {
    in: attendance.punchIn,
    out: attendance.punchOut,
    break_start: attendance.breakStart,
    break_end: attendance.breakEnd,
  }[kind];
  try {
    return await method(test.company, id, { at: new Date(at) });
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}

function account(test: CoreTest, employeeId: number): AccountActor {
  return { kind: 'account', companyId: test.company.companyId, loginId: 1, role: 'employee', name: 'Noa', employeeId };
}
