import { expect } from 'chai';
import { besideOpenTransaction } from './held-transaction.ts';
import { person } from './leave/people.ts';
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

  it('are approved by who approved the leave, unless they are days of work or the product says otherwise (D:A24)', async () => {
    const { absenceDays, attendance, leave } = test.core;
    const manager = await person(test, 'manager');
    test.clock.set(new Date('2026-08-20T12:00:00Z'));
    const [free, worked, asked] = [
      await pendingRequest('2026-08-07'),
      await pendingRequest('2026-08-07'),
      await pendingRequest('2026-08-07'),
    ];
    const punches = [
      { kind: 'in', at: new Date('2026-08-07T05:00:00Z') },
      { kind: 'out', at: new Date('2026-08-07T09:00:00Z') },
    ] as const;
    const work = await attendance.correct(test.company, worked.employeeId, '2026-08-07', { punches, note: 'told' });
    await attendance.approve(test.company, [work.id]);
    for (const { id } of [free, worked, asked]) await leave.approve(manager, id, { manager_note: 'as agreed' });
    const decision = { by: manager.name, at: test.clock.now(), note: 'as agreed' };
    test.clock.advance(1_000);
    const [day, half] = await absenceDays.recordForLeave(test.company, [free.id, worked.id]);
    expect(day).to.include({ status: 'approved', is_approved: true });
    const shown = await attendance.day(test.company, day!.id);
    expect(shown.decision).to.deep.equal(decision);
    expect(shown.absenceChange).to.deep.equal({ by: 'system', at: test.clock.now(), note: null });
    expect(half).to.include({ id: work.id, status: 'pending', absence_type: 'חופש' });
    const [waiting] = await absenceDays.recordForLeave(test.company, [asked.id], { approved: false });
    expect(waiting).to.include({ status: 'pending', is_approved: false });
    await attendance.reject(test.company, [day!.id]);
    await absenceDays.recordForLeave(test.company, [free.id]);
    expect((await attendance.day(test.company, day!.id)).state, 'recorded again').to.equal('rejected');
  });

  it('are named and taken off when the leave is rejected after all', async () => {
    const { absenceDays, attendance, leave } = test.core;
    test.clock.set(new Date('2026-08-20T12:00:00Z'));
    const [free, worked] = [await pendingRequest('2026-08-09'), await pendingRequest('2026-08-09')];
    const punches = [
      { kind: 'in', at: new Date('2026-08-09T05:00:00Z') },
      { kind: 'out', at: new Date('2026-08-09T09:00:00Z') },
    ] as const;
    const work = await attendance.correct(test.company, worked.employeeId, '2026-08-09', { punches, note: 'told' });
    const ids = [free.id, worked.id];
    for (const id of ids) await leave.approve(test.company, id);
    expect(await absenceDays.recordedForLeave(test.company, ids)).to.deep.equal([]);
    const [day] = await absenceDays.recordForLeave(test.company, ids);
    expect(await absenceDays.recordedForLeave(test.company, ids)).to.deep.equal([
      { leave_request_id: free.id, attendance_id: day!.id, date: '2026-08-09', is_worked: false },
      { leave_request_id: worked.id, attendance_id: work.id, date: '2026-08-09', is_worked: true },
    ]);
    expect(await absenceDays.recordedForLeave(test.foreign, ids)).to.deep.equal([]);

    const removed = await test.core.transaction(async (manager) => {
      for (const id of ids) await leave.reject(test.company, id, {}, { manager });
      return absenceDays.removeForLeave(test.company, ids, { manager, note: 'came after all' });
    });
    expect(removed).to.equal(2);
    expect(await attendance.month(test.company, free.employeeId, '2026-08')).to.deep.equal([]);
    const kept = await attendance.day(test.company, work.id);
    expect(kept.record).to.include({ absence_type: null, status: 'pending' });
    expect(kept.punches.map(({ voidedAt }) => voidedAt)).to.deep.equal([null, null]);
    expect(kept.absenceChange).to.deep.include({ note: 'came after all' });
    expect(await absenceDays.removeForLeave(test.company, ids)).to.equal(0);
    expect(await refusal(absenceDays.removeForLeave(test.foreign, ids))).to.have.property('code', 'not_found');
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
