import { Readable } from 'node:stream';
import { type SystemActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, refusal } from '../support.ts';
import { type Exported, exportOf, importExport, newCompanyOf, withTwoInstallations } from './two-installations.ts';

const document = (text: string, name: string) => ({
  name,
  type: 'text/plain',
  content: Readable.from([Buffer.from(text)]),
});

withTwoInstallations('leave of a later export, over that of an earlier one', (test) => {
  let company: SystemActor;
  let there: SystemActor;
  let employee: number;
  const leave: number[] = [];

  const submit = async (dates: string[], type: string) =>
    (await test.source.core.leave.submit(company, { employee_id: employee, dates, type })).map(({ id }) => id);

  async function follow(chunk?: number): Promise<Exported> {
    const later = await exportOf(test.source, company.companyId);
    await importExport(test.target, later, { company: { id: there.companyId } }, chunk);
    expect(await exportOf(test.target, there.companyId)).to.deep.equal(later);
    return later;
  }

  const stored = () => [...test.target.documents.contents.values()].map(String).sort();

  before(async () => {
    const { core } = test.source;
    company = systemActor((await core.companies.create({ name: 'Tea House' })).id);
    await core.absenceTypes.createDefaults(company);
    await core.organization.createDepartment(company, { name: 'Shop' });
    employee = (await core.employees.create(company, newEmployee())).id;
    leave.push(...(await submit(['2026-06-07', '2026-06-08'], 'חופש')));
    leave.push(...(await submit(['2026-06-14'], 'מחלה')));
    leave.push(...(await submit(['2026-06-21'], 'מחלה')));
    await core.leave.attachDocument(company, leave[0] as number, document('proof', 'a.txt'));
    await core.leave.attachDocument(company, leave[2] as number, document('ill', 'b.txt'));
    const first = await exportOf(test.source, company.companyId);
    there = systemActor((await importExport(test.target, first, { company: newCompanyOf(first) })).companyId);
    expect(await exportOf(test.target, there.companyId)).to.deep.equal(first);
    expect(stored()).to.deep.equal(['ill', 'proof']);
  });

  it('is decided on, cancelled, with another document or none', async () => {
    const { core, clock } = test.source;
    clock.advance(60_000);
    await core.leave.approve(company, leave[0] as number, { manager_note: 'have fun' });
    await core.leave.removeDocument(company, leave[2] as number);
    await core.leave.attachDocument(company, leave[3] as number, document('proof', 'c.txt'));
    await follow(1);
    expect(stored()).to.deep.equal(['proof', 'proof']);
    clock.advance(60_000);
    await core.leave.cancel(company, leave[3] as number);
    await follow();
    expect(stored()).to.deep.equal(['proof']);
  });

  it('keeps the documents that it has, and takes new ones', async () => {
    const { core, clock } = test.source;
    clock.advance(60_000);
    const before = new Map(test.target.documents.contents);
    await core.leave.reject(company, leave[1] as number, { manager_note: 'no' });
    await core.leave.attachDocument(company, leave[2] as number, document('well', 'd.txt'));
    await follow();
    const added = [...test.target.documents.contents].filter(([key]) => !before.has(key));
    expect(added.map(([, content]) => content.toString())).to.deep.equal(['well']);
    expect(stored()).to.deep.equal(['proof', 'well']);
  });

  it('leaves no new document in the store when it is rolled back', async () => {
    const { contents } = test.target.documents;
    const before = new Map(contents);
    test.source.clock.advance(60_000);
    await test.source.core.leave.attachDocument(company, leave[2] as number, document('late', 'e.txt'));
    const full = new Error('The disk is full.');
    let added = 0;
    const failAfterDocument = () => {
      added = contents.size - before.size;
      if (added > 0) throw full;
    };
    const later = await exportOf(test.source, company.companyId);
    const request = { company: { id: there.companyId }, onRows: failAfterDocument };
    const error = (await refusal(importExport(test.target, later, request))) as Error;
    expect([error, error.cause]).to.include(full);
    expect(added).to.equal(1);
    expect(contents).to.deep.equal(before);
    await follow();
  });

  it('leaves what was removed in the source, and the settings, as they are', async () => {
    const { core } = test.source;
    const [department] = await core.organization.departments(company);
    await core.organization.removeDepartment(company, Number(department?.id), { clearReferences: true });
    await core.companies.update(company, { name: 'Tea again' });
    const later = await exportOf(test.source, company.companyId);
    await importExport(test.target, later, { company: { id: there.companyId } });
    const left = await exportOf(test.target, there.companyId);
    expect(left.rows.departments).to.have.length(later.rows.departments.length + 1);
    expect(left.rows.employees).to.deep.equal(later.rows.employees);
    expect(left.company.name).to.equal('Tea House');
  });

  it('is refused where a key has changed in the source: it would be another record', async () => {
    await test.source.core.externalIds.set(company, 'employee', employee, 'E-1');
    const later = await exportOf(test.source, company.companyId);
    const error = await refusal(importExport(test.target, later, { company: { id: there.companyId } }));
    expect(error).to.have.nested.property('report.refusals').that.is.not.empty;
  });
});
