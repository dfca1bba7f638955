import { type AccountActor, type ProposedPunch, systemActor, type WriteOptions } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newPerson } from '../accounts/people.ts';
import { besideOpenTransaction } from '../held-transaction.ts';
import { person } from '../leave/people.ts';
import { refusal, withCore } from '../support.ts';

const at = (text: string) => new Date(`${text}:00+03:00`);
const DATE = '2026-06-18';
const IN: ProposedPunch = { kind: 'in', at: at(`${DATE}T08:04`) };
const OUT: ProposedPunch = { kind: 'out', at: at(`${DATE}T17:10`) };
const PAGE = { page: 1, per_page: 50 };
type Employee = AccountActor & { readonly employeeId: number };

withCore('asking for a correction', (test) => {
  let manager: AccountActor;

  before(async () => {
    test.clock.set(at('2026-06-22T12:00'));
    await test.core.absenceTypes.createDefaults(test.company);
    manager = await person(test, 'manager');
  });
  beforeEach(() => test.clock.set(at('2026-06-22T12:00')));

  /** Somebody who forgot to punch out. */
  async function forgetful(): Promise<Employee> {
    const me = await person(test);
    await test.core.attendance.punchIn(test.company, me.employeeId, { at: IN.at });
    test.clock.advance(60_000);
    return me;
  }
  const ask = (me: Employee, more: object = {}, options: WriteOptions = {}) =>
    test.core.correctionRequests.ask(
      me,
      { date: DATE, punches: [IN, OUT], reason: 'the gate was off', ...more },
      options,
    );
  const dayOf = (me: Employee, date = DATE) => test.core.attendance.dayOfDate(test.company, me.employeeId, date);
  const rulesOf = async (promise: Promise<unknown>) => {
    const error = (await refusal(promise)) as { readonly errors?: Record<string, { rule: string }[]> };
    return Object.entries(error.errors ?? {}).map(([field, issues]) => `${field} ${issues.map(({ rule }) => rule)}`);
  };
  const detailsOf = async (promise: Promise<unknown>, code = 'state_conflict') => {
    const error = (await refusal(promise)) as { readonly code?: string; readonly details?: object };
    expect(error.code).to.equal(code);
    return error.details;
  };

  it('changes nothing until somebody else applies it: then it is a correction with its evidence, and approved', async () => {
    const me = await forgetful();
    const asked = await ask(me);
    expect(asked).to.deep.include({ date: DATE, punches: [IN, OUT], recorded: [IN], state: 'pending', note: null });
    expect(asked).to.deep.include({ asked_by: me.name, decided_by: null, absence_type: null });
    expect((await dayOf(me))?.record.check_out).to.equal(null);
    expect(await test.core.correctionRequests.count(manager)).to.equal(1);
    const { items } = await test.core.correctionRequests.list(manager, { state: 'pending' }, PAGE);
    expect(items.map(({ employee, waits_for }) => [employee.id, waits_for])).to.deep.equal([[me.employeeId, 'asker']]);

    test.clock.advance(60_000);
    const { request, isApproved } = await test.core.correctionRequests.apply(
      manager,
      asked.id,
      { note: 'as the camera says' },
      { approve: true },
    );
    expect(isApproved).to.equal(true);
    expect(request).to.deep.include({ state: 'applied', note: 'as the camera says', decided_by: manager.name });
    const day = await dayOf(me);
    expect(day?.record).to.deep.include({ check_out: OUT.at, status: 'approved', is_approved: true });
    expect(day?.decision).to.deep.include({ by: manager.name, note: 'as the camera says' });
    expect(day?.punches.at(-1)).to.include({
      rule: 'correction',
      recordedBy: manager.name,
      note: 'the gate was off\nas the camera says',
    });
    expect(await test.core.correctionRequests.count(manager)).to.equal(0);
    expect(await test.core.correctionRequests.get(me, asked.id)).to.include({ state: 'applied' });
    const acts = (await test.core.auditReads.list(test.company, {}, { limit: 4 })).items;
    expect(acts.map(({ action, caller }) => [action, caller])).to.deep.equal([
      ['correction_request.apply', manager.name],
      ['attendance.approved', manager.name],
      ['attendance.correct', manager.name],
      ['correction_request.ask', me.name],
    ]);
  });

  it('may be applied with a change, and leaves the day to wait, or open, where it is not approved', async () => {
    const me = await forgetful();
    const { id } = await ask(me);
    const change = { punches: [IN, { ...OUT, at: at(`${DATE}T17:00`) }], note: 'the gate says 17:00' };
    const { request, isApproved } = await test.core.correctionRequests.apply(manager, id, change);
    expect([request.state, request.punches, isApproved]).to.deep.equal(['changed', [IN, OUT], false]);
    expect((await dayOf(me))?.record).to.deep.include({ check_out: at(`${DATE}T17:00`), status: 'pending' });

    const other = await forgetful();
    const earlier = { kind: 'in', at: at(`${DATE}T07:50`) } as const;
    const still = await ask(other, { punches: [earlier] });
    const applied = await test.core.correctionRequests.apply(manager, still.id, {}, { approve: true });
    expect([applied.request.state, applied.isApproved]).to.deep.equal(['applied', false]);
    expect((await dayOf(other))?.record).to.deep.include({ check_in: earlier.at, status: 'open' });
  });

  it('may be of an absence in place of the punches, which stay as evidence; or of a day without a record', async () => {
    const { core } = test;
    const me = await forgetful();
    const asked = await ask(me, { punches: undefined, absence_type: 'מחלה' });
    expect(asked).to.deep.include({ punches: null, absence_type: 'מחלה', recorded: [IN] });
    await core.correctionRequests.apply(manager, asked.id, {}, { approve: true });
    const day = await dayOf(me);
    expect(day?.record).to.include({ absence_type: 'מחלה', check_in: null, status: 'approved' });
    expect(day?.punches.map(({ kind, voidedBy, voidNote }) => [kind, voidedBy, voidNote])).to.deep.equal([
      ['in', manager.name, 'the gate was off'],
    ]);
    const none = { date: '2026-06-17', punches: undefined };
    const second = await ask(me, { ...none, absence_type: 'מחלה' });
    const { request } = await core.correctionRequests.apply(manager, second.id, { absence_type: 'חופש' });
    expect([request.state, request.absence_type]).to.deep.equal(['changed', 'מחלה']);
    expect((await dayOf(me, '2026-06-17'))?.record).to.include({ absence_type: 'חופש', status: 'pending' });
    const work = [
      { kind: 'in', at: at('2026-06-16T08:00') },
      { kind: 'out', at: at('2026-06-16T16:00') },
    ] as const;
    const third = await ask(me, { date: '2026-06-16', punches: work });
    await core.correctionRequests.apply(manager, third.id);
    expect((await dayOf(me, '2026-06-16'))?.workedMs).to.equal(8 * 3_600_000);
  });

  it('is refused with a note, and withdrawn by its person alone; both end it, and the day may be asked for again', async () => {
    const { correctionRequests } = test.core;
    const me = await forgetful();
    const { id } = await ask(me);
    expect(await detailsOf(ask(me))).to.deep.equal({ correction_request_id: id });
    expect(await rulesOf(correctionRequests.refuse(manager, id, { note: '' }))).to.deep.equal(['note required']);
    const refused = await correctionRequests.refuse(manager, id, { note: 'you were not here' });
    expect(refused).to.include({ state: 'refused', note: 'you were not here' });
    expect((await dayOf(me))?.record.status).to.equal('open');

    const again = await ask(me);
    await detailsOf(correctionRequests.withdraw(manager, again.id), 'not_permitted');
    expect(await correctionRequests.withdraw(me, again.id)).to.include({ state: 'withdrawn', decided_by: me.name });
    for (const second of [
      () => correctionRequests.withdraw(me, again.id),
      () => correctionRequests.apply(manager, again.id),
      () => correctionRequests.refuse(manager, again.id, { note: 'no' }),
    ]) {
      expect(await detailsOf(second())).to.include({ state: 'withdrawn', decided_by: me.name });
    }
    await ask(me);
    const { items } = await correctionRequests.list(me, { employee_id: me.employeeId, state: 'decided' }, PAGE);
    expect(items.map(({ state }) => state)).to.deep.equal(['withdrawn', 'refused']);
  });

  it('is refused for a day to come, one too old for the company, one that cannot have been, and one that is so', async () => {
    const me = await forgetful();
    expect(await rulesOf(ask(me, { date: '2026-06-23' }))).to.deep.equal(['date not_after_now']);
    expect(await rulesOf(ask(me, { date: '2026-05-07' }))).to.deep.equal(['date within_days']);
    const absence = { punches: undefined, absence_type: 'מחלה' };
    await ask(me, { date: '2026-05-08', ...absence });
    await test.core.companies.update(test.company, { correction_days: 4 });
    expect(await rulesOf(ask(me, { date: '2026-06-17', ...absence }))).to.deep.equal(['date within_days']);
    await test.core.companies.update(test.company, { correction_days: 45 });
    expect(await rulesOf(ask(me, { absence_type: 'מחלה' }))).to.deep.equal(['absence_type prohibited']);
    expect(await rulesOf(ask(me, { punches: undefined, reason: ' ' }))).to.have.members([
      'reason required',
      'punches required',
    ]);
    expect(await rulesOf(ask(me, { ...absence, absence_type: 'holiday' }))).to.deep.equal(['absence_type in']);
    await detailsOf(ask(me, { punches: [{ ...IN, at: at(`${DATE}T18:00`) }, OUT] }));
    expect(await detailsOf(ask(me, { punches: [IN] }))).to.deep.equal({ same: true });
    expect(await detailsOf(ask(me, { unheard: 1, date: DATE, employee_id: 1 }), 'not_found')).to.include({
      thing: 'employee',
    });
  });

  it('is nobody else’s: not another employee’s, not another company’s, and not decided on by who asked', async () => {
    const { core } = test;
    const me = await forgetful();
    const { id } = await ask(me);
    const other = await person(test);
    const { correctionRequests } = core;
    for (const look of [
      () => correctionRequests.get(other, id),
      () => correctionRequests.withdraw(other, id),
      () => correctionRequests.list(other, { employee_id: me.employeeId }, PAGE),
      () => correctionRequests.get(test.foreign, id),
      () => correctionRequests.apply(test.foreign, id),
      () => correctionRequests.refuse(test.foreign, id, { note: 'no' }),
    ]) {
      await detailsOf(look(), 'not_found');
    }
    await detailsOf(correctionRequests.list(other, {}, PAGE), 'not_permitted');
    await detailsOf(correctionRequests.apply(other, id), 'not_permitted');
    const boss = await person(test, 'manager');
    await core.attendance.punchIn(test.company, boss.employeeId, { at: IN.at });
    const own = await ask(boss);
    for (const decide of [
      () => correctionRequests.apply(boss, own.id),
      () => correctionRequests.refuse(boss, own.id, { note: 'no' }),
    ]) {
      expect(await detailsOf(decide(), 'not_permitted')).to.include({ own: true });
    }
    expect((await correctionRequests.get(boss, own.id)).waits_for).to.equal('others');
    await correctionRequests.apply(manager, own.id);
  });

  it('of a day that changed since is refused, and applied for what the decider saw instead', async () => {
    const { core } = test;
    const me = await forgetful();
    const seen = (await dayOf(me))?.updatedAt;
    const { id } = await ask(me);
    test.clock.advance(60_000);
    const away = at(`${DATE}T12:30`);
    const punches = [IN, { kind: 'break_start', at: away }, { kind: 'break_end', at: at(`${DATE}T13:00`) }] as const;
    await core.attendance.correct(manager, me.employeeId, DATE, { punches, note: 'the break' });
    expect(await detailsOf(core.correctionRequests.apply(manager, id))).to.include({ changed_since: true });
    expect((await core.correctionRequests.get(me, id)).state).to.equal('pending');
    expect((await dayOf(me))?.punches.filter(({ voidedAt }) => voidedAt === null)).to.have.lengthOf(3);
    const now = (await dayOf(me))?.updatedAt;
    const whole = { punches: [...punches, OUT] };
    const { request } = await core.correctionRequests.apply(manager, id, whole, { unchangedSince: now });
    expect(request.state).to.equal('changed');
    expect((await dayOf(me))?.breakMs).to.equal(30 * 60_000);
    const stale = core.correctionRequests.ask(
      me,
      { date: DATE, punches: [IN, OUT], reason: 'again' },
      { unchangedSince: seen },
    );
    expect(await detailsOf(stale)).to.include({ changed_since: true });
  });

  it('is closed with its month, without a decision, is no row of another state, and waits again when it reopens', async () => {
    const { core, company } = test;
    const me = await forgetful();
    const { id } = await ask(me);
    const open = await core.months.get(company, '2026-06');
    expect(open.left[0]).to.include({ kind: 'correction_request' });
    const [before] = open.left.map(({ count }) => count);
    test.clock.set(at('2026-07-02T12:00'));
    await core.months.close(company, { month: '2026-06', reason: 'payday' });
    const waiting = await core.correctionRequests.list(manager, { state: 'pending', date_from: '2026-06-01' }, PAGE);
    expect(waiting).to.deep.equal({ items: [], total: 0 });
    expect((await core.correctionRequests.get(me, id)).state).to.equal('closed');
    const { items } = await core.correctionRequests.list(manager, { state: 'decided', date_from: DATE }, PAGE);
    expect(items.find((item) => item.id === id)?.state).to.equal('closed');
    for (const act of [
      () => core.correctionRequests.apply(manager, id),
      () => core.correctionRequests.refuse(manager, id, { note: 'no' }),
      () => core.correctionRequests.withdraw(me, id),
      () => ask(me, { date: '2026-06-17', punches: undefined, absence_type: 'מחלה' }),
    ]) {
      await detailsOf(act(), 'month_closed');
    }
    await core.months.reopen(company, { month: '2026-06', reason: 'a late slip' });
    expect((await core.correctionRequests.get(me, id)).state).to.equal('pending');
    expect((await core.months.get(company, '2026-06')).left[0]).to.include({ count: before });
    await core.correctionRequests.apply(manager, id);
  });

  it('follows the renaming of its absence type', async () => {
    const { core, company } = test;
    const type = await core.absenceTypes.create(company, { label: 'Course' });
    const me = await forgetful();
    const { id } = await ask(me, { punches: undefined, absence_type: 'Course' });
    await core.absenceTypes.rename(company, type.id, 'Training');
    expect((await core.correctionRequests.get(me, id)).absence_type).to.equal('Training');
    await core.correctionRequests.apply(manager, id);
    expect((await dayOf(me))?.record.absence_type).to.equal('Training');
  });

  it('has at most one open request a day in the database too', async () => {
    const me = await forgetful();
    const { id } = await ask(me);
    const copy = rawSql(`INSERT INTO shaon_correction_request (company_id, employee_id, date, punches, reason, state,
        recorded, seen_at, asked_by, asked_at) SELECT company_id, employee_id, date, punches, reason, state, recorded,
        seen_at, asked_by, asked_at FROM shaon_correction_request WHERE id = $1`);
    const { database } = test.core.extension;
    const error = await refusal(database.writeAllCompanies('test', {}, (all) => all.run(copy, [id])));
    expect(error).to.include({ kind: 'unique' });
  });

  it('is decided in the caller’s transaction, and undone with it', async () => {
    const me = await forgetful();
    const { id } = await ask(me);
    const undone = test.core.transaction(async (manager_) => {
      await test.core.correctionRequests.apply(manager, id, {}, { manager: manager_, approve: true });
      throw new Error('undone');
    });
    expect(await refusal(undone)).to.have.property('message', 'undone');
    expect((await test.core.correctionRequests.get(me, id)).state).to.equal('pending');
    expect((await dayOf(me))?.record.status).to.equal('open');
  });

  it('decides itself where nobody else is there, as an admin of a company of one', async () => {
    const { core } = test;
    const { id: companyId } = await core.companies.create({ name: 'One' });
    const company = systemActor(companyId);
    const { actor } = await newPerson(core, company, 'admin');
    await core.attendance.punchIn(company, actor.employeeId, { at: IN.at });
    const { id } = await ask(actor);
    const { request } = await core.correctionRequests.apply(actor, id);
    expect(request.state).to.equal('applied');
  });

  it('is asked for once, and decided on once, by the first of two at the same moment', async () => {
    const { correctionRequests } = test.core;
    const me = await forgetful();
    const asked = await besideOpenTransaction(
      test,
      (transaction) => ask(me, {}, { manager: transaction }),
      () => ask(me),
    );
    expect(asked).to.have.nested.property('reason.code', 'state_conflict');
    const [waiting] = (await correctionRequests.list(me, { employee_id: me.employeeId }, PAGE)).items;
    const id = waiting?.id ?? 0;
    const refused = await besideOpenTransaction(
      test,
      (transaction) => correctionRequests.apply(manager, id, {}, { manager: transaction }),
      () => correctionRequests.refuse(manager, id, { note: 'no' }),
    );
    expect(refused).to.have.nested.property('reason.details.state', 'applied');
    expect((await dayOf(me))?.record.check_out).to.deep.equal(OUT.at);
  });

  it('is not applied over a correction of its day that came first, nor corrected over once it was applied', async () => {
    const { attendance, correctionRequests } = test.core;
    const me = await forgetful();
    const { id } = await ask(me);
    test.clock.advance(60_000);
    const seen = (await dayOf(me))?.updatedAt;
    const correct = (options: object) =>
      attendance.correct(
        manager,
        me.employeeId,
        DATE,
        { punches: [IN, { ...OUT, at: at(`${DATE}T16:00`) }], note: 'gate' },
        options,
      );
    const applied = await besideOpenTransaction(
      test,
      (transaction) => correct({ manager: transaction }),
      () => correctionRequests.apply(manager, id),
    );
    expect(applied).to.have.nested.property('reason.details.changed_since', true);
    expect((await correctionRequests.get(me, id)).state).to.equal('pending');
    const now = (await dayOf(me))?.updatedAt;
    test.clock.advance(60_000);
    const corrected = await besideOpenTransaction(
      test,
      (transaction) => correctionRequests.apply(manager, id, {}, { manager: transaction, unchangedSince: now }),
      () => correct({ unchangedSince: seen }),
    );
    expect(corrected).to.have.nested.property('reason.details.changed_since', true);
    expect((await dayOf(me))?.record.check_out).to.deep.equal(OUT.at);
  });

  it('is decided before a closing of its month, or refused after it, never half', async () => {
    const { core, company } = test;
    const me = await forgetful();
    const { id } = await ask(me);
    test.clock.set(at('2026-07-02T12:00'));
    const close = { month: '2026-06', reason: 'payday' };
    const applied = await besideOpenTransaction(
      test,
      (transaction) => core.months.close(company, close, { manager: transaction }),
      () => core.correctionRequests.apply(manager, id),
    );
    expect(applied).to.have.nested.property('reason.code', 'month_closed');
    expect((await dayOf(me))?.record.status).to.equal('open');
    await core.months.reopen(company, { month: '2026-06', reason: 'again' });
    const closed = await besideOpenTransaction(
      test,
      (transaction) => core.correctionRequests.apply(manager, id, {}, { manager: transaction }),
      () => core.months.close(company, close),
    );
    expect(closed.status).to.equal('fulfilled');
    expect((await core.correctionRequests.get(me, id)).state).to.equal('applied');
    await core.months.reopen(company, { month: '2026-06', reason: 'again' });
  });
});
