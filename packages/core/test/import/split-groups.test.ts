import { Readable } from 'node:stream';
import type { AccountActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { person } from '../leave/people.ts';
import { withCore } from '../support.ts';
import { fileOf, type Values } from './support.ts';

const PAGE = { page: 1, per_page: 50 };
const DATES = ['2026-07-05', '2026-07-06', '2026-07-07', '2026-07-08'];

withCore('requests submitted together, of which an import changes some', (test) => {
  let serial = 0;
  let noa: AccountActor & { readonly employeeId: number };
  let ids: number[];

  before(async () => {
    await test.core.absenceTypes.createDefaults(test.company);
  });

  beforeEach(async () => {
    serial += 1;
    noa = await person(test);
    await test.core.externalIds.set(test.company, 'employee', noa.employeeId, `noa ${serial}`);
    ids = (await test.core.leave.submit(noa, { dates: DATES, type: 'חופש' })).map(({ id }) => id);
    for (const [index, id] of ids.entries()) {
      await test.core.externalIds.set(test.company, 'leave', id, `${serial} ${index}`);
    }
    const content = Readable.from([Buffer.from('A note')]);
    await test.core.leave.attachDocument(noa, ids[0] as number, {
      name: 'note.pdf',
      type: 'application/pdf',
      content,
    });
  });

  const row = (index: number, values: Values): Values => ({
    external_id: `${serial} ${index}`,
    employee_external_id: `noa ${serial}`,
    date: DATES[index],
    type: 'חופש',
    ...values,
  });
  const bring = (rows: readonly Values[]) =>
    test.core.imports.run({ company: { id: test.company.companyId }, files: [fileOf('leave', rows)] });
  const groupsOf = async (actor: typeof noa) => {
    const { items, total } = await test.core.leave.ownGroups(actor, PAGE);
    expect(total).to.equal(items.length);
    const groups = await Promise.all(items.map(({ id }) => test.core.leave.group(test.company, id)));
    return groups.map((group) => [group.type, group.requests.map(({ date }) => date.slice(-2)).join(' ')]).sort();
  };

  it('stand beside groups that an import makes, one for each employee and type', async () => {
    const other = await person(test);
    await test.core.externalIds.set(test.company, 'employee', other.employeeId, `other ${serial}`);
    const asked = (external_id: string, date: string, values: Values = {}): Values => ({
      ...{ external_id: `${serial} new ${external_id}`, employee_external_id: `noa ${serial}`, date },
      ...{ type: 'חופש', group: 'spring', ...values },
    });
    const rows = [
      asked('1', '2027-03-01'),
      asked('2', '2027-03-02'),
      asked('3', '2027-03-03', { type: 'מחלה' }),
      asked('4', '2027-03-04', { group: null }),
      asked('5', '2027-03-01', { employee_external_id: `other ${serial}` }),
    ];
    const made = [
      ['חופש', '01 02'],
      ['חופש', '04'],
      ['חופש', '05 06 07 08'],
      ['מחלה', '03'],
    ];
    await bring(rows);
    expect(await groupsOf(noa)).to.deep.equal(made);
    expect(await groupsOf(other)).to.deep.equal([['חופש', '01']]);
    await bring(rows.map((values) => ({ ...values, group: undefined, manager_note: 'enjoy' })));
    expect(await groupsOf(noa)).to.deep.equal(made);
  });

  it('are groups of one type each, decided on by themselves', async () => {
    await bring([row(0, {}), row(1, { type: 'מחלה' }), row(2, { type: 'מחלה' }), row(3, { type: 'אבל' })]);
    expect(await groupsOf(noa)).to.deep.equal([
      ['אבל', '08'],
      ['חופש', '05'],
      ['מחלה', '06 07'],
    ]);
    const approved = await test.core.leave.approveGroup(test.company, ids[1] as number);
    expect(approved.map(({ id }) => id)).to.deep.equal([ids[1], ids[2]]);
    expect(approved.map(({ has_document }) => has_document)).to.deep.equal([true, true]);
    expect((await test.core.leave.group(noa, ids[0] as number)).by_status).to.include({ pending: 1, approved: 0 });
  });

  it('stay together where all become another type, and where only dates and decisions change', async () => {
    await bring(ids.map((_, index) => row(index, { type: 'מחלה' })));
    expect(await groupsOf(noa)).to.deep.equal([['מחלה', '05 06 07 08']]);
    await bring(ids.map((_, index) => row(index, { type: 'מחלה', ...(index === 3 && { date: '2026-07-09' }) })));
    expect(await groupsOf(noa)).to.deep.equal([['מחלה', '05 06 07 09']]);
  });

  it('leave their document with the employee whom it is about', async () => {
    const other = await person(test);
    await test.core.externalIds.set(test.company, 'employee', other.employeeId, `other ${serial}`);
    await bring([row(3, { employee_external_id: `other ${serial}` })]);
    expect(await groupsOf(noa)).to.deep.equal([['חופש', '05 06 07']]);
    const theirs = await test.core.leave.group(other, ids[3] as number);
    expect(theirs).to.include({ has_document: false, document: null, dates: 1 });
    await test.core.leave.cancelGroup(other, ids[3] as number);
    const { content } = await test.core.leave.openDocument(noa, ids[0] as number);
    expect((await content.toArray()).join('')).to.equal('A note');
  });

  it('leave no document behind when all of them are given to another employee', async () => {
    const kept = async () => {
      const documents = rawSql('SELECT id FROM "shaon_leave_document" WHERE company_id = $1');
      return (await test.core.extension.database.scope(test.company).rows(documents)).length;
    };
    const before = await kept();
    const other = await person(test);
    await test.core.externalIds.set(test.company, 'employee', other.employeeId, `other ${serial}`);
    await bring([0, 1, 2, 3].map((index) => row(index, { employee_external_id: `other ${serial}` })));
    expect(await kept()).to.equal(before - 1);
  });
});
