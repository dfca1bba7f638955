import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type DocumentStore, type LeaveDocument, ShaonError } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { expectNotFound } from '../foreign.ts';
import { refusal, withCore } from '../support.ts';
import { inParts, readAll } from './documents.ts';
import { person } from './people.ts';

const LABEL = 'מחלה';
const pdf = (text = 'A note from the doctor'): LeaveDocument => ({
  name: 'אישור מחלה.pdf',
  type: 'application/PDF',
  content: Readable.from([Buffer.from(text)]),
});

withCore(
  'leave documents',
  (test) => {
    before(() => test.core.absenceTypes.createDefaults(test.company));
    beforeEach(() => sql('DELETE FROM "shaon_leave_document"'));
    const sql = (text: string) =>
      test.core.extension.database.writeAllCompanies('test', {}, (all) => all.run(rawSql(text)));
    const stored = () => sql('SELECT company_id, key, content_key, content FROM "shaon_leave_document"');

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
      expect(await stored()).to.have.lengthOf(1);
      await test.core.leave.removeDocument(other, request!.id);
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
      expect(await stored()).to.have.lengthOf(1);
      await expectNotFound({ apart: () => test.core.leave.openDocument(noa, apart!.id) });

      await test.core.leave.cancel(noa, first!.id);
      expect(await openedText(noa, third!.id)).to.have.property('text', 'two');
      await test.core.leave.cancel(noa, second!.id);
      await test.core.leave.cancel(noa, third!.id);
      expect(await stored()).to.deep.equal([]);
    });

    it('is removed, content and all', async () => {
      const noa = await person(test);
      const [first, second] = await requestOf(noa, ['2026-07-05', '2026-07-06']);
      await test.core.leave.attachDocument(noa, first!.id, pdf());
      expect(await test.core.leave.removeDocument(noa, second!.id)).to.have.property('has_document', false);
      expect(await test.core.leave.get(noa, first!.id)).to.have.property('has_document', false);
      expect(await stored()).to.deep.equal([]);
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
      expect(await stored()).to.have.lengthOf(1);
      await test.core.leave.attachDocument(await person(test, 'manager'), request!.id, pdf('other'));
      expect(await openedText(noa, request!.id)).to.have.property('text', 'other');
    });

    it('refuses a document that is too large, nameless or of no type, and leaves nothing of it', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      const attach = (document: Partial<LeaveDocument>) =>
        test.core.leave.attachDocument(noa, request!.id, { ...pdf(), ...document });
      const large = { content: Readable.from([Buffer.alloc(10 * 1024 * 1024), Buffer.alloc(1)]) };
      expect(await refusal(attach(large))).to.have.property('code', 'limit_reached');
      expect(await refusal(attach({ name: ' ', type: 'a\r\nb' })))
        .to.have.property('errors')
        .with.all.keys('name', 'type');
      expect(await test.core.leave.get(noa, request!.id)).to.deep.equal(request);
      expect(await stored()).to.deep.equal([]);
    });

    it('is of 10 MB at most, as it was given', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      const bytes = randomBytes(10 * 1024 * 1024);
      await test.core.leave.attachDocument(noa, request!.id, { ...pdf(), content: inParts(bytes) });
      const { content } = await test.core.leave.openDocument(noa, request!.id);
      expect((await readAll(content)).equals(bytes)).to.equal(true);
    });

    it('lies encrypted, and opens neither when it was changed nor in the place of another', async () => {
      const noa = await person(test);
      const [first] = await requestOf(noa, ['2026-07-02']);
      const [second] = await requestOf(noa, ['2026-07-03']);
      await test.core.leave.attachDocument(noa, first!.id, pdf('of the doctor'));
      await test.core.leave.attachDocument(noa, second!.id, pdf('of another'));
      const [one, other] = await stored();
      for (const row of [one, other]) {
        const text =
          JSON.stringify(row) + Buffer.from(String(row?.content).split('.')[4] ?? '', 'base64url').toString();
        expect(text).to.not.contain('doctor').and.not.contain('another');
      }
      const set = (columns: string) => sql(`UPDATE "shaon_leave_document" SET ${columns} WHERE key = '${one?.key}'`);
      for (const columns of [
        `content = '${other?.content}'`,
        `content = '${other?.content}', content_key = '${other?.content_key}'`,
        `content = '${one?.content}', content_key = '${other?.content_key}'`,
        `content_key = '${one?.content_key}', content = 'v1.content.x.y.z'`,
      ]) {
        await set(columns);
        const opened = refusal(test.core.leave.openDocument(noa, first!.id));
        expect(await opened, columns).to.have.property('code', 'ciphertext_corrupt');
      }
      await set(`content = '${one?.content}'`);
      expect(await openedText(noa, first!.id)).to.have.property('text', 'of the doctor');
    });

    it('is as it was when the change rolls back, also with a caller’s transaction', async () => {
      const noa = await person(test);
      const [request] = await requestOf(noa);
      const withinTransaction = () => Promise.reject(new Error('The disk is full.'));
      await refusal(test.core.leave.attachDocument(noa, request!.id, pdf(), { withinTransaction }));
      expect(await stored()).to.deep.equal([]);

      await test.core.leave.attachDocument(noa, request!.id, pdf('kept'));
      await refusal(
        test.core.transaction(async (manager) => {
          await test.core.leave.attachDocument(noa, request!.id, pdf('lost'), { manager });
          throw new Error('The host thinks better of it.');
        }),
      );
      expect(await stored()).to.have.lengthOf(1);
      expect(await openedText(noa, request!.id)).to.have.property('text', 'kept');
      await test.core.transaction((manager) => test.core.leave.cancelGroup(noa, request!.id, { manager }));
      expect(await stored()).to.deep.equal([]);
    });

    it('leaves none when all requests of its leave are cancelled at a time', async () => {
      const noa = await person(test);
      const requests = await requestOf(noa, ['2026-07-05', '2026-07-06', '2026-07-07']);
      await test.core.leave.attachDocument(noa, requests[0]!.id, pdf());
      await Promise.all(requests.map(({ id }) => test.core.leave.cancel(noa, id)));
      expect(await stored()).to.deep.equal([]);
    });

    it('leaves nothing when its employee is frozen while it is sent', async () => {
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
      expect(await stored()).to.deep.equal([]);
    });

    it('keeps exactly one document when ten are attached at a time', async () => {
      const noa = await person(test);
      const requests = await requestOf(noa, ['2026-07-05', '2026-07-06', '2026-07-07']);
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          test.core.leave.attachDocument(noa, requests[n % 3]!.id, pdf(`document ${n}`)),
        ),
      );
      expect(await stored()).to.have.lengthOf(1);
      const texts = await Promise.all(requests.map(({ id }) => openedText(noa, id)));
      expect(new Set(texts.map(({ text }) => text))).to.have.property('size', 1);
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
  { welcomeMessages: false },
);

