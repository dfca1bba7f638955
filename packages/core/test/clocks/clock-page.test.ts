import type { ClockRow } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, personOf, refusal, withCore } from '../support.ts';

const DAY_MS = 86_400_000;

withCore(
  'what is seen of clocks',
  (test) => {
    const at = (text: string) => new Date(`${text}+03:00`);
    const PAGE = { page: 1, per_page: 50 };
    let id: number;
    const row = (device: string, number: number, time: string, more: Partial<ClockRow> = {}): ClockRow => ({
      ...{ device, number, employee_id: id, at: at(time) },
      ...more,
    });
    const card = (device: string, number: number, time: string, employee_external_id: string): ClockRow =>
      row(device, number, time, { employee_id: null, employee_external_id });
    const report = (rows: readonly ClockRow[]) => test.core.attendance.recordPunches(test.company, rows);
    const clock = async (device: string) =>
      (await test.core.attendance.clocks(test.company)).find((one) => one.device === device);

    before(async () => {
      test.clock.set(at('2026-06-20T12:00:00'));
      id = (await test.core.employees.create(test.company, newEmployee({ name: 'Lena Baker' }))).id;
    });

    it('is their last report, how far they are ahead, and that they are silent', async () => {
      expect(await test.core.attendance.clocks(test.company)).to.deep.equal([]);
      await report([row('Gate', 7, '2026-06-19T08:00:00'), row('Gate', 8, '2026-06-19T17:00:00')]);
      await report([row('Yard', 1, '2026-06-20T12:17:30')]);
      expect(await clock('Gate')).to.deep.include({
        ...{ number: 8, at: at('2026-06-19T17:00:00'), receivedAt: at('2026-06-20T12:00:00') },
        ...{ isSilent: false, aheadMs: 0, recorded: 2, refused: 0, missing: [] },
      });
      expect(await clock('Yard')).to.deep.include({ aheadMs: 17.5 * 60_000, recorded: 0, refused: 1 });
      test.clock.advance(12 * 3_600_000 - 1);
      expect(await clock('Gate')).to.include({ isSilent: false });
      test.clock.advance(1);
      expect(await clock('Gate'), 'and of today it counts nothing').to.include({ isSilent: true, recorded: 0 });
      await report([row('Yard', 2, '2026-06-20T23:00:00')]);
      expect(await clock('Yard')).to.include({ aheadMs: 0, number: 2 });
      expect(await test.core.attendance.clocks(test.foreign)).to.deep.equal([]);
    });

    it('is which numbers are missing, but not that a clock counts anew', async () => {
      const numbers = [48_100, 48_104, 48_105, 48_107, 3];
      await report(numbers.map((number, index) => row('Dock', number, `2026-06-1${index}T09:00:00`)));
      const ranges = [
        { from: 48_106, to: 48_106 },
        { from: 48_101, to: 48_103 },
      ];
      expect(await clock('Dock')).to.deep.include({ missing: ranges });
      await report([row('Dock', 48_102, '2026-06-14T12:00:00')]);
      expect((await clock('Dock'))?.missing).to.have.lengthOf(3);
    });

    it('ends when they have not reported for 31 days', async () => {
      test.clock.set(new Date(at('2026-06-20T12:00:00').getTime() + 31 * DAY_MS));
      const named = async () => (await test.core.attendance.clocks(test.company)).map(({ device }) => device);
      expect(await named()).to.deep.equal(['Dock', 'Gate', 'Yard']);
      test.clock.advance(1);
      expect(await named()).to.deep.equal(['Dock', 'Yard']);
      test.clock.set(at('2026-06-20T12:00:00'));
    });

    it('is a list by card, by number and since when, with names', async () => {
      await report([card('Gate', 20, '2026-06-18T08:00:00', '7731'), row('Gate', 21, '2026-06-18T17:00:00')]);
      const list = (filter: object) => test.core.attendance.clockReports(test.company, filter, PAGE);
      const [unknown] = (await list({ card: '7731' })).items;
      expect(unknown).to.include({ number: 20, reason: 'unknown_employee', employeeName: null });
      expect((await list({ id: unknown?.id })).items).to.deep.equal([unknown]);
      expect((await list({ id: 1.5 })).total).to.equal(0);
      expect((await list({ employee_id: id, since: test.clock.now() })).items[0]).to.include({
        ...{ number: 21, employeeName: 'Lena Baker' },
      });
      expect((await list({ since: new Date(test.clock.now().getTime() + 1) })).total).to.be.lessThan(
        (await list({})).total,
      );
      for (const filter of [{ since: 'today' }, { since: new Date(Number.NaN) }, { cart: '7731' }]) {
        expect(await refusal(list(filter))).to.have.property('code', 'invalid_input');
      }
    });

    it('and was refused is judged again: of one report, of a card, of all; in the caller’s transaction', async () => {
      const again = (filter: object, options = {}) => test.core.attendance.recordAgain(test.company, filter, options);
      await report([
        card('Gate', 30, '2026-06-17T08:00:00', 'C-9'),
        card('Gate', 31, '2026-06-17T17:00:00', 'C-9'),
        card('Gate', 32, '2026-06-16T08:00:00', 'C-8'),
      ]);
      expect(await again({ card: 'C-9' })).to.deep.equal({ recorded: 0, known: 0, refused: 2 });
      const rolledBack = test.core.transaction(async (manager) => {
        await test.core.externalIds.set(test.company, 'employee', id, 'C-9', { manager });
        expect(await again({ card: 'C-9' }, { manager })).to.deep.equal({ recorded: 2, known: 0, refused: 0 });
        throw new Error('no');
      });
      expect(await refusal(rolledBack)).to.have.property('message', 'no');
      expect(await again({ card: 'C-9' })).to.deep.equal({ recorded: 0, known: 0, refused: 2 });
      await test.core.externalIds.set(test.company, 'employee', id, 'C-9');
      const { items } = await test.core.attendance.clockReports(test.company, { card: 'C-9' }, PAGE);
      expect(await again({ id: items[0]?.id })).to.deep.equal({ recorded: 1, known: 0, refused: 0 });
      expect(await again({ device: 'Gate', card: 'C-9' })).to.deep.equal({ recorded: 1, known: 0, refused: 0 });
      const left = (await test.core.attendance.clockReports(test.company, { answer: 'refused' }, PAGE)).total;
      expect(await again({})).to.deep.equal({ recorded: 0, known: 0, refused: left });
      expect(await again({ id: items[0]?.id }), 'it is recorded').to.deep.equal({ recorded: 0, known: 0, refused: 0 });
    });

    it('is for the product and admins', async () => {
      expect(await test.core.attendance.clocks(personOf(test.company, 'admin'))).not.to.deep.equal([]);
      for (const actor of [personOf(test.company, 'manager'), personOf(test.company, 'employee')]) {
        expect(await refusal(test.core.attendance.clocks(actor))).to.have.property('code', 'not_permitted');
        expect(await refusal(test.core.attendance.recordAgain(actor, {}))).to.have.property('code', 'not_permitted');
      }
      const misspelt = test.core.attendance.recordAgain(test.company, { cart: '7' } as object);
      expect(await refusal(misspelt)).to.have.property('code', 'invalid_input');
    });

    it('is kept for 366 days', async () => {
      test.clock.set(at('2026-07-01T12:00:00'));
      await report([row('Gate', 99, '2026-07-01T08:00:00')]);
      const { total } = await test.core.attendance.clockReports(test.company, {}, PAGE);
      test.clock.advance(366 * DAY_MS);
      expect(await test.core.prune()).to.include({ clockReports: total - 1 });
      expect((await test.core.attendance.clockReports(test.company, {}, PAGE)).items[0]).to.include({ number: 99 });
      test.clock.advance(1);
      expect(await test.core.prune()).to.include({ clockReports: 1 });
      expect(await test.core.attendance.month(test.company, id, '2026-07'), 'the punch stays').to.have.lengthOf(1);
    });
  },
  { withoutEvents: true },
);
