import type { LeaveRequest } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { person } from '../leave/people.ts';
import { duringTransaction } from '../races/during-transaction.ts';
import { withCore } from '../support.ts';
import { fillCompany } from '../testing/sample-company.ts';

const PAGE = { page: 1, per_page: 200 };

withCore('the label of an absence type on requests and days (D:A11)', (test) => {
  before(async () => {
    await fillCompany(test.core, test.company);
    await fillCompany(test.core, test.foreign);
  });

  const labelled = async (actor: typeof test.company, label: string) => {
    const requests = await test.core.leave.list(actor, { type: label }, PAGE);
    const days = await test.core.attendance.list(actor, {}, PAGE);
    return [requests.total, days.items.filter((day) => day.absence_type === label).length];
  };
  const changedAt = async () => {
    const database = test.core.extension.database.scope(test.company);
    const read = (table: string) =>
      database.rows(rawSql(`SELECT id, updated_at FROM "${table}" WHERE company_id = $1 ORDER BY id`));
    return [await read('shaon_leave_request'), await read('shaon_attendance')];
  };

  it('is the one of today, in its own company alone', async () => {
    const before = await labelled(test.company, 'חופש');
    expect(before).to.not.include(0);
    const changedBefore = await changedAt();
    test.clock.advance(60_000);
    const type = (await test.core.absenceTypes.list(test.company)).find(({ label }) => label === 'חופש')!;
    await test.core.absenceTypes.rename(test.company, type.id, 'חופשה');
    expect(await labelled(test.company, 'חופשה')).to.deep.equal(before);
    expect(await labelled(test.company, 'חופש')).to.deep.equal([0, 0]);
    expect(await labelled(test.foreign, 'חופש')).to.deep.equal(before);
    expect(await changedAt(), 'renaming is no decision on leave').to.deep.equal(changedBefore);
  });

  it('is what an absence day is recorded with after a renaming', async () => {
    const noa = await person(test);
    const type = await test.core.absenceTypes.create(test.company, { label: 'Study' });
    const [request] = await test.core.leave.submit(noa, { dates: ['2026-07-01'], type: type.label });
    await test.core.leave.approve(test.company, request!.id);
    await test.core.absenceTypes.rename(test.company, type.id, 'Exams');
    const [day] = await test.core.absenceDays.recordForLeave(test.company, [request!.id]);
    expect(day).to.include({ absence_type: 'Exams' });
  });

  it('is rewritten on a request that is submitted at the same time', async () => {
    const noa = await person(test);
    const type = await test.core.absenceTypes.create(test.company, { label: 'Move' });
    const { first } = await duringTransaction<LeaveRequest[], unknown>(
      test.core,
      (manager) => test.core.leave.submit(noa, { dates: ['2026-07-01'], type: 'Move' }, { manager }),
      () => test.core.absenceTypes.rename(test.company, type.id, 'Moving'),
    );
    expect(await test.core.leave.get(noa, first[0]!.id)).to.include({ type: 'Moving' });
  });

  it('is no longer taken by a submission that a renaming overtakes', async () => {
    const noa = await person(test);
    const type = await test.core.absenceTypes.create(test.company, { label: 'Wed' });
    const { second } = await duringTransaction(
      test.core,
      (manager) => test.core.absenceTypes.rename(test.company, type.id, 'Wedding', { manager }),
      () => test.core.leave.submit(noa, { dates: ['2026-07-01'], type: 'Wed' }),
    );
    expect(second)
      .to.have.nested.property('reason.errors')
      .that.deep.equals({ type: [{ rule: 'in' }] });
    expect(await labelled(test.company, 'Wed')).to.deep.equal([0, 0]);
  });

  it('is added once when the defaults are made by several processes at the same time', async () => {
    const company = { ...test.company, companyId: (await test.core.companies.create({ name: 'Kiosk' })).id };
    await Promise.all(Array.from({ length: 5 }, () => test.core.absenceTypes.createDefaults(company)));
    expect(await test.core.absenceTypes.list(company)).to.have.lengthOf(5);
  });
});
