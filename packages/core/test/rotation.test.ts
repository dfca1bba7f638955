import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type AccountActor, type Core, createCore, generateKey, parseKeyRing } from '@shaon/core';
import { columnRotation } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newAdmin, unsentText } from './accounts/people.ts';
import { newEmployee, refusal, TEST_KEYS, withCore } from './support.ts';

const NEW_KEY = generateKey('new');
const BOTH_KEYS = `${NEW_KEY},${TEST_KEYS}`;

withCore('key rotation', (test) => {
  const lines: string[] = [];
  const keep = (fields: Record<string, unknown>, message: string) => void lines.push(JSON.stringify([fields, message]));
  let people: { id: number; idNumber: string }[];
  let documentRequest: number;
  let admin: AccountActor;
  let codeSecret: string;

  async function withKeys<T>(keys: string, work: (core: Core) => Promise<T>): Promise<T> {
    const core = await createCore({
      database: test.database.connection(),
      keys,
      clock: test.clock,
      log: { info: keep, warn: keep, error: keep },
    });
    try {
      return await work(core);
    } finally {
      await core.close();
    }
  }

  async function idNumberOf(core: Core, id: number): Promise<string> {
    const [row] = await core.extension.database
      .scope(test.company)
      .rows(rawSql('SELECT id_number, id_number_hash FROM "shaon_employee" WHERE company_id = $1 AND id = $2'), [id]);
    return core.extension.keys.decrypt('id_number', String(row?.id_number_hash), String(row?.id_number)).toString();
  }

  before(async () => {
    people = [];
    await test.core.absenceTypes.createDefaults(test.company);
    for (let count = 0; count < 7; count++) {
      const input = newEmployee();
      const { id } = await test.core.employees.create(test.company, input);
      people.push({ id, idNumber: input.id_number });
    }
    admin = (await newAdmin(test.core, test.company)).actor;
    await test.core.accounts.beginSecondFactor(admin);
    codeSecret = (await test.core.accounts.pendingSecondFactor(admin))?.secret ?? '';
    documentRequest = await withKeys(TEST_KEYS, async (core) => {
      const employeeId = people[0]?.id as number;
      const [request] = await core.leave.submit(test.company, {
        employee_id: employeeId,
        dates: ['2026-06-10'],
        type: 'מחלה',
      });
      const content = Readable.from([Buffer.from('a doctor’s note')]);
      await core.leave.attachDocument(test.company, request?.id as number, {
        name: 'n.txt',
        type: 'text/plain',
        content,
      });
      return request?.id as number;
    });
  });

  it('knows the key that documents alone need and the list lacks', async () => {
    const lost = parseKeyRing(generateKey('lost')).encrypt('leave_document', 'x', 'y');
    await withKeys(BOTH_KEYS, async (core) => {
      const run = (text: string, values: string[] = []) =>
        core.extension.database.writeAllCompanies('test', {}, (all) => all.run(rawSql(text), values));
      expect(await core.operator.missingKeys()).to.deep.equal([]);
      const [document] = await run('SELECT content_key FROM "shaon_leave_document"');
      await run('UPDATE "shaon_leave_document" SET content_key = $1', [lost]);
      expect(await core.operator.missingKeys()).to.deep.equal(['lost']);
      await run('UPDATE "shaon_leave_document" SET content_key = $1', [String(document?.content_key)]);
    });
  });

  it('to two keys of one id at once is refused to one of them, before values are under both', async () => {
    const underBoth = [generateKey('twin'), generateKey('twin')].map((key) => `${key},${TEST_KEYS}`);
    const rotate = (keys: string) => withKeys(keys, (core) => core.rotateKeys());
    // Both are open before one of them has rotated, so that neither is refused when it opens.
    const outcomes = await withKeys(underBoth[0] as string, (one) =>
      withKeys(underBoth[1] as string, (other) => Promise.allSettled([one.rotateKeys(), other.rotateKeys()])),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refused).to.deep.equal(['keys_mismatch']);
    const winner = underBoth[outcomes.findIndex(({ status }) => status === 'fulfilled')] as string;
    expect((await rotate(winner)).map(({ rotated, failed }) => [rotated, failed])).to.deep.equal(Array(6).fill([0, 0]));
    await withKeys(winner, async (core) => {
      for (const { id, idNumber } of people) expect(await idNumberOf(core, id)).to.equal(idNumber);
    });
    await rotate(`${TEST_KEYS},${winner.split(',')[0]}`);
  });

  it('goes on where it was interrupted, and ends with the older key needed no more', async () => {
    await withKeys(BOTH_KEYS, async (core) => {
      let batches = 0;
      const interrupted = core.rotateKeys({
        batchSize: 2,
        onProgress: () => {
          if (++batches === 4) throw new Error('interrupted');
        },
      });
      expect(await refusal(interrupted)).to.have.property('message', 'interrupted');
      const report = await core.rotateKeys({ batchSize: 2 });
      const rotated = Object.fromEntries(report.map((step) => [step.name, step.rotated]));
      expect(report.every((step) => step.failed === 0)).to.equal(true);
      expect(rotated).to.deep.equal({
        secrets: 0,
        employees: 1,
        messages: 7,
        'second factors': 1,
        documents: 1,
        'people files': 0,
      });
      const again = await core.rotateKeys();
      expect(again.map((step) => step.rotated)).to.deep.equal([0, 0, 0, 0, 0, 0]);
    });
    await withKeys(NEW_KEY, async (core) => {
      expect(await core.operator.missingKeys()).to.deep.equal([]);
      for (const { id, idNumber } of people) {
        expect(await idNumberOf(core, id)).to.equal(idNumber);
        expect(await unsentText(core, test.company, id)).to.contain('סיסמה');
      }
      expect(await core.accounts.pendingSecondFactor(admin)).to.include({ secret: codeSecret });
      const document = await core.leave.openDocument(test.company, documentRequest);
      expect(await text(document.content)).to.equal('a doctor’s note');
      // The hash by which ID numbers are unique did not change.
      const taken = newEmployee({ id_number: people[0]?.idNumber as string });
      expect(await refusal(core.employees.create(test.company, taken))).to.have.deep.property('errors', {
        id_number: [{ rule: 'unique' }],
      });
    });
  });

  it('counts what no key opens, leaves it as it is, and logs no value', async () => {
    await withKeys(BOTH_KEYS, async (core) => {
      const strange = parseKeyRing(generateKey('lost')).encrypt('id_number', 'x', '000000018');
      const [person] = people;
      await core.extension.database.writeAllCompanies('test', {}, (all) =>
        all.run(rawSql('UPDATE "shaon_employee" SET id_number = $2 WHERE id = $1'), [person?.id as number, strange]),
      );
      lines.length = 0;
      expect(await core.operator.missingKeys()).to.deep.equal(['lost']);
      const report = await core.rotateKeys();
      expect(report.find((step) => step.name === 'employees')).to.include({ rotated: 0, failed: 1 });
      expect(lines.join()).to.contain('keys_missing').and.not.to.contain(strange);
    });
  });

  it('rotates an extension’s own column too', async () => {
    await withKeys(BOTH_KEYS, async (core) => {
      const { database, keys, log } = core.extension;
      const old = parseKeyRing(TEST_KEYS);
      await database.writeAllCompanies('test', {}, async (all) => {
        await all.run(rawSql('CREATE TABLE "shaon_rotation_test" (id integer PRIMARY KEY, secret text)'));
        for (let id = 1; id <= 5; id++) {
          const secret = id === 5 ? null : old.encrypt('extension', `row ${id}`, `secret ${id}`);
          await all.run(rawSql('INSERT INTO "shaon_rotation_test" (id, secret) VALUES ($1, $2)'), [id, secret]);
        }
      });
      const step = columnRotation(
        { database, keys, log },
        {
          name: 'extension',
          table: { name: 'shaon_rotation_test', columns: {} },
          column: 'secret',
          contextColumns: [],
          purpose: 'extension',
          context: (row) => `row ${Number(row.id)}`,
        },
      );
      core.extension.addRotation(step);
      expect(() => core.extension.addRotation(step)).to.throw(/registered already/);
      const report = await core.rotateKeys({ batchSize: 3 });
      expect(report.at(-1)).to.deep.equal({ name: 'extension', rotated: 4, failed: 0 });
      const rows = await database
        .allCompanies()
        .run(rawSql('SELECT id, secret FROM "shaon_rotation_test" ORDER BY id'));
      const opened = rows.map(({ id, secret }) =>
        secret === null ? null : parseKeyRing(NEW_KEY).decrypt('extension', `row ${id}`, String(secret)).toString(),
      );
      expect(opened).to.deep.equal(['secret 1', 'secret 2', 'secret 3', 'secret 4', null]);
    });
  });
});
