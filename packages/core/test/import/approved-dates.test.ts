import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';
import { fileOf, person, refusedReport, type Values } from './support.ts';

withCore('imported requests for leave of one employee and date', (test) => {
  let serial = 0;
  let key: string;
  let employee: number;

  before(() => test.clock.set('2026-12-01T00:00:00Z'));
  beforeEach(async () => {
    serial += 1;
    key = `a${serial}`;
    await test.core.imports.run({
      company: { id: test.company.companyId },
      files: [fileOf('employees', [person(key)])],
    });
    employee = (await test.core.externalIds.find(test.company, 'employee', key)) as number;
  });

  const request = (name: string, date: string, status: string): Values => ({
    external_id: `${key} ${name}`,
    employee_external_id: key,
    date,
    type: 'חופש',
    status,
  });
  const run = (rows: readonly Values[], { chunk = 1_000, partial = false } = {}) =>
    test.core.imports.run({
      company: { id: test.company.companyId },
      files: [fileOf('leave', rows, chunk)],
      partial,
    });
  const refused = async (...given: Parameters<typeof run>) =>
    (await refusedReport(run(...given))).refusals.map(({ line, field }) => [line, field]);

  it('are several, but at most one of them is approved (D:A3)', async () => {
    const several = [
      request('asked', '2026-06-01', 'pending'),
      request('refused', '2026-06-01', 'rejected'),
      request('granted', '2026-06-01', 'approved'),
    ];
    await run(several);
    const second = request('second', '2026-06-01', 'approved');
    expect(await refused([second])).to.deep.equal([[2, 'date']]);
    const others = [request('one', '2026-06-02', 'approved'), request('two', '2026-06-02', 'approved')];
    for (const chunk of [1, 1_000]) expect(await refused(others, { chunk })).to.deep.equal([[3, 'date']]);
    const changed = [{ ...several[0], status: 'approved' }];
    expect(await refused(changed)).to.deep.equal([[2, 'date']]);
    await run([{ ...several[2], manager_note: 'Enjoy it.' }, request('three', '2026-06-03', 'approved')]);
  });

  it('are compared with what a manager has approved here', async () => {
    const { leave } = test.core;
    const [asked] = await leave.submit(test.company, { employee_id: employee, dates: ['2026-06-01'], type: 'חופש' });
    await leave.approve(test.company, asked?.id ?? 0);
    expect(await refused([request('second', '2026-06-01', 'approved')])).to.deep.equal([[2, 'date']]);
    await leave.cancel(test.company, asked?.id ?? 0);
    await run([request('second', '2026-06-01', 'approved')]);
  });

  for (const chunk of [1, 1_000]) {
    const distance = chunk === 1 ? 'in rows far apart' : 'in rows close together';

    it(`may change places, and keep theirs where their rows are refused, ${distance}`, async () => {
      const [one, two, three] = ['2026-06-01', '2026-06-02', '2026-06-03'].map((date, index) =>
        request(String(index), date, 'approved'),
      ) as [Values, Values, Values];
      await run([one, two, three]);
      await run(
        [
          { ...one, date: two.date },
          { ...two, date: one.date },
        ],
        { chunk },
      );
      const onThird = [
        { ...one, date: one.date },
        { ...two, date: three.date },
      ];
      expect(await refused(onThird, { chunk })).to.deep.equal([
        [2, 'date'],
        [3, 'date'],
      ]);
      const { counts } = await run([...onThird, request('free', '2026-06-04', 'approved')], { chunk, partial: true });
      expect(counts.leave).to.include({ created: 1, updated: 0, refused: 2 });
      await run([request('free too', String(two.date), 'approved'), { ...one, status: 'rejected' }], { chunk });
    });
  }

  it('are another person’s business', async () => {
    const other = await test.core.employees.create(test.company, newEmployee(), { externalId: `${key} other` });
    await run([
      request('own', '2026-06-01', 'approved'),
      { ...request('other', '2026-06-01', 'approved'), employee_external_id: `${key} other` },
    ]);
    expect(other.id).not.to.equal(employee);
  });
});
