import { Readable } from 'node:stream';
import { type SystemActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { fileOf } from '../import/support.ts';
import { newEmployee, refusal } from '../support.ts';
import { type Exported, exportOf, importExport, newCompanyOf, withTwoInstallations } from './two-installations.ts';

const document = (text: string, name: string) => ({
  name,
  type: 'text/plain',
  content: Readable.from([Buffer.from(text)]),
});

withTwoInstallations('a copy of a company', (test) => {
  let company: SystemActor;
  let there: SystemActor;
  let first: Exported;
  const people: number[] = [];
  const departments: number[] = [];
  const leave: number[] = [];
  let night: number;

  const submit = async (dates: string[], type: string) =>
    (await test.source.core.leave.submit(company, { employee_id: people[0] as number, dates, type })).map(
      ({ id }) => id,
    );

  const correct = (date: string, times: readonly string[]) =>
    test.source.core.attendance.correct(company, people[1] as number, date, {
      punches: times.map((time, index) => ({ kind: index === 0 ? 'in' : 'out', at: new Date(`${date}T${time}Z`) })),
      note: 'told',
    });

  const copy = (exported: Exported, chunk?: number) =>
    importExport(test.target, exported, { company: { id: there.companyId }, isCopy: true }, chunk);

  async function audited(action: string): Promise<unknown[]> {
    const { items } = await test.target.core.auditReads.list(there, { action });
    return items.map(({ detail }) => (typeof detail === 'string' ? JSON.parse(detail) : detail));
  }

  async function assertSame(exported: Exported): Promise<void> {
    expect(await exportOf(test.target, there.companyId)).to.deep.equal(exported);
    expect(await test.target.core.exports.tally(there.companyId)).to.deep.equal(
      await test.source.core.exports.tally(company.companyId),
    );
  }

  before(async () => {
    const { core } = test.source;
    company = systemActor((await core.companies.create({ name: 'Tea House' })).id);
    await core.absenceTypes.createDefaults(company);
    for (const name of ['Ovens', 'Shop', 'Office']) {
      departments.push((await core.organization.createDepartment(company, { name })).id);
    }
    await core.organization.createBranch(company, { name: 'Haifa', address: 'Port 1' });
    night = (await core.shifts.create(company, { name: 'Night', wage_percentage: 150 })).id;
    await core.shifts.create(company, { name: 'Feast', wage_percentage: 200 });
    for (const [name, index] of [
      ['א', 0],
      ['ב', 1],
    ] as const) {
      const given = newEmployee({ name, department_id: departments[index] });
      people.push((await core.employees.create(company, given)).id);
    }
    leave.push(...(await submit(['2026-06-07', '2026-06-08'], 'חופש')));
    leave.push(...(await submit(['2026-06-14'], 'מחלה')));
    leave.push(...(await submit(['2026-06-21'], 'מחלה')));
    await core.leave.attachDocument(company, leave[0] as number, document('proof', 'a.txt'));
    await core.leave.attachDocument(company, leave[2] as number, document('ill', 'b.txt'));
    await correct('2026-05-20', ['05:00:00', '13:00:00']);
    await correct('2026-05-21', ['05:00:00', '13:00:00']);
    first = await exportOf(test.source, company.companyId);
    test.target.clock.advance(1_000);
    there = systemActor((await importExport(test.target, first, { company: newCompanyOf(first) })).companyId);
    await assertSame(first);
  });

  it('of whose source many things have changed is the same again', async () => {
    const { core, clock } = test.source;
    clock.advance(3_600_000);
    const [ovens, shop, office] = departments as [number, number, number];
    const [one, two] = people as [number, number];
    await core.companies.update(company, { name: 'Tea & Coffee', zone: 'Europe/Berlin', break_hours: 6 });
    await core.companies.requireSecondFactor(company, true);
    await core.organization.updateDepartment(company, shop, { name: 'Store' });
    await core.organization.removeDepartment(company, ovens, { clearReferences: true });
    await core.organization.removeDepartment(company, office);
    await core.organization.createDepartment(company, { name: 'Ovens' });
    const [branch] = await core.organization.branches(company);
    await core.organization.removeBranch(company, Number(branch?.id));
    await core.shifts.remove(company, night);
    await core.shifts.create(company, { name: 'Early', wage_percentage: 110 });
    const [holiday, ill] = await core.absenceTypes.list(company);
    await core.absenceTypes.rename(company, Number(holiday?.id), 'מחלה ממושכת');
    await core.absenceTypes.rename(company, Number(ill?.id), 'חופש');
    await core.absenceTypes.rename(company, Number(holiday?.id), 'מחלה');
    await core.absenceTypes.retire(company, Number(ill?.id));
    await core.absenceTypes.create(company, { label: 'חתונה' });
    await core.employees.freeze(company, one);
    await core.employees.update(company, two, { name: 'ג', department_id: shop, branch_id: null });
    await core.employees.create(company, newEmployee({ department_id: shop }));
    await core.leave.approve(company, leave[0] as number, { manager_note: 'have fun' });
    await core.leave.removeDocument(company, leave[2] as number);
    await core.leave.attachDocument(company, leave[3] as number, document('proof', 'c.txt'));
    await core.leave.cancel(company, leave[3] as number);
    const day = await correct('2026-05-20', ['06:00:00', '13:00:00']);
    await core.attendance.voidDay(company, day.id, { note: 'not they' });
    await correct('2026-05-20', ['07:00:00', '08:00:00']);
    await core.attendance.punchIn(company, two, {});
    for (const chunk of [undefined, 1]) {
      const later = await exportOf(test.source, company.companyId);
      test.target.clock.advance(86_400_000);
      const report = await copy(later, chunk);
      expect(report).to.include({ companyName: 'Tea & Coffee', isNewCompany: false });
      await assertSame(later);
      if (chunk === undefined) {
        expect(report.counts.departments).to.include({ removed: 2, created: 1, updated: 1 });
        expect(report.counts.shifts).to.include({ removed: 1 });
        expect(report.removedAbsenceTypes).to.equal(0);
        expect(await audited('company.update')).to.deep.equal([{ fields: ['name', 'zone', 'break_hours'] }]);
        expect(await audited('company.require_second_factor')).to.deep.equal([{ required: true }]);
      }
      clock.advance(60_000);
      await correct('2026-05-21', ['05:00:00', '11:00:00']);
    }
  });

  it('keeps the documents that it has, and takes new ones', async () => {
    const { core } = test.source;
    await copy(await exportOf(test.source, company.companyId));
    const stored = new Map(test.target.documents.contents);
    await core.leave.reject(company, leave[1] as number, { manager_note: 'no' });
    await core.leave.attachDocument(company, leave[2] as number, document('well', 'd.txt'));
    const later = await exportOf(test.source, company.companyId);
    await copy(later);
    await assertSame(later);
    const added = [...test.target.documents.contents].filter(([key]) => !stored.has(key));
    expect(added.map(([, content]) => content.toString())).to.deep.equal(['well']);
  });

  it('leaves no new document in the store when it is rolled back', async () => {
    await copy(await exportOf(test.source, company.companyId));
    const { contents } = test.target.documents;
    const stored = new Map(contents);
    await test.source.core.leave.attachDocument(company, leave[2] as number, document('late', 'e.txt'));
    const full = new Error('The disk is full.');
    let added = 0;
    const failAfterDocument = () => {
      added = contents.size - stored.size;
      if (added > 0) throw full;
    };
    const later = await exportOf(test.source, company.companyId);
    const request = { company: { id: there.companyId }, isCopy: true, onRows: failAfterDocument };
    const error = (await refusal(importExport(test.target, later, request))) as Error;
    expect([error, error.cause]).to.include(full);
    expect(added).to.equal(1);
    expect(contents).to.deep.equal(stored);
  });

  it('is refused over a company that has more than the export, be it one person', async () => {
    const { companyId } = await test.target.core.companies
      .create({ name: 'Another' })
      .then(({ id }) => ({ companyId: id }));
    const other = systemActor(companyId);
    await test.target.core.employees.create(other, newEmployee());
    const empty: Exported['rows'] = {
      departments: [],
      branches: [],
      shifts: [],
      employees: [],
      leave: [],
      attendance: [],
    };
    const request = { company: { id: companyId }, isCopy: true };
    const error = await refusal(importExport(test.target, { ...first, rows: empty }, request));
    expect(error).to.have.property('code', 'state_conflict');
    expect(error).to.have.property('message').that.contains('has employees that the export does not have (1)');
    expect(await test.target.core.companies.get(other)).to.have.property('name', 'Another');
  });

  it('is made of a whole export alone', async () => {
    const later = await exportOf(test.source, company.companyId);
    const request = { company: { id: there.companyId }, isCopy: true };
    for (const wrong of [
      { files: [fileOf('employees', later.rows.employees)] },
      { partial: true },
      { company: newCompanyOf(later) },
      { isExport: false },
      { exportedCompany: undefined },
      { absenceTypes: undefined },
    ]) {
      const error = await refusal(importExport(test.target, later, { ...request, ...wrong }));
      expect(error, JSON.stringify(wrong)).to.have.property('code', 'options_invalid');
    }
  });

  it('counts the absence types that it loses, in its report and audit', async () => {
    const later = await exportOf(test.source, company.companyId);
    await copy(later);
    const fewer = { ...later.company, absence_types: later.company.absence_types.slice(0, -2) };
    expect(await copy({ ...later, company: fewer })).to.include({ removedAbsenceTypes: 2 });
    const counted = (await audited('company.import')).map((facts) => Object(facts).absence_types_removed);
    expect(counted.filter((count) => count !== undefined)).to.deep.equal([2]);
    await copy(later);
    await assertSame(later);
  });

  it('keeps what was removed in the source when it is imported as anything else is', async () => {
    const { core } = test.source;
    await copy(await exportOf(test.source, company.companyId));
    const [department] = await core.organization.departments(company);
    await core.organization.removeDepartment(company, Number(department?.id), { clearReferences: true });
    await core.companies.update(company, { name: 'Tea again' });
    const later = await exportOf(test.source, company.companyId);
    await importExport(test.target, later, { company: { id: there.companyId } });
    const left = await exportOf(test.target, there.companyId);
    expect(left.rows.departments).to.have.length(later.rows.departments.length + 1);
    expect(left.rows.employees).to.deep.equal(later.rows.employees);
    expect(left.company.name).to.equal('Tea & Coffee');
  });

  it('names the person who was moved by hand into what the source no longer has', async () => {
    const { core } = test.target;
    for (const [kind, change] of [
      ['department', 'department_id'],
      ['branch', 'branch_id'],
    ] as const) {
      const later = await exportOf(test.source, company.companyId);
      await copy(later);
      const made =
        kind === 'department'
          ? await core.organization.createDepartment(there, { name: 'Here' })
          : await core.organization.createBranch(there, { name: 'Here', address: null });
      const [moved] = (await core.employees.list(there, {}, { page: 1, per_page: 1 })).items;
      await core.employees.update(there, Number(moved?.id), { [change]: made.id });
      const error = await refusal(copy(later));
      expect(error).to.have.property('code', 'state_conflict');
      expect(error)
        .to.have.property('message')
        .that.contains(`the ${kind} ${made.id} of company`)
        .and.contains(`employee ${moved?.id} was moved`);
      await core.employees.update(there, Number(moved?.id), { [change]: null });
      expect((await copy(later)).counts[kind === 'department' ? 'departments' : 'branches']).to.include({ removed: 1 });
    }
  });

  it('refuses a record whose key has changed in the source: it would be another record', async () => {
    const { core } = test.source;
    await copy(await exportOf(test.source, company.companyId));
    await core.externalIds.set(company, 'employee', people[0] as number, 'E-1');
    const error = await refusal(copy(await exportOf(test.source, company.companyId)));
    expect(error).to.have.nested.property('report.refusals').that.is.not.empty;
  });
});
