import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { silentLog } from '@shaon/core';
import { expect } from 'chai';
import type { CompanyTransaction } from '../../src/database/sql/company-scope.ts';
import { classifyDatabaseError } from '../../src/database/sql/constraint-errors.ts';
import { ImportedDocuments } from '../../src/import/imported-documents.ts';
import { documentsInStore } from '../../src/leave/kept-documents.ts';
import { refusal } from '../support.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

describe('a document of an import', () => {
  const stored = new Map<string, Buffer>();
  const store = {
    put: async (_companyId: number, content: Readable) => {
      stored.set('key', await buffer(content));
      return 'key';
    },
    open: async () => Readable.from([]),
    remove: async (_companyId: number, key: string) => void stored.delete(key),
  };
  /** No document of these tests was there before, or is removed, so that none needs the database. */
  const company = { companyId: 1 } as CompanyTransaction;
  const importOf = (open: () => Promise<Readable>, { isDryRun = false, put = store.put } = {}) =>
    new ImportedDocuments({
      open,
      documents: documentsInStore({ ...store, put }, { database: {} as never, log: silentLog }),
      isDryRun,
    });
  const keep = (content: Readable, isDryRun: boolean, text = 'document') =>
    importOf(async () => content, { isDryRun }).keep(
      company,
      `documents/${createHash('sha256').update(text).digest('hex')}`,
      'leave',
      null,
    );
  beforeEach(() => stored.clear());

  it('is stored as it is read, in as many parts as it comes', async () => {
    expect(await keep(Readable.from([Buffer.from('docu'), Buffer.from('ment')]), false)).to.equal('key');
    expect(String(stored.get('key'))).to.equal('document');
  });

  it('is removed again when it is not as it was exported', async () => {
    const documents = importOf(async () => Readable.from([Buffer.from('other')]));
    const refused = await refusal(documents.keep(company, 'documents/x', 'leave', null));
    expect(refused).to.have.property('code', 'options_invalid');
    await documents.discard();
    expect(stored.size).to.equal(0);
  });

  it('that is missing is no fault of the database, whose codes are the same', async () => {
    const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: 'documents/x' });
    const documents = importOf(() => Promise.reject(missing));
    const thrown = await refusal(documents.keep(company, 'documents/x', 'leave', null));
    for (const dialect of ['sqlite', 'postgres'] as const)
      expect(classifyDatabaseError(thrown, dialect)).to.equal(missing);
  });

  it('leaves no file of the source open when its store fails before it reads', async () => {
    const full = new Error('The store is full.');
    const content = Readable.from([Buffer.from('document')]);
    const documents = importOf(async () => content, { put: () => Promise.reject(full) });
    const error = (await refusal(documents.keep(company, 'documents/x', 'leave', null))) as Error;
    expect([error, error.cause]).to.include(full);
    expect(content.destroyed).to.equal(true);
  });

  it('refuses the import when a store that is piped into fails midway', async () => {
    const full = new Error('The store is full.');
    const content = new Readable({ read: () => undefined });
    content.push('document');
    const put = (_companyId: number, hashed: Readable) =>
      new Promise<string>((_resolve, reject) => {
        hashed.pipe(new Writable({ write: (_chunk, _encoding, done) => done(full) })).on('error', reject);
      });
    const documents = importOf(async () => content, { put });
    const error = (await refusal(documents.keep(company, 'documents/x', 'leave', null))) as Error;
    expect([error, error.cause]).to.include(full);
    await new Promise((resolve) => setImmediate(resolve));
  });

  for (const isDryRun of [true, false]) {
    const how = isDryRun ? 'is only tried' : 'is stored';
    it(`refuses the import when it ${how} and its source fails`, async () => {
      const fault = new Error('The source is gone.');
      const failing = new Readable({ read: () => undefined });
      const refused = refusal(keep(failing, isDryRun));
      await new Promise((resolve) => setImmediate(resolve));
      failing.destroy(fault);
      const error = (await refused) as Error;
      expect([error, error.cause]).to.include(fault);
    });

    it(`refuses the import when it ${how} and its source gives what is no bytes`, async () => {
      expect(await refusal(keep(Readable.from([5]), isDryRun))).to.be.instanceOf(Error);
    });
  }
});
