import type { PersonnelFile } from '@shaon/core';
import { createCore, generateKey } from '@shaon/core';
import { expect } from 'chai';
import { expectNotFound } from '../foreign.ts';
import { recordEvents } from '../recorded-events.ts';
import { newEmployee, personOf, refusal, TEST_KEYS, validIdNumber, withCore } from '../support.ts';
import { expectAnswers } from './office.ts';

withCore('personnel file', (test) => {
  const acts = async (action: string) =>
    (await test.core.auditReads.list(test.company, {})).items.filter((row) => row.action === action);

  it('holds what an edit form needs, and the end of the ID number alone', async () => {
    const input = newEmployee({ id_number: '20000006', hourly_rate: '42.5' });
    const employee = await test.core.employees.create(test.company, input);
    await test.core.employees.update(test.company, employee.id, { address: 'הרצל 1' });
    const file = await test.core.personnel.file(test.company, employee.id);
    expect(file).to.deep.equal({
      employee,
      address: 'הרצל 1',
      id_number_end: '006',
      salary_type: 'hourly',
      hourly_rate: '42.5000',
      global_salary: null,
      version: file.version,
    });
    expect(file.version).to.match(/^[\w-]{22}$/);
    expect(JSON.stringify(file)).not.to.contain('20000006');
  });

  it('is no Employee, so that no answer of the API can be built of it', () => {
    type IsEmployee = PersonnelFile extends { readonly id: number } ? true : false;
    const isEmployee: IsEmployee = false;
    expect(isEmployee).to.equal(false);
  });

  it('gives the ID number in full, nine digits, to an admin, whose opening is audited without it', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee({ id_number: '20000014' }));
    const { heard } = recordEvents(test.core);
    const admin = personOf(test.company, 'admin');
    const before = (await acts('employee.id_number_open')).length;
    await test.core.personnel.file(admin, id);
    expect(await acts('employee.id_number_open')).to.have.length(before);
    expect(await test.core.personnel.openIdNumber(admin, id)).to.equal('020000014');
    const [opening, ...older] = await acts('employee.id_number_open');
    expect(older).to.have.length(before);
    expect(opening).to.include({ caller: 'The admin', loginId: 1, kind: 'admin' });
    expect(JSON.parse(opening?.detail ?? '')).to.deep.equal({ employee_id: id });
    expect(JSON.stringify(opening)).not.to.contain('20000014');
    expect(heard).to.deep.equal([]);
  });

  it('is for admins and the product: no manager sees a wage, and no token any of it', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const allowed = ['system', 'admin'];
    const openings = (await acts('employee.id_number_open')).length;
    await expectAnswers(test.core, test.company, (actor) => test.core.personnel.file(actor, id), allowed);
    await expectAnswers(test.core, test.company, (actor) => test.core.personnel.openIdNumber(actor, id), allowed);
    await expectAnswers(test.core, test.company, (actor) => test.core.personnel.amend(actor, id, {}), allowed);
    expect(await acts('employee.id_number_open')).to.have.length(openings + 2);
  });

  it('of another company is as unknown as one that never was', async () => {
    const { id } = await test.core.employees.create(test.foreign, newEmployee());
    const { file, openIdNumber, amend } = test.core.personnel;
    await expectNotFound({
      file: () => file(test.company, id),
      openIdNumber: () => openIdNumber(test.company, id),
      amend: () => amend(test.company, id, { hourly_rate: 1 }),
      'amend to nothing': () => amend(test.company, id, {}),
    });
    expect((await file(test.foreign, id)).hourly_rate).to.equal('7391.2700');
  });

  it('opens an amended ID number after a rotation of the keys, with the new key alone', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const idNumber = validIdNumber(70_000_001);
    await test.core.personnel.amend(test.company, id, { id_number: idNumber });
    const newKey = generateKey('newer');
    const withKeys = (keys: string) =>
      createCore({ database: test.database.connection(), keys, clock: test.clock, withoutEvents: true });
    const both = await withKeys(`${newKey},${TEST_KEYS}`);
    const report = await both.rotateKeys();
    await both.close();
    expect(report.find((step) => step.name === 'employees')?.failed).to.equal(0);
    // The core that knows the old key alone, from now on.
    const lost = (await refusal(test.core.personnel.file(test.company, id))) as Error;
    expect(lost).to.have.property('code', 'keys_missing');
    expect(lost.message).not.to.contain(idNumber);
    const after = await withKeys(newKey);
    expect(await after.personnel.openIdNumber(test.company, id)).to.equal(idNumber);
    await after.close();
  });
});
