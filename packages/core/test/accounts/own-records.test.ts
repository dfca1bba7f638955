import type { AccountActor, Actor, ShaonError } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { person } from '../leave/people.ts';
import { refusal, withCore } from '../support.ts';

const LABEL = 'חופש';
const PAGE = { page: 1, per_page: 200 };

withCore('a decision on one’s own leave or day (D:A2, A23)', (test) => {
  before(async () => {
    await test.core.absenceTypes.createDefaults(test.company);
    await test.core.absenceTypes.createDefaults(test.foreign);
  });

  /** Somebody of the staff whose stored role is the actor's too. */
  async function staff(role: AccountActor['role'], company = test.company) {
    const actor = await person(test, role, company);
    await test.core.accounts.setRole(company, { employee_id: actor.employeeId, role });
    return actor;
  }
  async function requestOf(actor: AccountActor, date = '2026-07-01'): Promise<number> {
    const [request] = await test.core.leave.submit(actor, { dates: [date], type: LABEL });
    return request!.id;
  }
  const queued = async (actor: Actor) =>
    new Map((await test.core.leave.queue(actor, PAGE)).items.map(({ id, waits_for }) => [id, waits_for]));
  const audited = async (action: string, company = test.company) => {
    const rows = await test.core.extension.database
      .scope(company)
      .rows(rawSql('SELECT detail FROM "shaon_audit" WHERE company_id = $1 AND action = $2 ORDER BY id DESC'), [
        action,
      ]);
    return rows.map((row) => JSON.parse(String(row.detail)));
  };
  const auditOf = async (id: number) =>
    (await audited('leave.approved')).find((detail) => detail.leave_request_id === id);

  const JUNE = { date: '2026-06-01', month: '2026-06' };
  const WORKED = {
    punches: [
      { kind: 'in', at: new Date('2026-06-01T08:00:00+03:00') },
      { kind: 'out', at: new Date('2026-06-01T16:00:00+03:00') },
    ],
    note: 'as told',
  } as const;
  /** Every change and decision that a manager makes about a day. */
  const actsOnDay = (actor: AccountActor & { readonly employeeId: number }, id: number, leaveId: number) => {
    const { attendance, absenceDays } = test.core;
    const [employee_id, { date }] = [actor.employeeId, JUNE];
    return {
      correct: () => attendance.correct(actor, employee_id, date, { ...WORKED, note: 'again' }),
      'correct a day without a record': () => {
        const punches = WORKED.punches.map(({ kind, at }) => ({ kind, at: new Date(at.getTime() + 86_400_000) }));
        return attendance.correct(actor, employee_id, '2026-06-02', { punches, note: 'forgot' });
      },
      recordAbsence: () => attendance.recordAbsence(actor, { employee_id, date, absence_type: LABEL }),
      recordForLeave: () => absenceDays.recordForLeave(actor, [leaveId]),
      approve: () => attendance.approve(actor, [id]),
      reject: () => attendance.reject(actor, [id]),
      setStatus: () => attendance.setStatus(actor, id, 'pending', { approved: false }),
      voidDay: () => attendance.voidDay(actor, id),
    };
  };

  it('is an admin’s alone where no other manager or admin is active, and is marked in the audit', async () => {
    const [admin, noa] = [await staff('admin'), await staff('employee')];
    const id = await requestOf(admin);
    expect((await queued(admin)).get(id)).to.equal('asker');
    await test.core.leave.approve(admin, id);
    expect(await auditOf(id)).to.deep.include({ leave_request_id: id, from: 'pending', own: true });
    const others = await requestOf(noa);
    await test.core.leave.approve(admin, others);
    const told = await auditOf(others);
    expect(told).to.deep.include({ leave_request_id: others, from: 'pending', employee_id: noa.employeeId });
    expect(told).not.to.have.property('own');
  });

  it('waits for somebody else where there is another manager or admin, and the queue tells it', async () => {
    const [admin, manager, noa] = [await staff('admin'), await staff('manager'), await staff('employee')];
    const [ofAdmin, ofManager, ofNoa] = [await requestOf(admin), await requestOf(manager), await requestOf(noa)];
    for (const [own, id] of [
      [admin, ofAdmin],
      [manager, ofManager],
    ] as const) {
      for (const decide of [test.core.leave.approve, test.core.leave.reject]) {
        const error = (await refusal(decide(own, id))) as ShaonError;
        expect(error).to.include({ code: 'not_permitted' });
        expect(error.message).to.match(/your own request: another manager or admin decides/);
      }
      expect((await queued(own)).get(id)).to.equal('others');
      expect((await queued(own)).get(ofNoa)).to.equal('asker');
      expect(await test.core.leave.get(own, id)).to.include({ status: 'pending' });
    }
    // A product without type checks may name the staff row by a text, as drivers give a bigint, or not at all.
    for (const employeeId of [String(manager.employeeId), undefined]) {
      const error = await refusal(test.core.leave.approve(Object.assign({ ...manager }, { employeeId }), ofManager));
      expect(error).to.include({ code: 'options_invalid' });
    }
    expect((await queued(manager)).get(ofAdmin)).to.equal('asker');
    expect((await queued(test.company)).get(ofAdmin)).to.equal('asker');
    await test.core.leave.approve(manager, ofAdmin);
    await test.core.leave.reject(admin, ofManager);
    expect(await refusal(test.core.leave.queue(noa, PAGE))).to.have.property('code', 'not_permitted');
  });

  it('is taken back by somebody else too, and before it by whoever asked', async () => {
    const [admin, manager] = [await staff('admin'), await staff('manager')];
    const [first, second, pending] = [
      await requestOf(manager, '2026-08-02'),
      await requestOf(manager, '2026-08-03'),
      await requestOf(manager, '2026-08-04'),
    ] as const;
    await test.core.leave.approve(admin, first);
    await test.core.leave.reject(admin, second);
    for (const id of [first, second]) {
      expect(await refusal(test.core.leave.cancel(manager, id))).to.have.property('code', 'not_permitted');
    }
    expect(await test.core.leave.get(manager, first)).to.include({ status: 'approved' });
    await test.core.leave.cancel(manager, pending);
    await test.core.leave.cancel(admin, first);
    expect(await refusal(test.core.leave.get(manager, first))).to.have.property('code', 'not_found');
  });

  it('is never a manager’s, also when they are the only one', async () => {
    const manager = await staff('manager', test.foreign);
    const [request] = await test.core.leave.submit(manager, { dates: ['2026-07-01'], type: LABEL });
    const decision = test.core.leave.approve(manager, request!.id);
    expect(await refusal(decision)).to.have.property('code', 'not_permitted');
    expect((await queued(manager)).get(request!.id)).to.equal('others');
  });

  it('about a day is for others too, whatever is done to it, and the month of it goes on without it', async () => {
    test.clock.set(new Date('2026-07-01T12:00:00+03:00'));
    const { attendance, leave } = test.core;
    const [manager, noa] = [await staff('manager'), await staff('employee')];
    const days = [];
    for (const { employeeId } of [manager, noa]) {
      days.push(await attendance.correct(test.company, employeeId, JUNE.date, WORKED));
    }
    const [own, ofNoa] = days.map(({ id, employee_id, date }) => ({ id, employee_id, date }));
    const leaveId = await requestOf(manager);
    await leave.approve(test.company, leaveId);
    for (const [name, act] of Object.entries(actsOnDay(manager, own!.id, leaveId))) {
      expect(await refusal(act()), name).to.deep.include({
        code: 'not_permitted',
        details: { operation: 'attendance.manage', own: true },
      });
    }
    const open = await attendance.punchIn(test.company, manager.employeeId, {
      at: new Date('2026-06-03T08:00:00+03:00'),
    });
    const closing = attendance.closeDay(manager, open.id, new Date('2026-06-03T16:00:00+03:00'), 'forgot');
    expect(await refusal(closing)).to.have.property('code', 'not_permitted');
    expect(await refusal(attendance.approve(manager, [ofNoa!.id, own!.id]))).to.have.property('code', 'not_permitted');
    expect((await attendance.day(test.company, own!.id)).punches).to.have.lengthOf(2);

    const deciders = await attendance.whoDecides(manager, manager.employeeId);
    expect(deciders).to.include({ waitsFor: 'others' });
    expect(deciders.names).to.have.lengthOf(3).and.not.to.include(manager.name);
    expect(await attendance.whoDecides(manager, noa.employeeId)).to.include({ waitsFor: 'asker' });
    expect(await attendance.whoDecides(noa, noa.employeeId)).to.include({ waitsFor: 'others' });
    expect(await refusal(attendance.whoDecides(noa, manager.employeeId))).to.have.property('code', 'not_found');
    const request = { employee_ids: [manager.employeeId, noa.employeeId], month: JUNE.month };
    expect(await attendance.waitingDays(manager, request)).to.deep.include({ pending: [ofNoa], own: [own] });
    const { approved, refused } = await attendance.approveMonth(manager, request);
    expect(approved).to.deep.equal([ofNoa]);
    expect(refused).to.deep.include({ ...own, reason: 'own' });
    expect((await attendance.approveMonth(await staff('admin'), request)).approved).to.deep.equal([own]);
  });

  it('about a day is an admin’s alone where there is no other, and is marked in the audit', async () => {
    const company = { ...test.company, companyId: (await test.core.companies.create({ name: 'Stand' })).id };
    await test.core.absenceTypes.createDefaults(company);
    const admin = await staff('admin', company);
    const { id } = await test.core.attendance.correct(company, admin.employeeId, JUNE.date, WORKED);
    const leaveId = await requestOf(admin);
    await test.core.leave.approve(admin, leaveId);
    for (const act of Object.values(actsOnDay(admin, id, leaveId))) await act();
    for (const action of ['correct', 'absence', 'approved', 'rejected', 'set_status', 'void']) {
      expect((await audited(`attendance.${action}`, company))[0], action).to.include({ own: true });
    }
  });

  it('is the admin’s again when the others are frozen or disabled', async () => {
    const company = { ...test.company, companyId: (await test.core.companies.create({ name: 'Kiosk' })).id };
    await test.core.absenceTypes.createDefaults(company);
    const [admin, manager] = [await staff('admin', company), await staff('manager', company)];
    const { account } = await test.core.accounts.create(company, {
      name: 'Owner',
      email: 'owner@kiosk.test',
      role: 'admin',
    });
    const id = await requestOf(admin);
    const approve = () => test.core.leave.approve(admin, id);
    expect(await refusal(approve())).to.have.property('code', 'not_permitted');
    await test.core.employees.freeze(company, manager.employeeId);
    expect(await refusal(approve())).to.have.property('code', 'not_permitted');
    await test.core.accounts.disable(company, account.id);
    expect((await approve()).request).to.include({ status: 'approved' });
  });
});
