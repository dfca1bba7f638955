import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { classifyDatabaseError } from '../../src/database/sql/constraint-errors.ts';
import { ImportedDocuments } from '../../src/import/imported-documents.ts';
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
  const keep = (content: Readable, isDryRun: boolean, text = 'document') => {
    const documents = new ImportedDocuments({ open: async () => content, store, isDryRun });
    return documents.keep(1, `documents/${createHash('sha256').update(text).digest('hex')}`, 'leave', null);
  };
  beforeEach(() => stored.clear());

  it('is stored as it is read, in as many parts as it comes', async () => {
    expect(await keep(Readable.from([Buffer.from('docu'), Buffer.from('ment')]), false)).to.equal('key');
    expect(String(stored.get('key'))).to.equal('document');
  });

  it('is removed again when it is not as it was exported', async () => {
    const refused = await refusal(keep(Readable.from([Buffer.from('other')]), false));
    expect(refused).to.have.property('code', 'options_invalid');
    expect(stored.size).to.equal(0);
  });

  it('that is missing is no fault of the database, whose codes are the same', async () => {
    const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: 'documents/x' });
    const documents = new ImportedDocuments({ open: () => Promise.reject(missing), store, isDryRun: false });
    const thrown = await refusal(documents.keep(1, 'documents/x', 'leave', null));
    for (const dialect of ['sqlite', 'postgres'] as const)
      expect(classifyDatabaseError(thrown, dialect)).to.equal(missing);
  });

  it('leaves no file of the source open when its store fails before it reads', async () => {
    const full = new Error('The store is full.');
    const content = Readable.from([Buffer.from('document')]);
    const documents = new ImportedDocuments({
      open: async () => content,
      store: { ...store, put: () => Promise.reject(full) },
      isDryRun: false,
    });
    const error = (await refusal(documents.keep(1, 'documents/x', 'leave', null))) as Error;
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
    const documents = new ImportedDocuments({ open: async () => content, store: { ...store, put }, isDryRun: false });
    const error = (await refusal(documents.keep(1, 'documents/x', 'leave', null))) as Error;
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
