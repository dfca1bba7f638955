import { expect } from 'chai';
import { besideOpenTransaction } from '../held-transaction.ts';
import { person } from '../leave/people.ts';
import { newEmployee, refusal, withCore } from '../support.ts';

withCore('approval of many days', (test) => {
  const at = (text: string) => new Date(`${text}:00+03:00`);

  const hire = async () => (await test.core.employees.create(test.company, newEmployee())).id;
  const work = (id: number, date: string) =>
    test.core.attendance.correct(test.company, id, date, {
      punches: [
        { kind: 'in', at: at(`${date}T08:00`) },
        { kind: 'out', at: at(`${date}T16:00`) },
      ],
      note: 'as told',
    });
  const june = (n: number) => `2026-06-${String(n).padStart(2, '0')}`;
  const statusOf = async (id: number) => (await test.core.attendance.day(test.company, id)).record.status;

  before(() => test.clock.set(at('2026-07-01T12:00')));

  it('approves the pending days of these people in this month, and says which it did not and why', async () => {
    const { core, company } = test;
    const [first, second, third] = [await hire(), await hire(), await hire()];
    const pending = [await work(first, june(1)), await work(first, june(2)), await work(second, june(1))];
    const rejected = await work(first, june(3));
    await core.attendance.reject(company, [rejected.id]);
    const open = await core.attendance.punchIn(company, second, { at: at('2026-06-05T08:00') });
    const others = [await work(third, june(1)), await work(first, '2026-05-31')];

    const forgotten = await core.attendance.correct(company, first, june(2), {
      punches: ['T07:00', 'T08:00', 'T16:00'].map((time, index) => ({
        kind: index === 1 ? ('in' as const) : ('out' as const),
        at: at(june(2) + time),
      })),
      note: 'they came at six',
    });
    const request = { employee_ids: [first, second], month: '2026-06' };
    const days = pending.map(({ id, employee_id, date }) => ({ id, employee_id, date }));
    const openDay = { id: open.id, employee_id: second, date: june(5) };
    expect(await core.attendance.waitingDays(company, request)).to.deep.equal({
      pending: days,
      lackingPunch: [{ id: forgotten.id, employee_id: first, date: june(2) }],
      open: [openDay],
      own: [],
    });

    const report = await core.attendance.approveMonth(company, request, { note: 'end of June' });
    expect(report).to.deep.equal({
      approved: days,
      lackingPunch: days.filter(({ id }) => id === forgotten.id),
      refused: [{ ...openDay, reason: 'open' }],
    });
    for (const { id } of pending) expect(await statusOf(id)).to.equal('approved');
    expect((await core.attendance.day(company, days[0]!.id)).decision).to.deep.equal({
      by: 'system',
      at: at('2026-07-01T12:00'),
      note: 'end of June',
    });
    expect(await statusOf(rejected.id)).to.equal('rejected');
    for (const { id } of others) expect(await statusOf(id)).to.equal('pending');
    expect((await core.attendance.approveMonth(company, request)).approved).to.deep.equal([]);
  });

  it('approves what was seen: a day that changed since then stays, the others of its transaction do not', async () => {
    const { core, company } = test;
    const id = await hire();
    const days = [];
    for (let n = 1; n <= 5; n++) days.push(await work(id, june(n)));
    const unchangedSince = core.clock.now();
    test.clock.advance(1_000);
    await core.attendance.correct(company, id, june(3), {
      punches: [{ kind: 'out', at: at('2026-06-03T18:00') }],
      note: 'stayed longer',
    });
    const alone = core.attendance.approve(company, [days[2]!.id], { unchangedSince });
    expect(await refusal(alone)).to.have.property('code', 'state_conflict');
    const request = { employee_ids: [id], month: '2026-06' };
    const report = await core.attendance.approveMonth(company, request, { unchangedSince });
    expect(report.approved.map(({ date }) => date)).to.deep.equal([1, 2, 4, 5].map(june));
    expect(report.refused).to.deep.equal([{ id: days[2]!.id, employee_id: id, date: june(3), reason: 'changed' }]);
  });

  it('leaves a day unchanged that somebody rejects at the same time', async () => {
    const { core, company } = test;
    const id = await hire();
    const [seen, other] = [await work(id, june(1)), await work(id, june(2))];
    const outcome = await besideOpenTransaction(
      test,
      (manager) => core.attendance.reject(company, [seen.id], { manager }),
      () => core.attendance.approveMonth(company, { employee_ids: [id], month: '2026-06' }),
    );
    const approved = [{ id: other.id, employee_id: id, date: june(2) }];
    const refused = [{ id: seen.id, employee_id: id, date: june(1), reason: 'changed' }];
    expect(outcome).to.deep.equal({ status: 'fulfilled', value: { approved, lackingPunch: [], refused } });
    expect([await statusOf(seen.id), await statusOf(other.id)]).to.deep.equal(['rejected', 'approved']);
  });

  it('takes more days than one transaction does', async () => {
    const { core, company } = test;
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await hire());
    for (const id of ids) for (let n = 1; n <= 26; n++) await work(id, june(n));
    const { approved, refused } = await core.attendance.approveMonth(company, { employee_ids: ids, month: '2026-06' });
    expect([approved.length, refused.length]).to.deep.equal([104, 0]);
  }).timeout(30_000);

  it('is for managers, within their company and for at most 200 people', async () => {
    const { core } = test;
    const id = await hire();
    await work(id, june(1));
    const request = { employee_ids: [id], month: '2026-06' };
    const employee = await person(test);
    for (const call of [
      () => core.attendance.waitingDays(employee, request),
      () => core.attendance.approveMonth(employee, request),
    ]) {
      expect(await refusal(call())).to.have.property('code', 'not_permitted');
    }
    const stranger = await person(test, 'manager', test.foreign);
    expect(await core.attendance.waitingDays(stranger, request)).to.deep.equal({
      pending: [],
      lackingPunch: [],
      open: [],
      own: [],
    });
    const tooMany = { employee_ids: Array.from({ length: 201 }, (_, index) => index + 1), month: '2026-06' };
    expect(await refusal(core.attendance.approveMonth(test.company, tooMany))).to.have.deep.property('errors', {
      employee_ids: [{ rule: 'max', params: { max: 200 } }],
    });
    const noMonth = core.attendance.approveMonth(test.company, { ...request, month: '2026-6' });
    expect(await refusal(noMonth)).to.have.property('code', 'not_found');
  });
});
