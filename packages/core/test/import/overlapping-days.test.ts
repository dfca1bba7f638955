import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import { withCore } from '../support.ts';
import { fileOf, person, refusedReport, type Values } from './support.ts';

withCore('imported days beside others of the same person', (test) => {
  const at = (text: string) => new Date(`${text}:00+03:00`);
  let serial = 0;
  let key: string;
  let employee: number;

  before(() => test.clock.set('2026-12-01T00:00:00Z'));
  beforeEach(async () => {
    serial += 1;
    key = `o${serial}`;
    employee = await hire();
  });

  async function hire(company = test.company): Promise<number> {
    await test.core.imports.run({ company: { id: company.companyId }, files: [fileOf('employees', [person(key)])] });
    return (await test.core.externalIds.find(company, 'employee', key)) as number;
  }

  const day = (date: string, values: Values): Values => ({
    external_id: `${key} ${date}`,
    employee_external_id: key,
    date,
    ...values,
  });
  const run = (rows: readonly Values[], company = test.company, chunk = 1_000) =>
    test.core.imports.run({ company: { id: company.companyId }, files: [fileOf('attendance', rows, chunk)] });
  const refusedFields = async (...given: Parameters<typeof run>) =>
    (await refusedReport(run(...given))).refusals.map(({ line, field }) => [line, field]);

  it('are held against days of two dates before and after, where one lasts so long', async () => {
    const long = day('2026-06-01', { check_in: '23:00', check_out: '2026-06-03T10:00' });
    const within = day('2026-06-03', { check_in: '08:00', check_out: '09:00' });
    for (const chunk of [1, 1_000]) {
      expect(await refusedFields([long, within], test.company, chunk)).to.deep.equal([[3, 'check_in']]);
      expect(await refusedFields([within, long], test.company, chunk)).to.deep.equal([[3, 'check_out']]);
    }
    await run([long, { ...within, check_in: '10:00', check_out: '11:00' }]);
  });

  for (const chunk of [1, 1_000]) {
    const distance = chunk === 1 ? 'in rows far apart' : 'in rows close together';
    const runIn = (rows: readonly Values[]) => run(rows, test.company, chunk);

    it(`may change places with one another, be shifted by a date, and come where one has left, ${distance}`, async () => {
      const [one, two, three] = ['2026-06-08', '2026-06-09', '2026-06-10'].map((date, index) =>
        day(date, { check_in: `0${7 + index}:00`, check_out: '16:00' }),
      ) as [Values, Values, Values];
      await run([one, two, three]);
      const dates = async () => {
        const month = await test.core.attendance.month(test.company, employee, '2026-06');
        return month.map(({ date, check_in }) => `${date} ${check_in?.toISOString().slice(11, 16)}`);
      };
      const idsBefore = (await test.core.attendance.month(test.company, employee, '2026-06'))
        .map(({ id }) => id)
        .sort();
      await runIn([
        { ...one, date: two.date },
        { ...two, date: one.date },
      ]);
      expect(await dates()).to.deep.equal(['2026-06-08 05:00', '2026-06-09 04:00', '2026-06-10 06:00']);
      await runIn([
        { ...two, date: '2026-06-09' },
        { ...one, date: '2026-06-10' },
        { ...three, date: '2026-06-11' },
        day('new', { date: '2026-06-08', check_in: '10:00', check_out: '11:00' }),
      ]);
      expect(await dates()).to.deep.equal([
        '2026-06-08 07:00',
        '2026-06-09 05:00',
        '2026-06-10 04:00',
        '2026-06-11 06:00',
      ]);
      const month = await test.core.attendance.month(test.company, employee, '2026-06');
      expect(month.map(({ id }) => id)).to.include.members(idsBefore);
      const { total } = await test.core.attendance.list(
        test.company,
        { employee_id: employee },
        { page: 1, per_page: 1 },
      );
      expect(total).to.equal(4);
      const counted = async () => {
        const { list } = test.core.attendance;
        return (await list(test.company, { date_from: '2026-06-08' }, { page: 1, per_page: 1 })).total;
      };
      const kept = await counted();
      expect(kept).to.equal(await counted());
    });

    it(`keep their dates where their rows are refused, and what came for those dates is refused too, ${distance}`, async () => {
      const [one, two] = ['2026-06-08', '2026-06-09'].map((date) =>
        day(date, { check_in: '08:00', check_out: '16:00' }),
      ) as [Values, Values];
      await run([one, two, day('2026-06-10', { check_in: '08:00', check_out: '16:00' })]);
      const chain = [
        { ...one, date: two.date },
        { ...two, date: '2026-06-10' },
      ];
      expect(await refusedFields(chain, test.company, chunk)).to.deep.equal([
        [2, 'date'],
        [3, 'date'],
      ]);
      const partial = { company: { id: test.company.companyId }, partial: true };
      const free = day('2026-06-11', { check_in: '08:00', check_out: '16:00' });
      const report = await test.core.imports.run({
        ...partial,
        files: [fileOf('attendance', [...chain, free], chunk)],
      });
      expect(report.counts.attendance).to.include({ created: 1, updated: 0, refused: 2 });
      const month = await test.core.attendance.month(test.company, employee, '2026-06');
      expect(month.map(({ date }) => date)).to.deep.equal(['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11']);
    });

    it(`may overlap the old times of one whose row gives it others, ${distance}`, async () => {
      const [early, late] = [
        day('2026-06-08', { check_in: '20:00', check_out: '2026-06-09T04:00' }),
        day('2026-06-09', { check_in: '04:00', check_out: '12:00' }),
      ] as [Values, Values];
      await run([early, late]);
      const longer = { ...early, check_out: '2026-06-09T06:00' };
      expect(await refusedFields([longer, { ...late, status: 'approved' }], test.company, chunk)).to.deep.equal(
        chunk === 1
          ? [[2, 'check_out']]
          : [
              [3, 'check_in'],
              [2, 'check_out'],
            ],
      );
      const { counts } = await runIn([longer, { ...late, check_in: '06:00' }]);
      expect(counts.attendance).to.include({ updated: 2, refused: 0 });
      await runIn([
        { ...late, check_in: '05:00' },
        { ...longer, check_out: '2026-06-09T05:00' },
      ]);
    });
  }

  it('are held against all that the hours of the company allow', async () => {
    const company = systemActor((await test.core.companies.create({ name: 'Long days', work_day_hours: 48 })).id);
    await hire(company);
    const long = day('2026-06-01', { check_in: '23:00', check_out: '2026-06-05T10:00' });
    const within = day('2026-06-05', { check_in: '08:00', check_out: '09:00' });
    expect(await refusedFields([long, within], company)).to.deep.equal([[3, 'check_in']]);
  });

  it('are held against the first punch of a day, which may be an out', async () => {
    const { attendance } = test.core;
    await attendance.punchOut(test.company, employee, { at: at('2026-06-02T00:10') });
    await attendance.punchIn(test.company, employee, { at: at('2026-06-02T00:40') });
    const before = day('2026-06-01', { check_in: '20:00', check_out: '00:20' });
    expect(await refusedFields([before])).to.deep.equal([[2, 'check_out']]);
    await run([{ ...before, check_out: '00:10' }]);
  });

  it('last until the end of a break where they have no check-out', async () => {
    const open = day('2026-06-01', { check_in: '22:00', breaks: '01:00/02:00' });
    const within = day('2026-06-02', { check_in: '00:30', check_out: '01:30' });
    expect(await refusedFields([open, within])).to.deep.equal([[3, 'check_in']]);
    expect(await refusedFields([within, open])).to.deep.equal([[3, 'check_out']]);
    await run([open, { ...within, check_in: '02:00', check_out: '03:00' }]);
  });

  it('may lie at either end of the calendar, and their times are refused there', async () => {
    const away = (date: string) => day(date, { absence_type: 'חופש' });
    await run([away('0001-01-01'), away('9999-12-31')]);
    const times = { check_in: '00:00', check_out: '23:00' };
    expect(await refusedFields([day('0001-01-01', times)])).to.deep.equal([
      [2, 'check_in'],
      [2, 'check_out'],
    ]);
    for (const check_in of ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']) {
      expect(await refusedFields([day('2026-06-01', { check_in })]), check_in).to.deep.equal([[2, 'check_in']]);
    }
  });
});