const warnings: string[] = [];
let onWarning: () => void = () => undefined;
const kept = new Map<string, Buffer>();
let fault: 'no key' | 'broken' | 'not removed' | null = null;
const store: DocumentStore = {
  async put(companyId, content) {
    if (fault === 'no key') return undefined as never;
    const key = `${companyId} ${randomUUID()}`;
    kept.set(key, await readAll(content));
    return key;
  },
  async open(_companyId, key) {
    const content = kept.get(key);
    if (content === undefined) throw new ShaonError('not_found', 'There is none.');
    if (fault !== 'broken') return Readable.from([content]);
    return new Readable({
      read() {
        this.destroy(new Error('The disk fails.'));
      },
    });
  },
  async remove(_companyId, key) {
    if (fault === 'not removed') throw new Error('The store is away.');
    kept.delete(key);
  },
};

withCore(
  'leave documents in a product’s own store',
  (test) => {
    before(() => test.core.absenceTypes.createDefaults(test.company));
    beforeEach(() => kept.clear());
    afterEach(() => {
      fault = null;
    });
    const texts = () => [...kept.values()].map(String);

    async function requestOf(dates = ['2026-07-01']) {
      const noa = await person(test);
      return { noa, requests: await test.core.leave.submit(noa, { dates, type: LABEL }) };
    }

    it('are put there, and only a removed or replaced one is taken off', async () => {
      const { noa, requests } = await requestOf(['2026-07-01', '2026-07-02']);
      const [first, second] = requests;
      await test.core.leave.attachDocument(noa, first!.id, pdf('one'));
      await test.core.leave.attachDocument(noa, second!.id, pdf('two'));
      expect(texts()).to.deep.equal(['two']);
      const { content } = await test.core.leave.openDocument(noa, first!.id);
      expect(String(await readAll(content))).to.equal('two');
      const rows = test.core.extension.database.allCompanies().run(rawSql('SELECT id FROM "shaon_leave_document"'));
      expect(await rows).to.deep.equal([]);
      await test.core.leave.cancel(noa, first!.id);
      expect(texts()).to.deep.equal(['two']);
      await test.core.leave.cancel(noa, second!.id);
      expect(texts()).to.deep.equal([]);
    });

    it('follow the caller’s transaction', async () => {
      const { noa, requests } = await requestOf();
      const id = requests[0]!.id;
      await test.core.leave.attachDocument(noa, id, pdf('kept'));
      const withinTransaction = () => Promise.reject(new Error('The disk is full.'));
      await refusal(test.core.leave.attachDocument(noa, id, pdf('lost'), { withinTransaction }));
      await refusal(test.core.leave.removeDocument(noa, id, { withinTransaction }));
      expect(texts()).to.deep.equal(['kept']);
      await test.core.transaction((manager) => test.core.leave.removeDocument(noa, id, { manager }));
      expect(texts()).to.deep.equal([]);
    });

    it('are refused where it gives no key, and nothing is noted', async () => {
      const { noa, requests } = await requestOf();
      fault = 'no key';
      const error = await refusal(test.core.leave.attachDocument(noa, requests[0]!.id, pdf()));
      expect(error).to.have.property('code', 'options_invalid');
      expect(error).to.have.property('message').that.includes('gave no key');
      expect(await test.core.leave.get(noa, requests[0]!.id)).to.include({ has_document: false });
    });

    it('are told to the log where they break while they are read, and when they cannot be removed', async () => {
      const { noa, requests } = await requestOf();
      const id = requests[0]!.id;
      await test.core.leave.attachDocument(noa, id, pdf());
      fault = 'broken';
      const { content } = await test.core.leave.openDocument(noa, id);
      const closed = new Promise((resolve) => content.once('close', resolve));
      content.resume();
      await closed;
      fault = 'not removed';
      const told = new Promise<void>((resolve) => {
        onWarning = resolve;
      });
      expect(await test.core.leave.removeDocument(noa, id)).to.include({ has_document: false });
      await told;
      expect(warnings.splice(0)).to.deep.equal([
        'A leave document could not be read to its end.',
        'A document that is no longer used could not be removed from its store.',
      ]);
    });

    it('that the store has lost end an export, and no leave is exported without its document', async () => {
      const { noa, requests } = await requestOf();
      await test.core.leave.attachDocument(noa, requests[0]!.id, pdf());
      const exported = async () =>
        test.core.exports.run(
          { companyId: test.company.companyId, keepDocument: async (content) => String(await readAll(content)) },
          async ({ files }) => {
            for (const { rows } of files) for await (const _ of rows());
          },
        );
      await exported();
      kept.clear();
      const error = await refusal(exported());
      expect(error).to.have.property('code', 'state_conflict');
      expect(error).to.have.nested.property('details.leaveRequestId', requests[0]!.id);
    });
  },
  {
    documents: store,
    welcomeMessages: false,
    log: {
      info() {},
      error() {},
      warn(_fields, text) {
        warnings.push(String(text));
        onWarning();
      },
    },
  },
);
