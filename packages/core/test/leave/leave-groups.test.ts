import type { AccountActor, LeaveGroupFilter, ShaonError } from '@shaon/core';
import { expect } from 'chai';
import { recordEvents } from '../recorded-events.ts';
import { refusal, withCore } from '../support.ts';
import { person } from './people.ts';

type Person = AccountActor & { readonly employeeId: number };
const PAGE = { page: 1, per_page: 50 };
const LONG = ['2026-06-14', '2026-06-15', '2026-06-16'];

withCore('leave by what was submitted together', (test) => {
  let dana: Person;
  let omar: Person;
  let manager: Person;
  let long: number;
  let ovens: number;

  const submit = async (who: Person, dates: string[], type = 'חופש') => {
    const [first] = await test.core.leave.submit(who, { dates, type });
    return first!.id;
  };
  const list = async (filter: LeaveGroupFilter, actor: AccountActor = manager) =>
    (await test.core.leave.groups(actor, filter, PAGE)).items.map(({ first_date, dates, by_status }) => [
      first_date,
      dates,
      Object.values(by_status).join(' '),
    ]);

  before(async () => {
    await test.core.absenceTypes.createDefaults(test.company);
    ovens = (await test.core.organization.createDepartment(test.company, { name: 'Ovens' })).id;
    dana = await person(test);
    omar = await person(test);
    manager = await person(test, 'manager');
    await test.core.employees.update(test.company, dana.employeeId, { department_id: ovens });
    long = await submit(dana, LONG, 'מילואים');
    await submit(omar, ['2026-06-03']);
    const rejected = await submit(omar, ['2026-06-20']);
    await test.core.leave.reject(manager, rejected, { manager_note: 'Stocktaking.' });
    await submit(manager, ['2026-06-10']);
    const stranger = await person(test, 'employee', test.foreign);
    await test.core.absenceTypes.createDefaults(test.foreign);
    await submit(stranger, ['2026-06-03']);
  });

  it('lists what waits by its first date, and what is decided latest first', async () => {
    expect(await list({ status: 'pending' })).to.deep.equal([
      ['2026-06-03', 1, '1 0 0'],
      ['2026-06-10', 1, '1 0 0'],
      ['2026-06-14', 3, '3 0 0'],
    ]);
    expect(await list({ status: 'rejected' })).to.deep.equal([['2026-06-20', 1, '0 0 1']]);
    expect(await list({})).to.have.lengthOf(4);
    expect(await list({ department_id: ovens })).to.deep.equal([['2026-06-14', 3, '3 0 0']]);
    expect(await list({ date_from: '2026-06-15', date_to: '2026-06-19' })).to.deep.equal([['2026-06-15', 2, '2 0 0']]);
    expect(await test.core.leave.countGroups(manager, { status: 'pending' })).to.equal(3);
    const second = await test.core.leave.groups(manager, { status: 'pending' }, { page: 2, per_page: 2 });
    expect([second.items.length, second.total]).to.deep.equal([1, 3]);
  });

  it('marks the asker’s own as waiting for others', async () => {
    const { items } = await test.core.leave.groups(manager, { status: 'pending' }, PAGE);
    expect(items.map((group) => group.waits_for)).to.deep.equal(['asker', 'others', 'asker']);
    const [own] = items.filter(({ waits_for }) => waits_for === 'others');
    expect(await refusal(test.core.leave.approveGroup(manager, own!.id))).to.have.property('code', 'not_permitted');
    expect((await test.core.leave.group(manager, own!.id)).waits_for).to.equal('others');
  });

  it('approves some of the dates, then rejects the rest, each with its event and all or none', async () => {
    const { core } = test;
    const { requests } = await core.leave.group(manager, long);
    expect(requests.map(({ date, status, decided_by }) => [date, status, decided_by])).to.deep.equal(
      LONG.map((date) => [date, 'pending', null]),
    );
    const events = recordEvents(core);
    const some = [requests[0]!.id, requests[2]!.id];
    const approved = await core.leave.approveGroup(manager, long, { request_ids: some, manager_note: 'Two of them.' });
    expect(approved.map(({ id }) => id)).to.deep.equal(some);
    const foreignId = (await core.leave.ownGroups(omar, PAGE)).items[0]!.id;
    const mixed = core.leave.rejectGroup(manager, long, { request_ids: [requests[1]!.id, foreignId] });
    expect(await refusal(mixed)).to.have.property('code', 'not_found');
    const rest = await core.leave.rejectGroup(manager, long);
    expect(rest.map(({ id }) => id)).to.deep.equal([requests[1]!.id]);
    const detail = await core.leave.group(dana, long);
    expect(detail.by_status).to.deep.equal({ pending: 0, approved: 2, rejected: 1 });
    expect(
      detail.requests.map(({ status, manager_note, decided_by }) => [status, manager_note, decided_by]),
    ).to.deep.equal([
      ['approved', 'Two of them.', manager.name],
      ['rejected', null, manager.name],
      ['approved', 'Two of them.', manager.name],
    ]);
    expect(events.take().map(({ type }) => type)).to.deep.equal([
      'leave_request.approved',
      'leave_request.approved',
      'leave_request.rejected',
    ]);
    expect(await refusal(core.leave.approveGroup(manager, long))).to.have.property('code', 'state_conflict');
  });

  it('decides on no request that changed since the decider saw it, and on none of those beside it', async () => {
    const { core, clock } = test;
    const id = await submit(dana, ['2026-08-02', '2026-08-03']);
    const { requests } = await core.leave.group(manager, id);
    const [first, second] = requests as [(typeof requests)[number], (typeof requests)[number]];
    const unchangedSince = clock.now();
    clock.advance(60_000);
    await core.leave.reject(test.company, second.id, { manager_note: 'Stocktaking.' }, { unchangedSince });
    for (const late of [
      () => core.leave.approveGroup(manager, id, { request_ids: [first.id, second.id] }, { unchangedSince }),
      () => core.leave.approve(manager, second.id, {}, { unchangedSince }),
    ]) {
      const { code, details } = (await refusal(late())) as ShaonError;
      expect([code, details]).to.deep.equal(['state_conflict', { leave_request_id: second.id, changed_since: true }]);
    }
    expect((await core.leave.group(manager, id)).by_status).to.deep.equal({ pending: 1, approved: 0, rejected: 1 });
    const same = await core.leave.rejectGroup(manager, id, { request_ids: [second.id] }, { unchangedSince });
    expect(same, 'the decision that was made already').to.deep.equal([]);
    await core.leave.approveGroup(manager, id, { request_ids: [first.id] }, { unchangedSince });
    await core.leave.approveGroup(manager, id, { request_ids: [second.id] }, { unchangedSince: clock.now() });
    expect((await core.leave.group(manager, id)).by_status.approved).to.equal(2);
  });

  it('shows people their own and takes back what is pending', async () => {
    const { core } = test;
    const dates = ['2026-07-01', '2026-07-02', '2026-07-03'];
    const id = await submit(omar, dates);
    const { requests } = await core.leave.group(omar, id);
    await core.leave.approve(manager, requests[1]!.id);
    await core.leave.cancelGroup(omar, id);
    const own = await core.leave.ownGroups(omar, PAGE);
    expect(own.items.map(({ first_date, by_status }) => [first_date, by_status.approved])).to.deep.equal([
      ['2026-07-02', 1],
      ['2026-06-20', 0],
      ['2026-06-03', 0],
    ]);
    const stranger = await person(test, 'manager', test.foreign);
    expect(await refusal(core.leave.cancelGroup(omar, requests[1]!.id))).to.have.property('code', 'state_conflict');
    for (const call of [
      () => core.leave.group(omar, long),
      () => core.leave.cancelGroup(omar, long),
      () => core.leave.group(stranger, long),
    ]) {
      expect(await refusal(call())).to.have.property('code', 'not_found');
    }
    for (const call of [
      () => core.leave.groups(omar, {}, PAGE),
      () => core.leave.countGroups(omar, {}),
      () => core.leave.approveGroup(omar, long),
      () => core.absenceDays.calendar(omar, '2026-06', {}, PAGE),
      () => core.absenceDays.away(omar, long),
    ]) {
      expect(await refusal(call())).to.have.property('code', 'not_permitted');
    }
  });
});
