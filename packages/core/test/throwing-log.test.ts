import { Readable } from 'node:stream';
import type { CoreLog, DocumentStore } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, withCore } from './support.ts';

const logged: string[] = [];
const fail = (_fields: object, message: string): never => {
  logged.push(message);
  throw new Error('The log is away.');
};
/** Its promises nobody waits for. */
const failLater = async (fields: object, message: string): Promise<never> => fail(fields, message);

let documents = 0;
const store: DocumentStore = {
  async put(_companyId, content) {
    content.resume();
    documents += 1;
    return `document ${documents}`;
  },
  open: async () => Readable.from(['document']),
  remove: async () => {
    throw new Error('The store is away.');
  },
};

const logs: Record<string, CoreLog> = {
  'a log that throws': { info: fail, warn: fail, error: fail },
  'a log that rejects': { info: failLater, warn: failLater, error: failLater },
};

for (const [title, log] of Object.entries(logs)) {
  withCore(
    title,
    (test) => {
      beforeEach(() => logged.splice(0));

      it('makes no failure of a write that is committed', async () => {
        const { absenceTypes, employees, leave } = test.core;
        await absenceTypes.create(test.company, { label: 'חופש' });
        const { id } = await employees.create(test.company, newEmployee());
        const days = { employee_id: id, dates: ['2026-12-24'], type: 'חופש' };
        const [request] = await leave.submit(test.company, days);
        for (const name of ['first.pdf', 'second.pdf']) {
          const content = Readable.from([Buffer.from(name)]);
          const type = 'application/pdf';
          await leave.attachDocument(test.company, request?.id as number, { name, type, content });
        }
        const { content, name } = await leave.openDocument(test.company, request?.id as number);
        content.destroy();
        expect(name).to.equal('second.pdf');
        expect(logged).to.have.lengthOf(1);
      });

      it('undoes no transaction that has held the others up', async () => {
        const name = 'held';
        await test.core.transaction(async (manager) => {
          await test.core.organization.createDepartment(test.company, { name }, { manager });
          await new Promise((resolve) => setTimeout(resolve, 1_100));
        });
        const all = await test.core.organization.departments(test.company);
        expect(all.map((department) => department.name)).to.deep.equal([name]);
        expect(logged).to.have.lengthOf(test.database.type === 'sqlite' ? 1 : 0);
      });
    },
    { log, documents: store, welcomeMessages: false },
  );
}
