import { type ImportFile, type ImportReport, systemActor } from '@shaon/core';
import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { besideOpenTransaction, deferred, untilItWaits } from '../held-transaction.ts';
import { type CoreTest, newEmployee, refusal, validIdNumber, withCore } from '../support.ts';
import { fileOf, person, refusedReport } from './support.ts';

const at = (text: string) => new Date(`${text}:00+03:00`);

withCore('an import beside other writers', (test) => {
  before(() => test.clock.set('2026-12-01T00:00:00Z'));

  const company = () => ({ id: test.company.companyId });
  const run = (...files: ImportFile[]): Promise<ImportReport> => test.core.imports.run({ company: company(), files });

  async function importPerson(externalId: string): Promise<number> {
    const one = person(externalId);
    await run(fileOf('employees', [one]));
    const { items } = await test.core.employees.list(test.company, {}, { page: 1, per_page: 200 });
    return items.find(({ name }) => name === one.name)?.id as number;
  }

  const dayOf = (employee: string, externalId: string, more = {}) => ({
    external_id: externalId,
    employee_external_id: employee,
    date: '2026-06-01',
    check_in: '08:00',
    check_out: '17:00',
    ...more,
  });

  /** Starts `other` when the import has checked its first row, and goes on once that waits. */
  async function besideImport<Result>(
    rows: readonly [first: object, second: object],
    other: () => Promise<Result>,
    kind: 'attendance' | 'leave' | 'employees' = 'attendance',
  ): Promise<readonly [PromiseSettledResult<ImportReport>, PromiseSettledResult<Result>]> {
    const [isUnderWay, mayGoOn] = [deferred(), deferred()];
    const [first, second] = rows as readonly [Record<string, unknown>, Record<string, unknown>];
    const file: ImportFile = {
      kind,
      name: `${kind}.csv`,
      async *rows() {
        yield [{ line: 2, values: first }];
        isUnderWay.resolve();
        await mayGoOn.promise;
        yield [{ line: 3, values: second }];
      },
    };
    const importing = run(file);
    await Promise.race([isUnderWay.promise, importing]);
    const beside = other();
    await untilItWaits(test, beside);
    mayGoOn.resolve();
    return Promise.allSettled([importing, beside]);
  }

  it('and a punch of somebody who comes later in the file do not wait for each other forever', async () => {
    await importPerson('p1');
    const second = await importPerson('p2');
    const [importing, punch] = await besideImport([dayOf('p1', 'p1-1'), dayOf('p2', 'p2-1')], () =>
      test.core.attendance.punchIn(test.company, second, { at: at('2026-06-01T18:00') }),
    );
    expect([importing.status, punch.status]).to.deep.equal(['fulfilled', 'fulfilled']);
    const days = await test.core.attendance.month(test.company, second, '2026-06');
    expect(days.map(({ status }) => status)).to.deep.equal(['open']);
    const { punches } = await test.core.attendance.day(test.company, days[0]?.id as number);
    expect(punches.map(({ rule }) => rule)).to.deep.equal(['import', 'import', 'ownDate']);
  });

  it('and a decision on a day that it changes leave the counts right', async () => {
    const employee = await importPerson('c1');
    await run(fileOf('attendance', [dayOf('c1', 'c1-1'), dayOf('c1', 'c1-2', { date: '2026-06-02' })]));
    const days = await test.core.attendance.month(test.company, employee, '2026-06');
    const changed = dayOf('c1', 'c1-2', { date: '2026-06-02', check_out: '16:00' });
    const outcomes = await besideImport([dayOf('c1', 'c1-1', { check_out: '16:00' }), changed], () =>
      test.core.attendance.approve(
        test.company,
        days.map(({ id }) => id),
      ),
    );
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled']);
    await expectRightCounts(test);
  });

  it('and a decision that comes first leave the counts right', async () => {
    const employee = await importPerson('c2');
    await run(fileOf('attendance', [dayOf('c2', 'c2-1')]));
    const [day] = await test.core.attendance.month(test.company, employee, '2026-06');
    const importing = await besideOpenTransaction(
      test,
      (manager) => test.core.attendance.approve(test.company, [day?.id as number], { manager }),
      () => run(fileOf('attendance', [dayOf('c2', 'c2-1', { check_out: '16:00' })])),
    );
    expect(importing.status).to.equal('fulfilled');
    await expectRightCounts(test);
  });

  it('and a decision on a day that it gives to another employee, who is not locked: the decision is refused', async () => {
    await importPerson('m1');
    const second = await importPerson('m2');
    await run(fileOf('attendance', [dayOf('m1', 'm1-1')]));
    const id = (await test.core.externalIds.find(test.company, 'attendance', 'm1-1')) as number;
    const rows = [dayOf('m2', 'm1-1'), dayOf('m2', 'm2-1', { date: '2026-06-02' })] as const;
    const [importing, decision] = await besideImport(rows, () => test.core.attendance.approve(test.company, [id]));
    expect(importing.status).to.equal('fulfilled');
    const days = await test.core.attendance.month(test.company, second, '2026-06');
    expect(days.find((day) => day.id === id)).to.include({ employee_id: second });
    // On SQLite it waits for the import before it reads the day.
    if (test.database.type === 'sqlite') expect(decision.status).to.equal('fulfilled');
    else expect(decision).to.have.nested.property('reason.code', 'not_found');
    await expectRightCounts(test);
  });

  it('checks a day against the punches for which it has waited', async () => {
    const employee = await importPerson('j1');
    const punch = (manager: Parameters<Parameters<CoreTest['core']['transaction']>[0]>[0]) =>
      test.core.attendance.punchIn(test.company, employee, { at: at('2026-06-01T07:00') }, { manager });
    const importing = await besideOpenTransaction(test, punch, () =>
      refusedReport(run(fileOf('attendance', [dayOf('j1', 'j1-1')]))),
    );
    expect(importing).to.have.nested.property('value.refusals[0].field', 'date');
  });

  it('refuses a day that begins before the last punch of a night under way, which then ends as it should', async () => {
    const employee = await importPerson('n1');
    const { attendance } = test.core;
    await attendance.punchIn(test.company, employee, { at: at('2026-06-01T22:00') });
    await attendance.breakStart(test.company, employee, { at: at('2026-06-02T02:00') });
    await attendance.breakEnd(test.company, employee, { at: at('2026-06-02T02:30') });
    const early = dayOf('n1', 'n1-1', { date: '2026-06-02', check_in: '01:00', check_out: '05:00' });
    const { refusals } = await refusedReport(run(fileOf('attendance', [early])));
    expect(refusals.map(({ field }) => field)).to.deep.equal(['check_in']);
    const night = await attendance.punchOut(test.company, employee, { at: at('2026-06-02T06:00') });
    expect(night).to.deep.include({ date: '2026-06-01', check_out: at('2026-06-02T06:00') });
    await run(fileOf('attendance', [dayOf('n1', 'n1-1', { date: '2026-06-02', check_in: '06:00' })]));
  });

  it('refuses a row of a department that was removed meanwhile', async () => {
    await run(fileOf('departments', [{ external_id: 'd1', name: 'Ovens' }]));
    const [department] = await test.core.organization.departments(test.company);
    const importing = await besideOpenTransaction(
      test,
      (manager) => test.core.organization.removeDepartment(test.company, department?.id as number, { manager }),
      () => refusedReport(run(fileOf('employees', [person('d-e1', { department_external_id: 'd1' })]))),
    );
    expect(importing).to.have.nested.property('value.refusals[0].field', 'department_external_id');
  });

  it('is refused, to be run again, when another company takes a value of a row that was checked', async () => {
    await importPerson('x1');
    const taken = (input: Record<string, unknown>) =>
      besideOpenTransaction(
        test,
        (manager) => test.core.employees.create(test.foreign, newEmployee(input), { manager }),
        () => run(fileOf('employees', [person('x2', input), person('x3')])),
      );
    const renamed = await besideOpenTransaction(
      test,
      (manager) => test.core.employees.create(test.foreign, newEmployee({ email: 'x1@example.test' }), { manager }),
      () => run(fileOf('employees', [person('x1', { email: 'x1@example.test' })])),
    );
    const outcomes = [
      await taken({ email: 'x2@example.test' }),
      await taken({ id_number: validIdNumber(7_654_321) }),
      renamed,
    ];
    // On SQLite it waits for the other one before it checks, and names the row.
    const code = test.database.type === 'sqlite' ? 'invalid_input' : 'state_conflict';
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason.code)).to.deep.equal([code, code, code]);
  });

  it('is refused, to be run again, when another company and it wait for values of each other', async () => {
    const hire = (manager: EntityManager, email: string) =>
      test.core.employees.create(test.foreign, newEmployee({ email }), { manager });
    const [first, second] = [person('y1'), person('y2')];
    const [importing, hiring] = await besideImport(
      [first, second],
      () =>
        test.core.transaction(async (manager) => {
          // Only the transaction that notices it is undone, and this one never looks.
          if (test.database.type === 'postgres') await manager.query("SET LOCAL deadlock_timeout = '1h'");
          await hire(manager, String(second.email));
          await hire(manager, String(first.email));
        }),
      'employees',
    );
    const [undone, done] = test.database.type === 'postgres' ? [importing, hiring] : [hiring, importing];
    expect(done.status).to.equal('fulfilled');
    const code = test.database.type === 'postgres' ? 'state_conflict' : 'invalid_input';
    expect(undone).to.have.nested.property('reason.code', code);
  });

  it('takes an absence type that somebody else has just made or renamed', async () => {
    await importPerson('t1');
    const { absenceTypes } = test.core;
    const absence = (id: string, date: string) => ({
      external_id: id,
      employee_external_id: 't1',
      date,
      absence_type: 'מילואים',
    });
    const made = await besideOpenTransaction(
      test,
      (manager) => absenceTypes.create(test.company, { label: 'מילואים' }, { manager }),
      () => run(fileOf('attendance', [absence('t1-1', '2026-07-01')])),
    );
    expect(made.status).to.equal('fulfilled');
    const [type] = (await absenceTypes.list(test.company)).filter(({ label }) => label === 'מילואים');
    const renamed = await besideOpenTransaction(
      test,
      (manager) => absenceTypes.rename(test.company, type?.id as number, 'צבא', { manager }),
      () => run(fileOf('attendance', [absence('t1-2', '2026-07-02')])),
    );
    expect(renamed.status).to.equal('fulfilled');
    const labels = (await absenceTypes.list(test.company)).map(({ label }) => label);
    expect(labels).to.include.members(['מילואים', 'צבא']);
  });

  it('and a record that is given a key which it brings do not wait for each other forever', async () => {
    const employee = await importPerson('k1');
    await test.core.absenceTypes.createDefaults(test.company);
    const leave = (externalId: string, date: string) => ({
      external_id: externalId,
      employee_external_id: 'k1',
      date,
      type: 'חופש',
    });
    await run(fileOf('leave', [leave('k1-2', '2026-08-02')]));
    const request = (await test.core.externalIds.find(test.company, 'leave', 'k1-2')) as number;
    const [importing, setting] = await besideImport(
      [leave('k1-1', '2026-08-01'), leave('k1-2', '2026-08-03')],
      () => test.core.externalIds.set(test.company, 'leave', request, 'k1-1'),
      'leave',
    );
    expect(importing.status).to.equal('fulfilled');
    expect(setting).to.have.nested.property('reason.code', 'state_conflict');
    expect(setting).to.have.nested.property('reason.details.record_id').that.is.greaterThan(request);
    const { items } = await test.core.leave.list(test.company, { employee_id: employee }, { page: 1, per_page: 50 });
    expect(items.map(({ date }) => date).sort()).to.deep.equal(['2026-08-01', '2026-08-03']);
  });

  describe('and who has several of its records do not wait for each other forever:', () => {
    const leave = (externalId: string, date: string) => ({
      external_id: externalId,
      employee_external_id: 'w1',
      date,
      type: 'חופש',
    });

    before(() => importPerson('w1'));

    /** Two requests of one leave, of which the file names the later one first. */
    async function askFor(...dates: readonly [string, string]): Promise<number> {
      const keys = Object.fromEntries(dates.map((date) => [date, date]));
      const employee = (await test.core.externalIds.find(test.company, 'employee', 'w1')) as number;
      const wanted = { employee_id: employee, dates: [...dates], type: 'חופש' };
      const [first] = await test.core.leave.submit(test.company, wanted, { externalIds: keys });
      return (first as { id: number }).id;
    }

    const acts: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
      'who decides on a leave': (id) => test.core.leave.approveGroup(test.company, id),
      'who takes a leave back': (id) => test.core.leave.cancelGroup(test.company, id),
    };
    for (const [index, [name, act]] of Object.entries(acts).entries()) {
      it(name, async () => {
        await test.core.absenceTypes.createDefaults(test.company);
        const dates = [`2026-0${index + 3}-01`, `2026-0${index + 3}-02`] as const;
        const id = await askFor(...dates);
        const rows = [leave(dates[1], dates[1]), leave(dates[0], dates[0])] as const;
        const outcomes = await besideImport(rows, () => act(id), 'leave');
        expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled']);
      });
    }

    it('who decides on a request of somebody for whom another one comes', async () => {
      const id = await askFor('2026-05-01', '2026-05-02');
      const rows = [leave('2026-05-01', '2026-05-01'), leave('another', '2026-05-09')] as const;
      const outcomes = await besideImport(rows, () => test.core.leave.approve(test.company, id), 'leave');
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled']);
    });

    it('who renames what its days are taken of', async () => {
      const absent = (id: string, date: string) => ({
        external_id: id,
        employee_external_id: 'w1',
        date,
        absence_type: 'קורס',
      });
      await run(fileOf('attendance', [absent('w1-1', '2026-08-01'), absent('w1-2', '2026-08-02')]));
      const [type] = (await test.core.absenceTypes.list(test.company)).filter(({ label }) => label === 'קורס');
      const rows = [dayOf('w1', 'w1-2', { date: '2026-08-02' }), dayOf('w1', 'w1-1', { date: '2026-08-01' })] as const;
      const outcomes = await besideImport(rows, () =>
        test.core.absenceTypes.rename(test.company, type?.id as number, 'השתלמות'),
      );
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled']);
    });
  });

  it('makes a company of one name once', async () => {
    const create = () =>
      test.core.imports.run({ company: { create: { name: 'Twice' } }, files: [fileOf('employees', [person('tw')])] });
    const people = [create(), create()];
    const outcomes = await Promise.allSettled(people);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).to.deep.equal(['state_conflict']);
    const [made] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.companyId] : []));
    expect((await test.core.companies.get(systemActor(made as number))).name).to.equal('Twice');
    expect(await refusal(create())).to.have.property('code', 'state_conflict');
  });
});

/** Each list tells the total that its pages add up to. */
async function expectRightCounts(test: CoreTest): Promise<void> {
  for (const status of ['open', 'pending', 'approved', 'rejected']) {
    const { items, total } = await test.core.attendance.list(test.company, { status }, { page: 1, per_page: 200 });
    expect(items.length, status).to.equal(total);
  }
}
