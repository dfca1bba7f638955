import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { besideOpenTransaction } from '../held-transaction.ts';
import { fileOf, person, refusedReport, type Values } from '../import/support.ts';
import { newEmployee, personOf, refusal, withCore } from '../support.ts';

withCore('closing a month', (test) => {
  const at = (text: string) => new Date(`${text}:00+03:00`);
  const MONTH = '2026-06';
  const day = (n: number) => `${MONTH}-${String(n).padStart(2, '0')}`;
  const hire = async (department_id?: number) =>
    (await test.core.employees.create(test.company, newEmployee({ department_id }))).id;
  const workOn = (id: number, date: string, out = '16:00') =>
    test.core.attendance.correct(test.company, id, date, {
      punches: [
        { kind: 'in', at: at(`${date}T08:00`) },
        { kind: 'out', at: at(`${date}T${out}`) },
      ],
      note: 'as told',
    });
  const closed = async (promise: Promise<unknown>) =>
    expect(await refusal(promise)).to.include({ code: 'month_closed' });

  before(() => test.clock.set(at('2026-07-01T12:00')));

  it('says what is left, in the order of work and by department, and wants a reason while something is', async () => {
    const { core, company } = test;
    const { id: bakers } = await core.organization.createDepartment(company, { name: 'Bakers' });
    const [baker, other] = [await hire(bakers), await hire()];
    await core.attendance.punchIn(company, other, { at: at(`${day(30)}T08:00`) });
    await workOn(baker, day(2));
    await workOn(baker, day(3));
    await core.absenceTypes.createDefaults(company);
    await core.leave.submit(company, { employee_id: baker, dates: [day(9)], type: 'חופש' });
    const proposal = { absence_type: 'חופש', reason: 'was not there' };
    await core.correctionRequests.ask(company, { employee_id: baker, date: day(3), ...proposal });
    const month = await core.months.get(company, MONTH);
    expect(month).to.deep.include({ month: MONTH, state: 'open', closable_from: '2026-07-01', closings: [] });
    expect(month.left.map(({ kind, count }) => [kind, count])).to.deep.equal([
      ['correction_request', 1],
      ['missing_punch', 1],
      ['leave', 1],
      ['waiting_day', 2],
    ]);
    expect(month.left[0]!.first).to.deep.equal({ employee_id: baker, date: day(3) });
    expect(month.left[2]!.first).to.deep.equal({ employee_id: baker, date: day(9) });
    expect(month.left[3]!.first).to.deep.equal({ employee_id: baker, date: day(2) });
    const minutes = { people: 1, approved_minutes: 0, rejected_minutes: 0 };
    const ofBakers = { pending_minutes: 960, correction_request: 1, missing_punch: 0, leave: 1, waiting_day: 2 };
    const ofOthers = { pending_minutes: 0, correction_request: 0, missing_punch: 1, leave: 0, waiting_day: 0 };
    expect(month.departments).to.deep.equal([
      { department_id: bakers, ...minutes, ...ofBakers },
      { department_id: null, ...minutes, ...ofOthers },
    ]);
    expect(month).to.deep.include({ people: 2, approved_minutes: 0, pending_minutes: 960 });
    const refused = await refusal(core.months.close(company, { month: MONTH }));
    expect(refused)
      .to.have.property('errors')
      .that.deep.equals({ reason: [{ rule: 'required' }] });
    expect((await core.months.get(company, MONTH)).state).to.equal('open');
  });

  it('keeps every service from changing its days, says who closed it when, and stops at a reopening', async () => {
    const { core, company } = test;
    const id = await hire();
    const record = await workOn(id, day(4));
    const [request] = await core.leave.submit(company, { employee_id: id, dates: [day(10)], type: 'חופש' });
    await core.leave.approve(company, request!.id);
    const closing = await core.months.close(company, { month: MONTH, reason: 'payday' });
    expect(closing).to.include({ month: MONTH, department_id: null, reason: 'payday', closed_by: 'system' });
    const refused = await refusal(workOn(id, day(5)));
    expect(refused)
      .to.have.property('message')
      .that.includes(`${MONTH} is closed: by system at 2026-07-01T09:00:00.000Z`);
    for (const change of [
      () => workOn(id, day(4), '17:00'),
      () => core.attendance.approve(company, [record.id]),
      () => core.attendance.reject(company, [record.id]),
      () => core.attendance.voidDay(company, record.id),
      () => core.attendance.setStatus(company, record.id, 'rejected', { approved: false }),
      () => core.attendance.recordAbsence(company, { employee_id: id, date: day(4), absence_type: 'חופש' }),
      () => core.absenceDays.recordForLeave(company, [request!.id]),
      () => core.attendance.punchIn(company, id, { at: at(`${day(29)}T08:00`) }),
    ]) {
      await closed(change());
    }
    await workOn(id, '2026-05-31');
    await core.attendance.punchIn(company, id, { at: at('2026-07-01T08:00') });
    expect((await core.attendance.day(company, record.id)).record).to.include({ status: 'pending' });
    await closed(core.months.close(company, { month: MONTH, reason: 'again' }));

    test.clock.advance(60_000);
    const reopened = await core.months.reopen(company, { month: MONTH, reason: 'a late slip' });
    expect(reopened).to.include({ id: closing.id, reopened_by: 'system', reopen_reason: 'a late slip' });
    await workOn(id, day(4), '17:00');
    expect(await refusal(core.months.reopen(company, { month: MONTH, reason: 'twice' }))).to.include({
      code: 'state_conflict',
    });
    expect(await core.months.get(company, MONTH)).to.deep.include({ state: 'open', closings: [reopened] });
    const acts = (await core.auditReads.list(company, { action: 'month.close' }, { limit: 5 })).items;
    expect(acts).to.have.lengthOf(1);
  });

  it('ends what is told of a missing check-out', async () => {
    const { core, company } = test;
    const id = await hire();
    for (const date of [day(11), day(12)]) {
      await core.attendance.punchIn(company, id, { at: at(`${date}T08:00`) });
    }
    const told = async () => (await core.attendance.presence(company, id)).unclosedDates;
    expect(await told()).to.deep.equal([day(11), day(12)]);
    await core.months.close(company, { month: MONTH, reason: 'payday' });
    expect(await told()).to.deep.equal([]);
    await core.months.reopen(company, { month: MONTH, reason: 'a late slip' });
    expect(await told()).to.deep.equal([day(11), day(12)]);
  });

  it('closes a department’s present people alone, wherever they go', async () => {
    const { core, company } = test;
    const { id: drivers } = await core.organization.createDepartment(company, { name: 'Drivers' });
    const [driver, later] = [await hire(drivers), await hire()];
    const other = await hire();
    await workOn(driver, day(8));
    await core.months.close(company, { month: MONTH, department_id: drivers, reason: 'they are paid first' });
    expect(await core.months.get(company, MONTH)).to.have.property('state', 'open');
    await closed(workOn(driver, day(9)));
    await core.employees.update(company, driver, { department_id: null });
    await closed(workOn(driver, day(9)));
    await core.employees.update(company, later, { department_id: drivers });
    await workOn(later, day(9));
    await workOn(other, day(9));
    await closed(core.months.close(company, { month: MONTH, department_id: drivers, reason: 'again' }));
    await core.months.reopen(company, { month: MONTH, department_id: drivers, reason: 'a mistake' });
    await workOn(driver, day(9));
  });

  it('keeps the hours of the first closing, and tells whose have changed since', async () => {
    const { core } = test;
    const company = systemActor((await core.companies.create({ name: 'Payers' })).id);
    // One after the other: adjustments are told by id.
    const hire = async () => (await core.employees.create(company, newEmployee())).id;
    const [paid, corrected, late] = [await hire(), await hire(), await hire()];
    const work = (id: number, out: string) =>
      core.attendance.correct(company, id, day(4), {
        punches: [
          { kind: 'in', at: at(`${day(4)}T08:00`) },
          { kind: 'out', at: at(`${day(4)}T${out}`) },
        ],
        note: 'as told',
      });
    await work(paid, '16:00');
    await work(corrected, '16:00');
    const types = await core.absenceTypes.createDefaults(company);
    for (const [date, absence_type] of [
      [day(8), 'חופש'],
      [day(9), 'מחלה'],
    ] as const) {
      await core.attendance.recordAbsence(company, { employee_id: paid, date, absence_type });
    }
    expect(await core.months.adjustments(company, { month: MONTH })).to.deep.equal([]);
    const evening = { start_time: '15:00', end_time: '22:00', wage_percentage: 125 };
    const preset = await core.shifts.create(company, { name: 'Evening', ...evening });
    await core.months.close(company, { month: MONTH, reason: 'payday' });
    await core.shifts.update(company, preset.id, { name: 'Late' });
    const type = types.find(({ label }) => label === 'חופש')?.id ?? 0;
    await core.absenceTypes.rename(company, type, 'Holiday');
    await core.shifts.create(company, { name: 'Night', start_time: '22:00', end_time: '05:00', wage_percentage: 150 });
    expect(await core.months.adjustments(company, { month: MONTH }), 'presets and names alone').to.deep.equal([]);
    await core.months.reopen(company, { month: MONTH, reason: 'a late slip' });
    await work(corrected, '16:30');
    await work(late, '12:00');
    await core.months.close(company, { month: MONTH, reason: 'mended' });
    const changed = await core.months.adjustments(company, { month: MONTH });
    expect(
      changed.map(({ employee, before, now }) => [employee.id, before?.workedMinutes, now.workedMinutes]),
    ).to.deep.equal([
      [corrected, 480, 510],
      [late, 0, 240],
    ]);
    expect((await core.months.get(company, MONTH)).adjustments).to.deep.equal(changed);
    const { employee: _, ...now } = await core.hours.ofPerson(company, corrected, MONTH);
    expect(changed[0]!.now).to.deep.equal(now);
    expect(changed[0]!.before!.pending.workedMinutes).to.equal(480);
    expect(await core.months.adjustments(test.foreign, { month: MONTH })).to.deep.equal([]);
  });

  it('closes no month that is not over, none that is none, and none of an unknown department', async () => {
    const { core, company, foreign } = test;
    const { id: theirs } = await core.organization.createDepartment(foreign, { name: 'Theirs' });
    const early = await refusal(core.months.close(company, { month: '2026-07', reason: 'early' }));
    expect(early).to.deep.include({
      code: 'state_conflict',
      details: { month: '2026-07', closable_from: '2026-08-01' },
    });
    for (const month of ['2026-13', '2026-6', '', 'June', '9999-12', null as never, ['2026-06'] as never]) {
      expect(await refusal(core.months.close(company, { month, reason: 'x' }))).to.include({ code: 'not_found' });
      expect(await refusal(core.months.get(company, month))).to.include({ code: 'not_found' });
    }
    const unknown = await refusal(core.months.close(company, { month: MONTH, department_id: theirs, reason: 'x' }));
    expect(unknown)
      .to.have.property('errors')
      .that.deep.equals({ department_id: [{ rule: 'in' }] });
    expect(await refusal(core.months.reopen(company, { month: MONTH } as never))).to.have.property(
      'code',
      'invalid_input',
    );
    expect((await core.months.get(foreign, MONTH)).closings).to.deep.equal([]);
  });

  it('is seen by managers and done by admins', async () => {
    const { core, company } = test;
    for (const role of ['manager', 'employee'] as const) {
      for (const act of ['close', 'reopen'] as const) {
        const refused = refusal(core.months[act](personOf(company, role), { month: MONTH, reason: 'x' }));
        expect(await refused).to.include({ code: 'not_permitted' });
      }
    }
    expect(await refusal(core.months.get(personOf(company, 'employee'), MONTH))).to.include({ code: 'not_permitted' });
  });

  it('refuses the rows of an import that would change its days, each by name', async () => {
    const { core } = test;
    const { id } = await core.companies.create({ name: 'Importer' });
    const company = systemActor(id);
    const row = (key: string, date: string, out = '16:00') => ({
      ...{ external_id: key, employee_external_id: 'E1', date, check_in: '08:00', check_out: out },
    });
    const run = (rows: readonly Values[], isPartial = false) =>
      core.imports.run({ company: { id }, files: [fileOf('attendance', rows)], ...(isPartial && { partial: true }) });
    await core.imports.run({ company: { id }, files: [fileOf('employees', [person('E1')])] });
    const rows = [row('A1', day(1)), row('A2', '2026-05-31')];
    await run(rows);
    await core.months.close(company, { month: MONTH, reason: 'payday' });
    expect((await run(rows)).counts.attendance).to.include({ unchanged: 2 });
    const { refusals } = await refusedReport(
      run([row('A1', '2026-05-30'), row('A2', day(2)), row('A3', day(3)), row('A4', '2026-05-29')]),
    );
    expect(refusals.map(({ line, field }) => [line, field])).to.deep.equal([2, 3, 4].map((line) => [line, 'date']));
    expect(refusals[0]!.message).to.equal('The date field is in 2026-06, which system has closed for this employee.');
  });

  it('comes before a punch, a correction or another closing that waits for it, or after', async () => {
    const { core, company } = test;
    const id = await hire();
    const close = (manager?: EntityManager) =>
      core.months.close(company, { month: MONTH, reason: 'payday' }, { manager });
    const reopen = () => core.months.reopen(company, { month: MONTH, reason: 'for the next' });
    const punch = (manager?: EntityManager) =>
      core.attendance.punchIn(company, id, { at: at(`${day(28)}T08:00`) }, { manager });
    const correct = () => workOn(id, day(27));
    for (const second of [punch, correct, close] as (() => Promise<unknown>)[]) {
      const outcome = await besideOpenTransaction(test, close, () => second());
      expect(outcome).to.have.property('status', 'rejected');
      expect(outcome).to.have.nested.property('reason.code', 'month_closed');
      await reopen();
    }
    const first = await besideOpenTransaction(test, punch, () => close());
    expect(first.status).to.equal('fulfilled');
    await closed(correct());
    await reopen();
  });
});
