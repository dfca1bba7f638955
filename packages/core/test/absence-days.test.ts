import { expect } from 'chai';
import { besideOpenTransaction } from './held-transaction.ts';
import { newEmployee, refusal, withCore } from './support.ts';

withCore('absence days of leave', (test) => {
  it('become records of approved requests, all or none, and once', async () => {
    await test.core.absenceTypes.createDefaults(test.company);
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const requests = await test.core.leave.submit(test.company, {
      employee_id: id,
      dates: ['2026-08-02', '2026-08-03'],
      type: 'חופש',
    });
    const ids = requests.map((request) => request.id);
    await test.core.leave.approve(test.company, ids[0] as number);
    const { absenceDays, attendance } = test.core;
    expect(await refusal(absenceDays.recordForLeave(test.company, ids))).to.have.property('code', 'state_conflict');
    expect(await attendance.month(test.company, id, '2026-08')).to.deep.equal([]);

    await test.core.leave.approve(test.company, ids[1] as number);
    const first = await absenceDays.recordForLeave(test.company, ids);
    const again = await absenceDays.recordForLeave(test.company, ids);
    expect(first.map(({ date, absence_type, check_in }) => [date, absence_type, check_in])).to.deep.equal([
      ['2026-08-02', 'חופש', null],
      ['2026-08-03', 'חופש', null],
    ]);
    expect(again.map((day) => day.id)).to.deep.equal(first.map((day) => day.id));
    expect(await refusal(absenceDays.recordForLeave(test.foreign, ids))).to.have.property('code', 'not_found');
  });

  async function pendingRequest(date: string): Promise<{ readonly employeeId: number; readonly id: number }> {
    const { id: employeeId } = await test.core.employees.create(test.company, newEmployee());
    const [request] = await test.core.leave.submit(test.company, {
      employee_id: employeeId,
      dates: [date],
      type: 'חופש',
    });
    return { employeeId, id: request?.id as number };
  }

  it('count what the same transaction has approved', async () => {
    const { employeeId, id } = await pendingRequest('2026-08-04');
    await test.core.transaction(async (manager) => {
      await test.core.leave.approve(test.company, id, {}, { manager });
      await test.core.absenceDays.recordForLeave(test.company, [id], { manager });
    });
    const days = await test.core.attendance.month(test.company, employeeId, '2026-08');
    expect(days.map(({ absence_type }) => absence_type)).to.deep.equal(['חופש']);
  });

  it('are none of a request that is being rejected', async () => {
    const { employeeId, id } = await pendingRequest('2026-08-05');
    await test.core.leave.approve(test.company, id);
    const recording = await besideOpenTransaction(
      test,
      (manager) => test.core.leave.reject(test.company, id, {}, { manager }),
      () => test.core.absenceDays.recordForLeave(test.company, [id]),
    );
    expect(recording).to.have.nested.property('reason.code', 'state_conflict');
    expect(await test.core.attendance.month(test.company, employeeId, '2026-08')).to.deep.equal([]);
  });

  it('stand when the request is rejected after them', async () => {
    const { employeeId, id } = await pendingRequest('2026-08-06');
    await test.core.leave.approve(test.company, id);
    const rejection = await besideOpenTransaction(
      test,
      (manager) => test.core.absenceDays.recordForLeave(test.company, [id], { manager }),
      () => test.core.leave.reject(test.company, id),
    );
    expect(rejection).to.have.nested.property('value.isChanged', true);
    expect(await test.core.attendance.month(test.company, employeeId, '2026-08')).to.have.lengthOf(1);
  });

  it('have the label that their type has today, however the renaming comes', async () => {
    const { core, company } = test;
    const type = (await core.absenceTypes.list(company)).find(({ label }) => label === 'חופש');
    const rename = (label: string, options = {}) =>
      core.absenceTypes.rename(company, type?.id as number, label, options);
    const before = await pendingRequest('2026-08-07');
    const beside = await pendingRequest('2026-08-08');
    const after = await pendingRequest('2026-08-09');
    for (const { id } of [before, beside, after]) await core.leave.approve(company, id);
    await core.absenceDays.recordForLeave(company, [before.id]);
    await besideOpenTransaction(
      test,
      (manager) => core.absenceDays.recordForLeave(company, [beside.id], { manager }),
      () => rename('חופשה'),
    );
    await core.absenceDays.recordForLeave(company, [after.id]);
    for (const { employeeId, id } of [before, beside, after]) {
      const [day] = await core.attendance.month(company, employeeId, '2026-08');
      expect([day?.absence_type, (await core.leave.get(company, id)).type]).to.deep.equal(['חופשה', 'חופשה']);
    }
    const renamed = await besideOpenTransaction(
      test,
      (manager) => rename('חופש', { manager }),
      () => core.absenceDays.recordForLeave(company, [after.id]),
    );
    expect(renamed).to.have.nested.property('value[0].absence_type', 'חופש');
  });

  it('are recorded of many requests at once, in any order', async () => {
    const requests: number[] = [];
    for (let n = 0; n < 5; n += 1) requests.push((await pendingRequest('2026-08-10')).id);
    for (const id of requests) await test.core.leave.approve(test.company, id);
    const { recordForLeave } = test.core.absenceDays;
    const works = Array.from({ length: 10 }, (_, n) =>
      recordForLeave(test.company, n % 2 === 0 ? requests : [...requests].reverse()),
    );
    for (const days of await Promise.all(works)) expect(days).to.have.lengthOf(5);
  });
});
