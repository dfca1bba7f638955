import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ExportedRow, type SystemActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, refusal } from '../support.ts';
import { withTwoInstallations } from './two-installations.ts';

withTwoInstallations('a document that is not there when an export comes to it', (test) => {
  let company: SystemActor;
  const leave: number[] = [];

  const attach = (id: number, text: string) =>
    test.source.core.leave.attachDocument(company, id, {
      name: `${text}.txt`,
      type: 'text/plain',
      content: Readable.from([Buffer.from(text)]),
    });

  before(async () => {
    const { core } = test.source;
    company = systemActor((await core.companies.create({ name: 'Tea House' })).id);
    await core.absenceTypes.createDefaults(company);
    const { id } = await core.employees.create(company, newEmployee());
    for (const dates of [['2026-06-07'], ['2026-06-08'], ['2026-06-09', '2026-06-10']]) {
      const [made] = await core.leave.submit(company, { employee_id: id, dates, type: 'מחלה' });
      leave.push(Number(made?.id));
    }
  });

  /** The leave of an export during which something happens after its first document. */
  async function exportMeanwhile(meanwhile: () => Promise<unknown>): Promise<readonly ExportedRow[]> {
    let isFirst = true;
    const keepDocument = async (content: Readable) => {
      const text = (await buffer(content)).toString();
      if (isFirst) await meanwhile();
      isFirst = false;
      return text;
    };
    const request = { companyId: company.companyId, keepDocument };
    return test.source.core.exports.run(request, async ({ files }) => {
      const rows: ExportedRow[] = [];
      for (const { kind, rows: pages } of files) {
        if (kind === 'leave') for await (const page of pages()) rows.push(...page);
      }
      return rows;
    });
  }

  it('because it was removed or replaced meanwhile, is left out of all requests of its leave', async () => {
    const { core } = test.source;
    for (const [index, id] of leave.entries()) await attach(id, `text ${index}`);
    const rows = await exportMeanwhile(async () => {
      await attach(leave[1] as number, 'another');
      await core.leave.removeDocument(company, leave[2] as number);
    });
    expect(rows.map(({ document, document_name }) => [document, document_name])).to.deep.equal([
      ['text 0', 'text 0.txt'],
      [null, null],
      [null, null],
      [null, null],
    ]);
    const after = await exportMeanwhile(async () => undefined);
    expect(after.map(({ document }) => document)).to.deep.equal(['text 0', 'another', null, null]);
  });

  it('although its request has it still, ends the export', async () => {
    await attach(leave[2] as number, 'lost');
    const { contents } = test.source.documents;
    for (const [key, content] of contents) if (content.toString() === 'lost') contents.delete(key);
    const error = await refusal(exportMeanwhile(async () => undefined));
    expect(error).to.have.property('code', 'state_conflict');
    expect(error).to.have.nested.property('details.leaveRequestId', leave[2]);
    await test.source.core.leave.removeDocument(company, leave[2] as number);
    expect(await exportMeanwhile(async () => undefined)).to.have.length(4);
  });
});
