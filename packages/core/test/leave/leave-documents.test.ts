import { Readable } from 'node:stream';
import { type DocumentStore, fileDocumentStore, type LeaveDocument } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { expectNotFound } from '../foreign.ts';
import { refusal, TEST_KEYS, withCore } from '../support.ts';
import { documentFolder, filesIn, readAll } from './documents.ts';
import { person } from './people.ts';

const LABEL = 'מחלה';
const pdf = (text = 'A note from the doctor'): LeaveDocument => ({
  name: 'אישור מחלה.pdf',
  type: 'application/PDF',
  content: Readable.from([Buffer.from(text)]),
});

const warnings: string[] = [];

/** Another folder for each test, so that its files can be counted. */
let folder = '';
let isDiskBroken = false;
let isKeyless = false;
const brokenContent = () =>
  new Readable({
    read() {
      this.destroy(new Error('The disk fails.'));
    },
  });
const documents: DocumentStore = {
  put: async (companyId, content) => (isKeyless ? (undefined as never) : store().put(companyId, content)),
  open: async (companyId, key) => (isDiskBroken ? brokenContent() : store().open(companyId, key)),
  remove: (companyId, key) => store().remove(companyId, key),
  orphans: (known, minAgeMs) => store().orphans(known, minAgeMs),
};
const store = () => fileDocumentStore({ directory: folder, keys: TEST_KEYS, maxBytes: 1000 });

