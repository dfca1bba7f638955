import { ABILITY_NAMES, type ImportRequest, systemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { DEFAULT_ABSENCE_LABELS } from '../../src/absence-types/absence-type.ts';
import { project, workedMs } from '../../src/attendance/projection.ts';
import { besideOpenTransaction } from '../held-transaction.ts';
import { type CoreTest, newEmployee, refusal, withCore } from '../support.ts';
import { fileOf, person, refusedReport } from './support.ts';

const PAGE = { page: 1, per_page: 50 };

async function count(test: CoreTest, table: string, companyId: number): Promise<number> {
  const [row] = await test.core.extension.database
    .scope(systemActor(companyId))
    .rows(rawSql(`SELECT COUNT(*) AS n FROM "${table}" WHERE company_id = $1`));
  return Number(row?.n);
}

withCore('import', (test) => {
  const files = () => [
    fileOf('attendance', [
      { external_id: 'a1', employee_external_id: 'e1', date: '2026-06-01', check_in: '08:00', check_out: '17:00' },
      { external_id: 'a2', employee_external_id: 'e2', date: '2026-06-01', absence_type: 'חופש' },
    ]),
    fileOf('departments', [{ external_id: 'd1', name: 'מטבח' }]),
    fileOf('employees', [person('e1', { department_external_id: 'd1' }), person('e2')]),
    fileOf('leave', [
      { external_id: 'l1', employee_external_id: 'e2', date: '2026-06-01', type: 'חופש', status: 'approved' },
    ]),
  ];

  it('makes a company of rows that refer to each other, whatever the order of the files', async () => {
    const report = await test.core.imports.run({ company: { create: { name: 'Tea House' } }, files: files() });
    expect(report.counts).to.deep.include({
      employees: { created: 2, updated: 0, unchanged: 0, refused: 0 },
      attendance: { created: 2, updated: 0, unchanged: 0, refused: 0 },
    });
    const actor = systemActor(report.companyId);
    const people = await test.core.employees.list(actor, {}, PAGE);
    expect(people.items.map(({ department }) => department?.name ?? null)).to.deep.equal(['מטבח', null]);
    const days = await test.core.attendance.list(actor, {}, PAGE);
    expect(days.items.map(({ status, absence_type }) => [status, absence_type])).to.deep.equal([
      ['pending', null],
      ['pending', 'חופש'],
    ]);
    expect(new Date(String(days.items[0]?.check_in)).toISOString()).to.equal('2026-06-01T05:00:00.000Z');
    expect((await test.core.absenceTypes.list(actor)).map(({ label }) => label)).to.deep.equal(['חופש']);
  });

  it('gives a new company, with its rows, the default absence types if they name none, and an export none', async () => {
    const labelsOf = async (name: string, request: Partial<ImportRequest> = {}) => {
      const files = [fileOf('departments', [{ external_id: 'd1', name: 'מטבח' }])];
      const { companyId } = await test.core.imports.run({ company: { create: { name } }, files, ...request });
      return (await test.core.absenceTypes.list(systemActor(companyId))).map(({ label }) => label);
    };
    expect(await labelsOf('bare')).to.deep.equal(DEFAULT_ABSENCE_LABELS);
    expect(await labelsOf('exported', { isExport: true })).to.deep.equal([]);
  });

  it('gives nobody a password, a message or an event', async () => {
    const report = await test.core.imports.run({
      company: { create: { name: 'Quiet' } },
      files: [fileOf('employees', [person('e1')])],
    });
    expect(await count(test, 'shaon_message', report.companyId)).to.equal(0);
    const accounts = await test.core.accounts.list(systemActor(report.companyId), { everybody: true });
    expect(accounts.map(({ hasPassword }) => hasPassword)).to.deep.equal([false]);
  });

  it('welcomes on request, once', async () => {
    const report = await test.core.imports.run({
      company: { create: { name: 'Warm' } },
      files: [fileOf('employees', [person('e1'), person('e2', { status: 'frozen' })])],
    });
    expect(await test.core.imports.welcome(report.companyId)).to.equal(1);
    expect(await test.core.imports.welcome(report.companyId)).to.equal(0);
    expect(await count(test, 'shaon_message', report.companyId)).to.equal(1);
  });

  it('welcomes each person once when two do so at once, and nobody who is frozen meanwhile', async () => {
    const { companyId } = await test.core.imports.run({
      company: { create: { name: 'Warm twice' } },
      files: [fileOf('employees', [person('e1'), person('e2'), person('e3')])],
    });
    const actor = systemActor(companyId);
    const frozen = (await test.core.externalIds.find(actor, 'employee', 'e3')) as number;
    const welcomed = await besideOpenTransaction(
      test,
      (manager) => test.core.employees.freeze(actor, frozen, { manager }),
      () => Promise.all([test.core.imports.welcome(companyId), test.core.imports.welcome(companyId)]),
    );
    expect(welcomed)
      .to.have.property('value')
      .that.satisfies(([one, other]: [number, number]) => one + other === 2);
    expect(await count(test, 'shaon_message', companyId)).to.equal(2);
  });

  it('fires employee.created only on request', async () => {
    const heard: unknown[] = [];
    test.core.events.addSink({ name: 'test', publish: async (event) => void heard.push(event.data) });
    const company = { create: { name: 'Loud' } };
    await test.core.imports.run({
      company,
      files: [fileOf('employees', [person('e1', { name: 'דנה' })])],
      events: true,
    });
    expect(heard).to.have.length(1);
    expect(heard[0]).to.include({ name: 'דנה', department_id: null, branch_id: null });
    await test.core.imports.run({ company: { name: 'Loud' }, files: [fileOf('employees', [person('e2')])] });
    expect(heard).to.have.length(1);
  });

  it('writes nothing for unchanged rows, and only what differs for the others', async () => {
    const e1 = person('e1');
    const day = {
      external_id: 'a1',
      employee_external_id: 'e1',
      date: '2026-06-01',
      check_in: '08:00',
      check_out: '17:00',
    };
    const both = (rows: object[]) => [fileOf('employees', [e1]), fileOf('attendance', rows as never)];
    const { companyId } = await test.core.imports.run({ company: { create: { name: 'Again' } }, files: both([day]) });
    const again = await test.core.imports.run({ company: { id: companyId }, files: both([day]) });
    expect(again.counts).to.deep.equal({
      employees: { created: 0, updated: 0, unchanged: 1, refused: 0 },
      attendance: { created: 0, updated: 0, unchanged: 1, refused: 0 },
    });
    expect(await count(test, 'shaon_punch', companyId)).to.equal(2);

    const changed = { ...day, check_out: '18:30', breaks: '12:00/12:30' };
    const third = await test.core.imports.run({ company: { id: companyId }, files: both([changed]) });
    expect(third.counts.attendance).to.include({ updated: 1, unchanged: 0, created: 0 });
    const days = await test.core.attendance.list(systemActor(companyId), {}, PAGE);
    expect(days.total).to.equal(1);
    expect(new Date(String(days.items[0]?.check_out)).toISOString()).to.equal('2026-06-01T15:30:00.000Z');
    const punches = await test.core.extension.database
      .scope(systemActor(companyId))
      .rows(rawSql('SELECT kind FROM "shaon_punch" WHERE company_id = $1 AND voided_at IS NULL ORDER BY at'));
    expect(punches.map(({ kind }) => kind)).to.deep.equal(['in', 'break_start', 'break_end', 'out']);
    expect(await count(test, 'shaon_punch', companyId)).to.equal(6);
  });

  it('makes days of punches that a later correction rebuilds', async () => {
    const night = {
      external_id: 'a1',
      employee_external_id: 'e1',
      date: '2026-03-26',
      check_in: '22:00',
      check_out: '06:00',
      breaks: '00:30/01:00',
      status: 'approved',
      check_in_lat: '32.0853',
      check_in_lng: '34.7818',
    };
    const { companyId } = await test.core.imports.run({
      company: { create: { name: 'Nights' } },
      files: [fileOf('employees', [person('e1')]), fileOf('attendance', [night])],
    });
    const actor = systemActor(companyId);
    const [before] = (await test.core.attendance.list(actor, {}, PAGE)).items;
    const employeeId = before?.employee_id as number;
    expect(before).to.include({ status: 'approved', is_approved: true });
    expect(before?.check_out?.toISOString()).to.equal('2026-03-27T03:00:00.000Z');
    const punches = await test.core.extension.database
      .scope(actor)
      .rows(rawSql('SELECT kind, at, lat FROM "shaon_punch" WHERE company_id = $1 AND voided_at IS NULL ORDER BY at'));
    const facts = punches.map((punch) => ({
      kind: punch.kind as 'in',
      at: new Date(punch.at as number | Date),
      lat: punch.lat as number | null,
    }));
    expect(project(facts)).to.include({ checkInLat: 32.0853 });
    expect(project(facts).checkIn?.getTime()).to.equal(before?.check_in?.getTime());
    expect(project(facts).checkOut?.getTime()).to.equal(before?.check_out?.getTime());
    // The night has seven hours (D:T7), less the break.
    expect(workedMs(facts) / 3_600_000).to.equal(6.5);

    const corrected = await test.core.attendance.correct(actor, employeeId, '2026-03-26', {
      punches: [
        { kind: 'in', at: new Date('2026-03-26T20:00:00Z') },
        { kind: 'out', at: new Date('2026-03-27T02:00:00Z') },
      ],
      note: 'left earlier',
    });
    expect(corrected.id).to.equal(before?.id);
    expect(corrected.status).to.equal('pending');
    expect(corrected.check_out?.toISOString()).to.equal('2026-03-27T02:00:00.000Z');
  });

  it('takes a night that the source has cut at midnight', async () => {
    const half = (id: string, date: string, checkIn: string, checkOut: string) => ({
      external_id: id,
      employee_external_id: 'e1',
      date,
      check_in: checkIn,
      check_out: checkOut,
    });
    const report = await test.core.imports.run({
      company: { create: { name: 'Midnight' } },
      files: [
        fileOf('employees', [person('e1')]),
        fileOf('attendance', [
          half('a1', '2026-05-20', '22:00', '2026-05-21T00:00'),
          half('a2', '2026-05-21', '00:00', '06:00'),
        ]),
      ],
    });
    expect(report.counts.attendance).to.include({ created: 2 });
  });

  it('takes a day without seconds that begins in the minute in which the night before it ended (D:A26)', async () => {
    const { imports, attendance, externalIds } = test.core;
    const { companyId } = await imports.run({
      company: { create: { name: 'Seconds' } },
      files: [fileOf('employees', [person('e1')])],
    });
    const actor = systemActor(companyId);
    const employeeId = (await externalIds.find(actor, 'employee', 'e1')) as number;
    await attendance.punchIn(actor, employeeId, { at: new Date('2026-05-20T22:00:00+03:00') });
    await attendance.punchOut(actor, employeeId, { at: new Date('2026-05-21T06:00:05+03:00') });
    const row = { external_id: 'a1', employee_external_id: 'e1', date: '2026-05-21', breaks: '06:00/06:30' };
    const files = [fileOf('attendance', [{ ...row, check_in: '06:00', check_out: '14:00' }])];
    await imports.run({ company: { id: companyId }, files });
    const day = await attendance.dayOfDate(actor, employeeId, '2026-05-21');
    expect(day?.record.check_in).to.deep.equal(new Date('2026-05-21T06:00:05+03:00'));
    expect(day?.workedMs).to.equal(7.5 * 3_600_000);
    const seconds = [fileOf('attendance', [{ ...row, check_in: '06:00:04', check_out: '14:00' }])];
    expect(
      (await refusedReport(imports.run({ company: { id: companyId }, files: seconds }))).refusals,
    ).to.have.lengthOf(1);
  });

  it('follows a person: a new name, another address, a freeze, a cleared department', async () => {
    const first = person('e1', { department_external_id: 'd1', address: 'הרצל 1' });
    const departments = fileOf('departments', [{ external_id: 'd1', name: 'משרד' }]);
    const { companyId } = await test.core.imports.run({
      company: { create: { name: 'Changes' } },
      files: [departments, fileOf('employees', [first])],
    });
    const second = {
      ...first,
      name: 'שם חדש',
      email: 'moved@example.test',
      status: 'frozen',
      department_external_id: '',
    };
    await test.core.imports.run({ company: { id: companyId }, files: [fileOf('employees', [second])] });
    const { items } = await test.core.employees.list(systemActor(companyId), {}, PAGE);
    expect(items[0]).to.include({ name: 'שם חדש', email: 'moved@example.test', status: 'frozen', department: null });
    const [account] = await test.core.accounts.list(systemActor(companyId), { everybody: true });
    expect(account?.disabledAt).to.be.instanceOf(Date);
    expect(account?.email).to.equal('moved@example.test');
  });

  it('moves a person’s days with him, in the lists of today’s departments', async () => {
    const departments = fileOf(
      'departments',
      ['d1', 'd2'].map((external_id) => ({ external_id, name: external_id })),
    );
    const moving = person('e1', { department_external_id: 'd1' });
    const days = ['2026-05-31', '2026-06-01'].map((date) => ({
      external_id: date,
      employee_external_id: 'e1',
      date,
      check_in: '08:00',
      check_out: '17:00',
    }));
    const { companyId } = await test.core.imports.run({
      company: { create: { name: 'Moves' } },
      files: [departments, fileOf('employees', [moving]), fileOf('attendance', days)],
    });
    const actor = systemActor(companyId);
    const [d1, d2] = (await test.core.organization.departments(actor)).map(({ id }) => id);
    const daysOf = async (department_id: number | undefined) =>
      (await test.core.attendance.list(actor, { department_id }, PAGE)).items.map(({ date }) => date);
    expect([await daysOf(d1), await daysOf(d2)]).to.deep.equal([['2026-05-31', '2026-06-01'], []]);

    const moved = fileOf('employees', [{ ...moving, department_external_id: 'd2' }]);
    const later = fileOf('attendance', [{ ...days[1], date: '2026-05-29', status: 'approved' }]);
    await test.core.imports.run({ company: { id: companyId }, files: [moved, later] });
    expect([await daysOf(d1), await daysOf(d2)]).to.deep.equal([[], ['2026-05-29', '2026-05-31']]);
  });

  it('writes nothing at all when one row is refused, and the rest when told so', async () => {
    const rows = [person('e1'), person('e2', { email: 'nonsense' })];
    const request = { company: { create: { name: 'Half' } }, files: [fileOf('employees', rows)] } as const;
    const report = await refusedReport(test.core.imports.run(request));
    expect(report.isWritten).to.equal(false);
    expect(report.refusals).to.deep.equal([
      { file: 'employees.csv', line: 3, field: 'email', message: 'The email field must be a valid email address.' },
    ]);
    const unknown = await refusal(test.core.imports.run({ company: { name: 'Half' }, files: [] }));
    expect(unknown).to.include({ code: 'not_found' });

    const partial = await test.core.imports.run({ ...request, partial: true });
    expect(partial.isWritten).to.equal(true);
    expect(partial.counts.employees).to.deep.equal({ created: 1, updated: 0, unchanged: 0, refused: 1 });
    expect(await count(test, 'shaon_employee', partial.companyId)).to.equal(1);
  });

  it('checks without writing', async () => {
    const report = await test.core.imports.run({ company: { create: { name: 'Dry' } }, files: files(), dryRun: true });
    expect(report.isWritten).to.equal(false);
    expect(report.counts.attendance).to.include({ created: 2, refused: 0 });
    expect(await refusal(test.core.imports.run({ company: { name: 'Dry' }, files: [] }))).to.include({
      code: 'not_found',
    });
  });

  it('stops checking at the greatest number of errors', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ external_id: `d${index}`, name: '' }));
    const report = await refusedReport(
      test.core.imports.run({
        company: { create: { name: 'Many' } },
        files: [fileOf('departments', rows, 10)],
        maxRefusals: 5,
      }),
    );
    expect(report.refusals).to.have.length(5);
    expect(report.counts.departments?.refused).to.equal(10);
  });

  it('names no error with 0, and still writes nothing', async () => {
    const rows = [
      { external_id: 'd0', name: 'A' },
      { external_id: 'd1', name: '' },
    ];
    const company = { create: { name: 'None named' } };
    const bad = { company, files: [fileOf('departments', rows, 1)], maxRefusals: 0 };
    const report = await refusedReport(test.core.imports.run(bad));
    expect(report.refusals).to.deep.equal([]);
    expect(report.counts.departments).to.include({ created: 1, refused: 1 });
    const good = await test.core.imports.run({ ...bad, files: [fileOf('departments', rows.slice(0, 1))] });
    expect(good.counts.departments).to.include({ created: 1, refused: 0 });
  });

  it('writes all the right rows of a partial import, however many are refused before them', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ external_id: `d${index}`, name: index < 30 ? '' : 'A' }));
    const report = await test.core.imports.run({
      company: { create: { name: 'Partly' } },
      files: [fileOf('departments', rows, 10), fileOf('branches', [{ external_id: 'b1', name: 'B' }])],
      maxRefusals: 5,
      partial: true,
    });
    expect(report.refusals).to.have.length(5);
    expect(report.counts.departments).to.include({ created: 30, refused: 30 });
    expect(report.counts.branches).to.include({ created: 1 });
  });

  it('refuses a new company of a name that exists, blanks around it or not', async () => {
    for (const name of ['Bakery', '  Bakery ']) {
      const error = await refusal(test.core.imports.run({ company: { create: { name } }, files: [] }));
      expect(error).to.include({ code: 'state_conflict' });
    }
  });

  it('refuses a new company without a name by that field', async () => {
    for (const create of [{}, { name: '' }, { name: null }]) {
      const error = await refusal(test.core.imports.run({ company: { create: create as never }, files: [] }));
      expect(error).to.have.property('errors').that.has.all.keys('name');
    }
  });

  it('names what it does not know of the company, and of any row', async () => {
    const report = await test.core.imports.run({
      company: { create: { name: 'Typed wrong', timezone: 'Europe/London' } as never },
      files: [
        fileOf('departments', [
          { external_id: 'd1', name: 'A' },
          { external_id: 'd2', name: 'B', adress: 'C' },
        ]),
      ],
    });
    expect(report.ignored).to.deep.equal([
      { file: 'company', fields: ['timezone'] },
      { file: 'departments.csv', fields: ['adress'] },
    ]);
  });

  it('names a column that it does not know', async () => {
    const report = await test.core.imports.run({
      company: { create: { name: 'Columns' } },
      files: [fileOf('departments', [{ external_id: 'd1', name: 'A', nmae: 'B' }])],
    });
    expect(report.ignored).to.deep.equal([{ file: 'departments.csv', fields: ['nmae'] }]);
  });

  it('keeps the external ids of companies apart', async () => {
    const first = await test.core.imports.run({ company: { create: { name: 'One' } }, files: files() });
    const second = await test.core.imports.run({
      company: { create: { name: 'Two' } },
      files: [fileOf('departments', [{ external_id: 'd1', name: 'אחר' }])],
    });
    expect((await test.core.organization.departments(systemActor(first.companyId)))[0]?.name).to.equal('מטבח');
    const foreignReference = await refusedReport(
      test.core.imports.run({
        company: { id: second.companyId },
        files: [
          fileOf('attendance', [
            { external_id: 'a1', employee_external_id: 'e1', date: '2026-06-01', check_in: '08:00' },
          ]),
        ],
      }),
    );
    expect(foreignReference.refusals[0]).to.include({ field: 'employee_external_id', line: 2 });
  });

  it('is read by a token of its company and by no other', async () => {
    const { companyId } = await test.core.imports.run({ company: { create: { name: 'Read' } }, files: files() });
    await test.core.employees.create(test.company, newEmployee());
    const issued = await test.core.tokens.issue(systemActor(companyId), { name: 't', abilities: [...ABILITY_NAMES] });
    expect(issued.token).to.be.a('string');
    const own = await test.core.employees.list(systemActor(companyId), {}, PAGE);
    const others = await test.core.employees.list(test.company, {}, PAGE);
    const ids = new Set(own.items.map(({ id }) => id));
    expect(others.items.some(({ id }) => ids.has(id))).to.equal(false);
  });
});
