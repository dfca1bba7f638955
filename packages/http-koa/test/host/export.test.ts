import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { type Core, createCore, systemActor } from '@shaon/core';
import {
  assertKeptSearch,
  assertStoredCounts,
  type Connection,
  createTestDatabase,
  type Dialect,
  newEmployee,
  rawSql,
  testedDialects,
} from '@shaon/testing';
import { expect } from 'chai';
import {
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  type Settings,
  settingsFor,
  shaon,
  shaonCommand,
  TEST_KEYS,
} from './running-shaon.ts';
import { makeShortDemo } from './short-demo.ts';

/** What an import counts and folds, beside what it has written. */
async function assertKept(connection: Connection): Promise<void> {
  await assertStoredCounts(connection);
  await assertKeptSearch(connection);
}

type Fresh = Awaited<ReturnType<typeof createTestDatabase>>;

const OTHER: Readonly<Record<Dialect, Dialect>> = { sqlite: 'postgres', postgres: 'sqlite' };
const OTHER_KEYS = `other:${Buffer.alloc(32, 5).toString('base64')}`;
const FORMULA = '=HYPERLINK("http://x.example";"א")';
const TURNED = 'רחוב \u202Egnp.exe, "1"\u202C';
const NOTE = 'שורה ראשונה,\n"שנייה"\r\n=1+1';

/** The whole of a folder: name → content and mode. */
function filesOf(path: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()) {
    const { mode } = statSync(join(path, name));
    const isFile = statSync(join(path, name)).isFile();
    found[`${name} ${(mode & 0o777).toString(8)}`] = isFile ? readFileSync(join(path, name), 'utf8') : '';
  }
  return found;
}

/** Each with other keys, as another installation has them. */
async function withCore<T>(database: Fresh, keys: string, work: (core: Core) => Promise<T>) {
  const core = await createCore({ database: database.connection, keys, withoutEvents: true });
  try {
    return await work(core);
  } finally {
    await core.close();
  }
}

/** An export and its import need two databases, which SHAON_TEST_ONLY makes one. */
const describeExport = testedDialects().length === 2 ? describe : describe.skip;

