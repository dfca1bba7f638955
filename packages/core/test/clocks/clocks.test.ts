import { type ClockAnswer, type ClockRow, type SystemActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { recordEvents } from '../recorded-events.ts';
import { newEmployee, personOf, randomNumbers, refusal, withCore } from '../support.ts';

withCore(
  'clocks on the wall',
  (test) => {
    const at = (text: string) => new Date(`${text}+03:00`);
    let number = 0;

    const hire = async (company = test.company) => (await test.core.employees.create(company, newEmployee())).id;
    const row = (
      employee_id: number,
      time: string,
      kind?: ClockRow['kind'],
      more: Partial<ClockRow> = {},
    ): ClockRow => {
      number += 1;
      return { device: 'Gate', number, employee_id, at: at(time), kind, ...more };
    };
    const record = async (rows: Iterable<unknown>, actor: SystemActor = test.company) => {
      const answers: ClockAnswer[] = [];
      const counts = await test.core.attendance.recordPunches(actor, rows as Iterable<ClockRow>, {
        onAnswers: (some) => void answers.push(...some),
      });
      expect(counts.recorded + counts.known + counts.refused).to.equal(answers.length);
      expect(answers.map((one) => one.row)).to.deep.equal(answers.map((_, index) => index));
      return answers;
    };
    const words = (answers: readonly ClockAnswer[]) => answers.map(({ answer, reason }) => reason ?? answer);
    /** `1 in 08:00, out 17:00` for each day with live punches, by date. */
    const days = async (id: number, month = '2026-06') => {
      const shown: string[] = [];
      for (const { id: dayId, date } of await test.core.attendance.month(test.company, id, month)) {
        const { punches } = await test.core.attendance.day(test.company, dayId);
        const live = punches.filter(({ voidedAt }) => voidedAt === null);
        const time = (instant: Date) => new Date(instant.getTime() + 10_800_000).toISOString().slice(11, 16);
        shown.push(`${Number(date.slice(8))} ${live.map((one) => `${one.kind} ${time(one.at)}`).join(', ')}`);
      }
      return shown;
    };

    before(() => test.clock.set(at('2026-06-20T12:00:00')));

    it('let in and out take turns, over nights too, and keep given kinds', async () => {
      const id = await hire();
      const answers = await record([
        row(id, '2026-06-01T08:00:00'),
        row(id, '2026-06-01T12:00:00', 'break_start'),
        row(id, '2026-06-01T12:30:00'),
        row(id, '2026-06-01T17:00:00'),
        row(id, '2026-06-02T22:00:00'),
        row(id, '2026-06-03T06:00:00'),
        row(id, '2026-06-04T08:00:00'),
        row(id, '2026-06-05T08:00:00'),
      ]);
      expect(new Set(words(answers))).to.deep.equal(new Set(['recorded']));
      expect(await days(id)).to.deep.equal([
        '1 in 08:00, break_start 12:00, break_end 12:30, out 17:00',
        '2 in 22:00, out 06:00',
        '4 in 08:00',
        '5 in 08:00',
      ]);
    });

    it('come late and in any order: what took turns takes them again, and no evidence is deleted', async () => {
      const id = await hire();
      await record([row(id, '2026-06-01T17:00:00'), row(id, '2026-06-02T06:00:00')]);
      expect(await days(id)).to.deep.equal(['1 in 17:00, out 06:00']);
      const [day] = await test.core.attendance.month(test.company, id, '2026-06');
      await test.core.attendance.approve(test.company, [day?.id ?? 0]);
      expect(words(await record([row(id, '2026-06-01T08:00:00')]))).to.deep.equal(['recorded']);
      expect(await days(id)).to.deep.equal(['1 in 08:00, out 17:00', '2 in 06:00']);
      const again = await test.core.attendance.day(test.company, day?.id ?? 0);
      expect(again.record).to.include({ status: 'pending', is_approved: false });
      expect(again.punches.filter(({ voidedAt }) => voidedAt !== null)).to.have.lengthOf(2);
    });

    it('move a night that has begun later than was known to the date of its beginning', async () => {
      const id = await hire();
      await record([row(id, '2026-06-03T06:00:00')]);
      expect(await days(id)).to.deep.equal(['3 in 06:00']);
      await record([row(id, '2026-06-02T22:00:00')]);
      expect(await days(id)).to.deep.equal(['2 in 22:00, out 06:00']);
      await record([row(id, '2026-06-09T06:00:00', 'out')]);
      expect(await days(id)).to.deep.equal(['2 in 22:00, out 06:00', '9 out 06:00']);
      await record([row(id, '2026-06-08T22:00:00', 'in')]);
      expect(await days(id)).to.deep.equal(['2 in 22:00, out 06:00', '8 in 22:00, out 06:00']);
    });

    it('give the same days in any order and any portions', async () => {
      const kinds = ['in', 'break_start', 'break_end', 'out'] as const;
      for (const [seed, isGiven] of [
        [1, true],
        [2, false],
        [3, true],
        [4, false],
      ] as const) {
        const random = randomNumbers(seed);
        const [straight, mixed] = [await hire(), await hire()];
        const times = [1, 2, 3, 7, 8].flatMap((date) =>
          ['08:00', '12:00', '12:30', date === 3 ? '22:40' : '17:00'].map((time) => `2026-06-0${date}T${time}:00`),
        );
        const rowOf = (id: number, time: string) => row(id, time, isGiven ? kinds[times.indexOf(time) % 4] : null);
        await record(times.map((time) => rowOf(straight, time)));
        const left = [...times];
        while (left.length > 0) {
          const some = Array.from({ length: 1 + random(4) }, () => left.splice(random(left.length), 1)[0]);
          await record(some.flatMap((time) => (time === undefined ? [] : [rowOf(mixed, time)])));
        }
        expect(await days(mixed)).to.deep.equal(await days(straight));
        const { items } = await test.core.attendance.clockReports(
          test.company,
          { employee_id: mixed },
          { page: 1, per_page: 50 },
        );
        expect(new Set(items.map(({ answer }) => answer))).to.deep.equal(new Set(['recorded']));
      }
    });

    it('are known when they come again, in a portion or later', async () => {
      const id = await hire();
      const [one, two] = [row(id, '2026-06-01T08:00:00'), row(id, '2026-06-01T17:00:00')];
      expect(words(await record([one, two, one]))).to.deep.equal(['recorded', 'recorded', 'known']);
      expect(words(await record([two, one]))).to.deep.equal(['known', 'known']);
      const other = { ...one, at: at('2026-06-01T12:00:00') };
      expect(words(await record([other]))).to.deep.equal(['number_taken']);
      expect(words(await record([{ ...one, device: 'Yard' }]))).to.deep.equal(['known']);
      expect(await days(id)).to.deep.equal(['1 in 08:00, out 17:00']);
    });

    it('are known within a minute of another reading, unless the kinds differ', async () => {
      const id = await hire();
      await record([row(id, '2026-06-01T08:00:30')]);
      const answers = await record([
        row(id, '2026-06-01T08:01:00'),
        row(id, '2026-06-01T08:00:00', 'in'),
        row(id, '2026-06-01T08:01:30', 'out'),
        row(id, '2026-06-01T08:01:59', 'in'),
      ]);
      expect(words(answers)).to.deep.equal(['known', 'known', 'recorded', 'recorded']);
      await test.core.attendance.punchIn(test.company, id, { at: at('2026-06-02T08:00:00') });
      expect(words(await record([row(id, '2026-06-02T08:00:40')]))).to.deep.equal(['known']);
      expect(await days(id)).to.deep.equal(['1 in 08:00, out 08:01, in 08:01', '2 in 08:00']);
    });

    it('are refused by name, kept, and judged again once the cause is mended', async () => {
      const [id, frozen] = [await hire(), await hire()];
      await test.core.employees.freeze(test.company, frozen);
      const { id: stranger } = await test.core.employees.create(test.foreign, newEmployee());
      await test.core.externalIds.set(test.foreign, 'employee', stranger, 'card-1');
      const rows = [
        row(frozen, '2026-06-01T08:00:00'),
        row(stranger, '2026-06-01T08:00:00'),
        row(2_147_483_648, '2026-06-01T08:00:00'),
        row(0, '2026-06-01T08:00:00', 'in', { employee_id: null, employee_external_id: 'card-1' }),
        row(id, '2026-06-20T12:02:01'),
        row(id, '2025-06-01T08:00:00'),
        row(id, '2026-06-20T12:02:00'),
      ];
      const expected = ['employee_frozen', 'unknown_employee', 'unknown_employee', 'unknown_employee', 'clock_ahead'];
      expect(words(await record(rows))).to.deep.equal([...expected, 'too_old', 'recorded']);
      expect(words(await record(rows))).to.deep.equal([...expected, 'too_old', 'known']);
      const { items, total } = await test.core.attendance.clockReports(
        test.company,
        { answer: 'refused', device: 'Gate' },
        { page: 1, per_page: 6 },
      );
      expect(items.map(({ reason }) => reason).reverse()).to.deep.equal([...expected, 'too_old']);
      expect(total).to.equal(6);
      expect(items[2]).to.include({ employeeExternalId: 'card-1', employeeId: null, kind: 'in', punchId: null });

      await test.core.employees.reactivate(test.company, frozen);
      await test.core.externalIds.set(test.company, 'employee', id, 'card-1');
      expect(words(await record([rows[0], rows[3]]))).to.deep.equal(['recorded', 'recorded']);
      expect(await days(frozen)).to.deep.equal(['1 in 08:00']);
      expect(await test.core.attendance.month(test.foreign, stranger, '2026-06')).to.deep.equal([]);
    });

    it('are refused where a kind that was given has no place, until the missing punch comes', async () => {
      const id = await hire();
      const [first, second] = [row(id, '2026-06-01T08:00:00', 'in'), row(id, '2026-06-01T13:00:00', 'in')];
      expect(words(await record([first, second]))).to.deep.equal(['recorded', 'already_in']);
      expect(words(await record([row(id, '2026-06-01T12:00:00', 'out')]))).to.deep.equal(['recorded']);
      expect(await days(id)).to.deep.equal(['1 in 08:00, out 12:00, in 13:00']);
      expect(words(await record([second]))).to.deep.equal(['known']);
    });

    it('leave what a manager has named alone', async () => {
      const id = await hire();
      await record([row(id, '2026-06-01T08:00:00'), row(id, '2026-06-01T17:00:00')]);
      await test.core.attendance.correct(test.company, id, '2026-06-01', {
        punches: [
          { kind: 'in', at: at('2026-06-01T07:00:00') },
          { kind: 'out', at: at('2026-06-01T16:00:00') },
        ],
        note: 'as told',
      });
      expect(words(await record([row(id, '2026-06-01T06:30:00', 'in')]))).to.deep.equal(['recorded']);
      expect(await days(id)).to.deep.equal(['1 in 06:30, in 07:00, out 16:00']);
    });

    it('are refused in a closed month, and recorded once it is open again', async () => {
      const id = await hire();
      const company = systemActor(test.company.companyId);
      test.clock.set(at('2026-07-02T12:00:00'));
      await record([row(id, '2026-06-30T22:00:00')]);
      await test.core.months.close(company, { month: '2026-06', reason: 'paid' });
      const rows = [row(id, '2026-06-29T08:00:00'), row(id, '2026-07-01T06:00:00'), row(id, '2026-07-01T22:00:00')];
      expect(words(await record(rows))).to.deep.equal(['month_closed', 'month_closed', 'recorded']);
      await test.core.months.reopen(company, { month: '2026-06', reason: 'a clock was off' });
      expect(words(await record(rows))).to.deep.equal(['recorded', 'recorded', 'known']);
      expect(await days(id)).to.deep.equal(['29 in 08:00', '30 in 22:00, out 06:00']);
      test.clock.set(at('2026-06-20T12:00:00'));
    });

    it('are read in the nights of both clock changes', async () => {
      const id = await hire();
      test.clock.set(new Date('2026-11-01T00:00:00Z'));
      const answers = await record([
        row(id, '', null, { at: '2026-03-26T22:00' }),
        row(id, '', null, { at: '2026-03-27T06:00' }),
        row(id, '', null, { at: '2026-03-27 02:30:00' }),
        row(id, '', null, { at: '2026-10-24 22:00:00' }),
        row(id, '', null, { at: '2026-10-25T06:00:00+02:00' }),
      ]);
      expect(words(answers)).to.deep.equal(['recorded', 'recorded', 'invalid_input', 'recorded', 'recorded']);
      const worked = async (month: string) => (await test.core.hours.ofPerson(test.company, id, month)).workedMinutes;
      expect([await worked('2026-03'), await worked('2026-10')]).to.deep.equal([7 * 60, 9 * 60]);
      test.clock.set(at('2026-06-20T12:00:00'));
    });

    it('refuse each bad row by name, and record the others', async () => {
      const id = await hire();
      const good = row(id, '2026-06-01T08:00:00');
      const bad: readonly unknown[] = [
        null,
        5,
        'row',
        [],
        {},
        { ...good, number: undefined },
        { ...good, number: -1 },
        { ...good, number: 1.5 },
        { ...good, number: 2 ** 53 },
        { ...good, device: 'x'.repeat(65) },
        { ...good, device: 'a\u202Eb' },
        { ...good, device: ' ' },
        { ...good, at: undefined },
        { ...good, at: '' },
        { ...good, at: '08:00' },
        { ...good, at: '2026-02-30T08:00:00' },
        { ...good, at: new Date(Number.NaN) },
        { ...good, at: new Date(8.64e15) },
        { ...good, at: 5 },
        { ...good, employee_id: null },
        { ...good, employee_id: 'x' },
        { ...good, employee_external_id: 'both' },
        { ...good, kind: 'sideways' },
        { ...good, kind: ['in'] },
      ];
      const answers = await record([...bad, good]);
      expect(words(answers)).to.deep.equal([...bad.map(() => 'invalid_input'), 'recorded']);
      for (const { message } of answers.slice(0, -1)) expect(message).to.be.a('string').and.not.equal('');
      expect(answers[9]?.message).to.include('device');
      for (const rows of [null, 5, 'text', { a: 1 }]) {
        expect(await refusal(record(rows as never))).to.have.property('code', 'invalid_input');
      }
    });

    it('fire the events of the last hour alone', async () => {
      const id = await hire();
      const events = recordEvents(test.core);
      await record([
        row(id, '2026-06-20T08:00:00'),
        row(id, '2026-06-20T10:58:59'),
        row(id, '2026-06-20T11:00:00'),
        row(id, '2026-06-20T12:01:00'),
      ]);
      const heard = events.take();
      expect(heard.map(({ type }) => type)).to.deep.equal(['attendance.clocked_in', 'attendance.clocked_out']);
      expect(heard[1]?.data).to.deep.include({ check_in: '2026-06-20T11:00:00+03:00' });
    });

    it('are recorded by the product and admins alone, and audited once a portion', async () => {
      const id = await hire();
      for (const role of ['manager', 'employee'] as const) {
        const actor = personOf(test.company, role);
        expect(await refusal(test.core.attendance.recordPunches(actor, []))).to.have.property('code', 'not_permitted');
        const list = test.core.attendance.clockReports(actor, {}, { page: 1, per_page: 1 });
        expect(await refusal(list)).to.have.property('code', 'not_permitted');
      }
      const rows = [row(id, '2026-06-01T08:00:00'), row(id, '2026-06-01T17:00:00'), row(id, '2030-06-01T17:00:00')];
      const audited = async () =>
        (await test.core.auditReads.list(test.company, { action: 'attendance.clocks' }, { limit: 200 })).items
          .map(({ id, detail }) => ({ id, detail }))
          .sort((a, b) => b.id - a.id);
      const before = (await audited()).length;
      await record(rows);
      const [newest, ...others] = await audited();
      expect(others.length).to.equal(before);
      expect(JSON.parse(newest?.detail ?? '')).to.deep.equal({
        ...{ recorded: 2, known: 0, refused: 1, devices: ['Gate'], people: 1 },
        ...{ from: '2026-06-01T05:00:00.000Z', to: '2026-06-01T14:00:00.000Z' },
      });
      await record(rows.slice(0, 2));
      expect(await audited()).to.have.lengthOf(before + 1);
    });

    it('join a transaction of the product, and go with it', async () => {
      const id = await hire();
      const rows = [row(id, '2026-06-01T08:00:00')];
      const rolledBack = test.core.transaction(async (manager) => {
        await test.core.attendance.recordPunches(test.company, rows, { manager });
        throw new Error('no');
      });
      expect(await refusal(rolledBack)).to.have.property('message', 'no');
      expect(await days(id)).to.deep.equal([]);
      expect(words(await record(rows))).to.deep.equal(['recorded']);
    });

    it('are not recorded twice after an end between two portions', async () => {
      const ids = [await hire(), await hire(), await hire()];
      const rows = Array.from({ length: 1_100 }, (_, index) => {
        const [date, minute] = [1 + Math.floor(index / 60), 480 + 5 * (Math.floor(index / 3) % 20)];
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        return row(ids[index % 3] as number, `2026-06-${String(date).padStart(2, '0')}T${time}:00`);
      });
      async function* interrupted() {
        for (const [index, one] of rows.entries()) {
          if (index === 1_050) throw new Error('the plug was pulled');
          yield one;
        }
      }
      const run = test.core.attendance.recordPunches(test.company, interrupted());
      expect(await refusal(run)).to.have.property('message', 'the plug was pulled');
      const counts = await test.core.attendance.recordPunches(test.company, rows);
      expect(counts).to.deep.equal({ recorded: 100, known: 1_000, refused: 0 });
    });

    it('agree on the same reports that come twice at once', async () => {
      const ids = [await hire(), await hire()];
      const rows = ['08:00', '12:00', '13:00', '17:00'].flatMap((time) =>
        ids.map((id) => row(id, `2026-06-01T${time}:00`)),
      );
      const unknown = row(2_000_000_000, '2026-06-01T08:00:00');
      const both = await Promise.all([record([...rows, unknown]), record([unknown, ...rows.slice(2).reverse()])]);
      expect(both.flatMap(words).filter((word) => word === 'recorded')).to.have.lengthOf(8);
      for (const id of ids) expect(await days(id)).to.deep.equal(['1 in 08:00, out 12:00, in 13:00, out 17:00']);
    });
  },
  { withoutEvents: true },
);