withCore(
  'leave documents',
  (test) => {
    before(() => test.core.absenceTypes.createDefaults(test.company));
    const folders = documentFolder();
    let serial = 0;
    beforeEach(() => {
      serial += 1;
      folder = `${folders}/${serial}`;
    });
    const files = () => filesIn(folder);

    async function requestOf(actor: Awaited<ReturnType<typeof person>>, dates = ['2026-07-01']) {
      return test.core.leave.submit(actor, { dates, type: LABEL });
    }
    const openedText = async (...asked: Parameters<typeof test.core.leave.openDocument>) => {
      const { content, ...described } = await test.core.leave.openDocument(...asked);
      return { ...described, text: (await readAll(content)).toString() };
    };

    it('keeps what another manager has decided upon from the manager who asked', async () => {
      const [manager, other] = [await person(test, 'manager'), await person(test, 'manager')];
      const [request] = await requestOf(manager);
      await test.core.leave.attachDocument(manager, request!.id, pdf('first'));
      await test.core.leave.attachDocument(manager, request!.id, pdf('of the doctor'));
      await test.core.leave.approve(other, request!.id);
      for (const change of [
        () => test.core.leave.attachDocument(manager, request!.id, pdf('another')),
        () => test.core.leave.removeDocument(manager, request!.id),
      ]) {
        expect(await refusal(change())).to.have.property('code', 'not_permitted');
      }
      expect(await openedText(manager, request!.id)).to.include({ text: 'of the doctor' });
      expect(files()).to.have.lengthOf(1);
      await test.core.leave.removeDocument(other, request!.id);
    });

    it('says so where the store gives no key, and notes nothing', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      isKeyless = true;
      const error = await refusal(test.core.leave.attachDocument(noa, request!.id, pdf())).finally(() => {
        isKeyless = false;
      });
      expect(error).to.have.property('code', 'options_invalid');
      expect(error).to.have.property('message').that.includes('gave no key');
      const { requests } = await test.core.leave.group(noa, request!.id);
      expect(requests[0]).to.include({ has_document: false });
    });

    it('attaches, opens for the person and for managers, and tells only that there is one', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      test.clock.advance(1000);
      for (const content of ['a text', Buffer.from('bytes'), undefined]) {
        const unread = test.core.leave.attachDocument(noa, request!.id, { ...pdf(), content: content as never });
        expect(await refusal(unread))
          .to.have.property('errors')
          .that.has.all.keys('content');
      }
      const attached = await test.core.leave.attachDocument(noa, request!.id, pdf());
      expect(attached).to.deep.equal({ ...request, has_document: true, updated_at: test.clock.now() });
      const page = await test.core.leave.list(test.company, { employee_id: noa.employeeId }, { page: 1, per_page: 5 });
      expect(page.items).to.deep.equal([attached]);
      for (const actor of [noa, await person(test, 'manager'), test.company]) {
        expect(await openedText(actor, request!.id)).to.deep.equal({
          name: 'אישור מחלה.pdf',
          type: 'application/pdf',
          text: 'A note from the doctor',
        });
      }
      await expectNotFound({
        colleague: async () => test.core.leave.openDocument(await person(test), request!.id),
        stranger: () => test.core.leave.openDocument(test.foreign, request!.id),
        'attach by a stranger': () => test.core.leave.attachDocument(test.foreign, request!.id, pdf()),
        'attach by a colleague': async () => test.core.leave.attachDocument(await person(test), request!.id, pdf()),
      });
    });

    it('belongs to all requests of the leave, and is replaced as one', async () => {
      const noa = await person(test);
      const [first, second, third] = await requestOf(noa, ['2026-07-05', '2026-07-06', '2026-07-07']);
      const [apart] = await requestOf(noa);
      await test.core.leave.attachDocument(noa, first!.id, pdf('one'));
      await test.core.leave.attachDocument(noa, second!.id, pdf('two'));
      expect(await openedText(noa, third!.id)).to.have.property('text', 'two');
      expect(files()).to.have.lengthOf(1);
      await expectNotFound({ apart: () => test.core.leave.openDocument(noa, apart!.id) });

      await test.core.leave.cancel(noa, first!.id);
      expect(await openedText(noa, third!.id)).to.have.property('text', 'two');
      await test.core.leave.cancel(noa, second!.id);
      await test.core.leave.cancel(noa, third!.id);
      expect(files()).to.deep.equal([]);
    });

    it('is removed, file and all', async () => {
      const noa = await person(test);
      const [first, second] = await requestOf(noa, ['2026-07-05', '2026-07-06']);
      await test.core.leave.attachDocument(noa, first!.id, pdf());
      expect(await test.core.leave.removeDocument(noa, second!.id)).to.have.property('has_document', false);
      expect(await test.core.leave.get(noa, first!.id)).to.have.property('has_document', false);
      expect(files()).to.deep.equal([]);
      const unchanged = await test.core.leave.get(noa, first!.id);
      test.clock.advance(1000);
      expect(await test.core.leave.removeDocument(noa, first!.id)).to.deep.equal(unchanged);
    });

    it('may come after the decision, but what was decided upon only a manager exchanges', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      await test.core.leave.approve(test.company, request!.id);
      await test.core.leave.attachDocument(noa, request!.id, pdf());
      for (const call of [
        () => test.core.leave.attachDocument(noa, request!.id, pdf('other')),
        () => test.core.leave.removeDocument(noa, request!.id),
      ]) {
        expect(await refusal(call())).to.have.property('code', 'state_conflict');
      }
      expect(files()).to.have.lengthOf(1);
      await test.core.leave.attachDocument(await person(test, 'manager'), request!.id, pdf('other'));
      expect(await openedText(noa, request!.id)).to.have.property('text', 'other');
    });

    it('refuses a document that is too large, nameless or of no type, and leaves nothing of it', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      const attach = (document: Partial<LeaveDocument>) =>
        test.core.leave.attachDocument(noa, request!.id, { ...pdf(), ...document });
      const large = { content: Readable.from([Buffer.alloc(1001)]) };
      expect(await refusal(attach(large))).to.have.property('code', 'limit_reached');
      expect(await refusal(attach({ name: ' ', type: 'a\r\nb' })))
        .to.have.property('errors')
        .with.all.keys('name', 'type');
      expect(await test.core.leave.get(noa, request!.id)).to.deep.equal(request);
      expect(files()).to.deep.equal([]);
    });

    it('leaves no file when the change rolls back; on a caller’s transaction prune removes it', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      const withinTransaction = () => Promise.reject(new Error('The disk is full.'));
      await refusal(test.core.leave.attachDocument(noa, request!.id, pdf(), { withinTransaction }));
      expect(files()).to.deep.equal([]);

      await test.core.leave.attachDocument(noa, request!.id, pdf('kept'));
      await refusal(
        test.core.transaction(async (manager) => {
          await test.core.leave.attachDocument(noa, request!.id, pdf('lost'), { manager });
          throw new Error('The host thinks better of it.');
        }),
      );
      expect(await openedText(noa, request!.id)).to.have.property('text', 'kept');
      expect(files()).to.have.lengthOf(2);
      expect(await test.core.leave.pruneDocuments()).to.equal(0);
      expect(await test.core.leave.pruneDocuments({ minAgeMs: 0 })).to.equal(1);
      expect(files()).to.have.lengthOf(1);
      expect(await openedText(noa, request!.id)).to.have.property('text', 'kept');
    });

    it('leaves no file when its employee is frozen while it is sent', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      const content = Readable.from(
        (async function* () {
          yield Buffer.from('the first half');
          await test.core.employees.freeze(test.company, noa.employeeId);
          yield Buffer.from('the second half');
        })(),
      );
      const attached = test.core.leave.attachDocument(noa, request!.id, { ...pdf(), content });
      expect(await refusal(attached)).to.have.property('code', 'not_authenticated');
      expect(files()).to.deep.equal([]);
      expect(warnings).to.deep.equal([]);
    });

    it('keeps exactly one document when ten are attached at a time', async () => {
      const noa = await person(test);
      const requests = await requestOf(noa, ['2026-07-05', '2026-07-06', '2026-07-07']);
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          test.core.leave.attachDocument(noa, requests[n % 3]!.id, pdf(`document ${n}`)),
        ),
      );
      expect(files()).to.have.lengthOf(1);
      const texts = await Promise.all(requests.map(({ id }) => openedText(noa, id)));
      expect(new Set(texts.map(({ text }) => text))).to.have.property('size', 1);
    });

    it('tells the log of one that breaks while it is read, and lives on when nobody listens', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      await test.core.leave.attachDocument(noa, request!.id, pdf());
      isDiskBroken = true;
      const { content } = await test.core.leave.openDocument(noa, request!.id);
      isDiskBroken = false;
      const closed = new Promise((resolve) => content.once('close', resolve));
      content.resume();
      await closed;
      expect(warnings.splice(0)).to.deep.equal(['A leave document could not be read to its end.']);
    });

    it('audits each opening, without name or content', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      await test.core.leave.attachDocument(noa, request!.id, pdf());
      await openedText(noa, request!.id);
      const rows = await test.core.extension.database
        .scope(test.company)
        .rows(rawSql('SELECT action, detail FROM "shaon_audit" WHERE company_id = $1 ORDER BY id DESC LIMIT 2'));
      expect(rows.map((row) => row.action)).to.deep.equal(['leave.document_open', 'leave.document_attach']);
      expect(JSON.parse(String(rows[0]?.detail))).to.deep.equal({
        leave_request_id: request!.id,
        employee_id: noa.employeeId,
        dates: [request!.date, request!.date],
      });
    });
  },
  {
    documents,
    welcomeMessages: false,
    log: { info() {}, error() {}, warn: (_fields, text) => void warnings.push(String(text)) },
  },
);

withCore('leave without a document store', (test) => {
  it('refuses documents and says what to do', async () => {
    await test.core.absenceTypes.createDefaults(test.company);
    const noa = await person(test);
    const [request] = await test.core.leave.submit(noa, { dates: ['2026-07-01'], type: LABEL });
    const error = await refusal(test.core.leave.attachDocument(noa, request!.id, pdf()));
    expect(error).to.have.property('code', 'options_invalid');
    expect(String(error)).to.contain('fileDocumentStore');
  });
});

withCore(
  'pruning documents',
  (test) => {
    const empty = documentFolder();

    it('starts no reader thread, which would take 10 MB', async () => {
      folder = empty;
      expect(await test.core.leave.pruneDocuments()).to.equal(0);
      expect(test.core.extension.database.runningThreads).to.equal(0);
    });
  },
  { documents },
);