for (const type of testedDialects()) {
  describeExport(`shaon export (${type}, imported into ${OTHER[type]})`, function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    const here = makeDataFolder();
    const there = makeDataFolder();
    let source: Fresh;
    let target: Fresh;

    before(async () => {
      source = await createTestDatabase(type, { migrate: migrateAll });
      target = await createTestDatabase(OTHER[type], { migrate: migrateAll });
      await makeShortDemo(source.connection, settingsFor(source.connection, here.path));
      await withCore(source, TEST_KEYS, addUnusual);
    });
    after(async () => {
      await assertKept(target.connection);
      await source?.drop();
      await target?.drop();
      here.remove();
      there.remove();
    });

    /** What the demo lacks: punches and corrections of today, texts that mean something to programs, nulls. */
    async function addUnusual(core: Core): Promise<void> {
      const company = systemActor(1);
      const { id } = await core.employees.create(company, newEmployee({ name: FORMULA }));
      await core.personnel.amend(company, id, { address: TURNED, phone: null });
      const second = await core.employees.create(company, newEmployee({ name: '-2+3' }));
      await core.employees.update(company, second.id, { phone: '12' });
      // Somebody else's external id is what this record's would be.
      const { database } = core.extension;
      await database.writeAllCompanies('test', {}, (all) =>
        all.run(
          rawSql(`UPDATE "shaon_external_id" SET external_id = 'shaon-${id}' WHERE id =
            (SELECT MIN(id) FROM "shaon_external_id" WHERE kind = 'employee')`),
        ),
      );
      const correct = (times: readonly string[]) =>
        core.attendance.correct(company, id, '2026-01-05', {
          punches: times.map((time, index) => ({
            kind: index === 0 ? 'in' : 'out',
            at: new Date(`2026-01-05T${time}Z`),
          })),
          note: NOTE,
        });
      const day = await correct(['06:00:00.123', '15:00:00']);
      await correct(['06:30:00', '15:00:00']);
      await core.attendance.voidDay(company, day.id, { note: FORMULA });
      await correct(['07:00:00', '07:00:00.001']);
      await core.attendance.punchIn(company, id, { location: { lat: 32.1, lng: 1e-7, accuracy_meters: 3 } });
      const [request] = await core.leave.submit(company, {
        employee_id: id,
        dates: ['2026-12-01', '2026-12-02'],
        type: 'חופש',
      });
      const leaveId = Number(request?.id);
      const content = Readable.from([Buffer.from('%PDF-1.4 אישור')]);
      await core.leave.attachDocument(company, leaveId, { name: FORMULA, type: 'application/pdf', content });
      await core.leave.approve(company, leaveId, { manager_note: NOTE });
      const [taken] = await core.leave.submit(company, { employee_id: id, dates: ['2026-12-03'], type: 'מחלה' });
      await core.leave.cancel(company, Number(taken?.id));
      const [type] = await core.absenceTypes.list(company);
      await core.absenceTypes.retire(company, Number(type?.id));
      await core.employees.freeze(company, second.id);
      const small = systemActor((await core.companies.create({ name: 'Small' })).id);
      await core.absenceTypes.createDefaults(small);
      const alone = await core.employees.create(small, newEmployee());
      const [ask] = await core.leave.submit(small, { employee_id: alone.id, dates: ['2026-12-01'], type: 'חופש' });
      const proof = { name: 'a.txt', type: 'text/plain', content: Readable.from([Buffer.from('proof')]) };
      await core.leave.attachDocument(small, Number(ask?.id), proof);
    }

    const settingsOf = (database: Fresh): Settings =>
      database === source
        ? settingsFor(source.connection, here.path)
        : settingsFor(target.connection, there.path, { SHAON_KEYS: OTHER_KEYS });

    async function exported(database: Fresh, format: string, name: string): Promise<string> {
      const path = join(here.path, name);
      const ended = await shaon(['export', '--company', '1', '--to', path, '--format', format], settingsOf(database));
      expect(ended.code, ended.stderr).to.equal(0);
      expect(ended.stderr).to.match(/attendance.*: \d{3,} rows, \d+ rows\/s/);
      return path;
    }

    for (const format of ['csv', 'json']) {
      it(`as ${format} comes back equal, file by file, from a database of the other kind with other keys`, async () => {
        const first = await exported(source, format, `first-${format}`);
        const before = filesOf(first);
        expect(Object.keys(before)).to.include.members(
          format === 'csv' ? ['company.csv 600', 'attendance.csv 600'] : ['company.json 600', 'attendance.jsonl 600'],
        );
        expect(Object.keys(before).filter((name) => name.startsWith('documents/'))).to.not.have.length(0);

        if (format === 'json') {
          await target.drop();
          target = await createTestDatabase(OTHER[type], { migrate: migrateAll });
        }
        const imported = await shaon(['import', first], settingsOf(target));
        expect(imported.code, imported.stderr + imported.stdout).to.equal(0);
        expect(imported.stdout).to.contain('imported as company 1').and.not.contain('not read');
        const again = filesOf(await exported(target, format, `again-${format}`));
        expect(Object.keys(again)).to.deep.equal(Object.keys(before));
        for (const [name, text] of Object.entries(before)) expect(again[name] === text, name).to.equal(true);
      });
    }

    it('names a document that is missing', async () => {
      const path = join(here.path, 'first-csv');
      const empty = await createTestDatabase(OTHER[type], { migrate: migrateAll });
      renameSync(join(path, 'documents'), join(path, 'elsewhere'));
      const imported = await shaon(['import', path], settingsFor(empty.connection, there.path));
      renameSync(join(path, 'elsewhere'), join(path, 'documents'));
      expect(imported.stderr)
        .to.match(/Cannot open \S+\/documents\/\w+: there is no such file/)
        .and.not.contain('DATABASE_URL');
      await empty.drop();
    });

    it('keeps texts as they are, and opens documents', async () => {
      await withCore(target, OTHER_KEYS, async (core) => {
        const company = systemActor(1);
        const people = await core.employees.list(company, {}, { page: 1, per_page: 200 });
        const person = people.items.find(({ name }) => name === FORMULA);
        expect(person?.phone).to.equal(null);
        const file = await core.personnel.file(company, Number(person?.id));
        expect(file?.address).to.equal(TURNED);
        const leave = await core.leave.list(company, { employee_id: Number(person?.id) }, { page: 1, per_page: 50 });
        expect(
          leave.items.map(({ status, has_document, manager_note }) => [status, has_document, manager_note]),
        ).to.deep.include(['approved', true, NOTE]);
        const document = await core.leave.openDocument(company, Number(leave.items[0]?.id));
        expect(document.name).to.equal(FORMULA);
        expect((await buffer(document.content)).toString()).to.equal('%PDF-1.4 אישור');
        const audit = await core.auditReads.list(company, {}, { limit: 50 });
        expect(audit.items.map(({ action }) => action)).to.include('company.export');
      });
    });

    it('imported again changes nothing', async () => {
      const imported = await shaon(['import', join(here.path, 'first-csv'), '--company', '1'], settingsOf(target));
      expect(imported.code, imported.stderr).to.equal(0);
      expect(imported.stdout).to.match(/attendance: 0 new, 0 changed, \d+ unchanged/);
    });

    it('refuses a folder that holds something, an unknown company, and one that is not finished', async () => {
      const run = (...args: string[]) => shaon(args, settingsOf(source));
      const full = await run('export', '--company', '2', '--to', here.path);
      expect(full.stderr).to.contain('is there already. Name a folder that is new, or empty.');
      mkdirSync(join(here.path, 'linked'));
      symlinkSync(join(here.path, 'linked'), join(here.path, 'link'));
      const link = await run('export', '--company', '2', '--to', join(here.path, 'link'));
      expect(link.stderr).to.contain('is there already. Name a folder that is new, or empty.');
      const unknown = await run('export', '--company', '99', '--to', join(here.path, 'none'));
      expect(unknown.stderr).to.contain('There is no company with the id 99.');
      expect(readdirSync(here.path).filter((name) => name.startsWith('none'))).to.deep.equal([]);
      for (const place of ['sms.spool/acme', 'sms.spool/acme/acme']) {
        writeFileSync(join(here.path, 'sms.spool'), '', { flag: 'a' });
        const nowhere = await run('export', '--company', '2', '--to', join(here.path, place));
        expect(nowhere.stderr).to.equal(`Cannot open ${join(here.path, place)}: a part of this path is no folder.\n`);
      }
      mkdirSync(join(here.path, 'empty'));
      expect((await run('export', '--company', '2', '--to', join(here.path, 'empty'))).code).to.equal(0);
      renameSync(join(here.path, 'empty'), join(here.path, 'x.unfinished-0123abcd'));
      const half = await run('import', join(here.path, 'x.unfinished-0123abcd'));
      expect(half.stderr).to.contain('did not come to its end');
    });

    it('leaves nothing of an export that was stopped by Ctrl-C', async () => {
      const command = ['export', '--company', '2', '--to', join(here.path, 'stopped')];
      const exporting = spawn(process.execPath, [shaonCommand, ...command], {
        env: { PATH: process.env.PATH ?? '', ...settingsOf(source) },
        stdio: 'ignore',
      });
      const ended = once(exporting, 'close');
      const parts = () => readdirSync(here.path).filter((name) => name.startsWith('stopped'));
      while (exporting.exitCode === null && parts().length === 0) await setTimeout(5);
      expect(parts(), 'while it is written').not.to.include('stopped');
      exporting.kill('SIGINT');
      expect((await ended)[0]).to.equal(130);
      expect(parts()).to.deep.equal([]);
    });

    it('refuses a document that was changed, and a newer format', async () => {
      const path = join(here.path, 'changed');
      await shaon(['export', '--company', '2', '--to', path], settingsOf(source));
      const [document] = readdirSync(join(path, 'documents'));
      writeFileSync(join(path, 'documents', String(document)), 'something else');
      const company = readFileSync(join(path, 'company.csv'), 'utf8');
      writeFileSync(join(path, 'company.csv'), company.replace('\n2,', '\n3,'));
      const newer = await shaon(['import', path], settingsOf(target));
      expect(newer.stderr).to.contain('The source has the format 3');
      writeFileSync(join(path, 'company.csv'), company);
      const refused = await shaon(['import', path], settingsOf(target));
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.contain('is not as it was exported');
    });
  });
}
