import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, createCore, generateKey, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { type Connection, newEmployee, onEachDatabase, runnableProgram, validIdNumber } from '@shaon/testing';
import { createWebhooks, migrateWebhooks, webhookEntities } from '@shaon/webhooks';
import { expect } from 'chai';
import type { Person } from '../src/people.ts';

const SOURCES = new URL('../src/', import.meta.url).pathname;
const SEVERAL_PROCESSES_MS = 120_000;

async function migrate(connection: Connection): Promise<void> {
  await migrateCore(connection);
  await migrateWebhooks(connection);
}

onEachDatabase('examples/sync-existing-people', { migrate }, (database) => {
  const keys = generateKey();
  let folder: string;
  let company: SystemActor;
  const kitchen = { key: 'D-1', name: 'מטבח' };

  const person = (key: string, number: number, more: Partial<Person> = {}): Person => ({
    key,
    name: `דנה ${number}`,
    email: `dana${number}@acme.example`,
    phone: '050-123-4567',
    idNumber: validIdNumber(30_000_000 + number),
    hourlyRate: '52.50',
    department: kitchen,
    hasLeft: false,
    ...more,
  });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shaon-sync-'));
    company = await withCore(async (core) => systemActor((await core.companies.create({ name: 'Bakery' })).id));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** One process at a time has a SQLite file. */
  async function withCore<T>(work: (core: Core) => Promise<T>): Promise<T> {
    const connection = database.connection();
    const core = await createCore({
      database: connection,
      entities: webhookEntities(connection.type),
      keys,
      idNumberScope: 'company',
    });
    try {
      await createWebhooks(core);
      return await work(core);
    } finally {
      await core.close();
    }
  }

  async function run(
    program: string,
    people: readonly Person[],
    of = company,
    mark = '',
  ): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
    const file = join(folder, 'people.jsonl');
    await writeFile(file, mark + people.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const connection = database.connection();
    const env = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: connection.type === 'sqlite' ? `sqlite:${connection.path}` : connection.url,
      SHAON_KEYS: keys,
      SHAON_ID_NUMBER_SCOPE: 'company',
      COMPANY_ID: String(of.companyId),
    };
    const args = [await runnableProgram(join(SOURCES, program)), file];
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
        // Nobody sends the passwords here, and the log says so.
        const told = stderr.replace(/^\{.*\n/gm, '');
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr: told });
      });
    });
  }

  /** The ids of the people who have been sent a message. */
  const messaged = async (core: Core) => {
    const { items } = await core.employees.list(company, {}, { page: 1, per_page: 50 });
    const ids = items.map(({ id }) => id);
    return [...(await core.messages.latest(company, ids)).keys()];
  };
  const employee = async (core: Core, key: string) => {
    const id = await core.externalIds.find(company, 'employee', key);
    return core.employees.get(company, id as number);
  };

  it('backfills: links whom Shaon has, makes the others, and tells who is who', async () => {
    const before = await withCore((core) =>
      core.employees.create(company, newEmployee({ email: 'Dana1@acme.example' })),
    );
    const people = [person('P-1', 1), person('P-2', 2, { department: null }), person('P-3', 3, { hasLeft: true })];
    const first = await run('backfill.ts', people);
    expect(first.code, first.stderr).equal(0);
    const [department, ...rows] = first.stdout.trimEnd().split('\n');
    expect(department).to.match(/^departments D-1 \d+ created$/);
    expect(rows[0]).equal(`employees P-1 ${before.id} updated`);
    expect(rows.slice(1).map((row) => row.replace(/ \d+ /, ' '))).deep.equal([
      ...['employees P-2 created', 'employees P-3 created'],
    ]);
    await withCore(async (core) => {
      expect(await employee(core, 'P-1')).to.include({ id: before.id, name: 'דנה 1', email: 'dana1@acme.example' });
      expect((await employee(core, 'P-1')).department).to.include({ name: 'מטבח' });
      expect(await employee(core, 'P-3')).to.include({ status: 'frozen' });
      // Only the one who was there before has been sent a password.
      expect(await messaged(core)).lengthOf(1);
    });
    const again = await run('backfill.ts', people);
    expect(again.stdout.match(/ unchanged$/gm)).lengthOf(4);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('makes nobody when one person is refused, and says who and why', async () => {
    const wrong = await run('backfill.ts', [person('P-8', 8), person('P-9', 9, { idNumber: '123456789' })]);
    expect(wrong.code).equal(1);
    expect(wrong.stderr)
      .to.match(/^employees 2 id_number: /)
      .and.not.include('123456789');
    expect(await withCore((core) => core.externalIds.find(company, 'employee', 'P-8'))).equal(null);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('names a person of whom the list lacks something, and begins behind a byte order mark', async () => {
    const lacking = [{ key: 'P-8', name: 'דנה', email: null } as unknown as Person, person('P-9', 9)];
    const refused = await run('backfill.ts', lacking);
    expect(refused.code, refused.stderr).equal(1);
    expect(refused.stderr)
      .to.match(/^employees 1 email: /m)
      .and.match(/^employees 1 id_number: /m)
      .and.not.include('TypeError');
    const checked = await run('check-differences.ts', lacking, company, '\ufeff');
    expect(checked.stdout, checked.stderr).to.include('P-8: not in Shaon\n');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('syncs: changes, hires, leavers, returners, and those who are not in the list any more', async () => {
    const bakery = { department: { key: 'D-1', name: 'מאפייה' } };
    const changed = [
      person('P-1', 1, { ...bakery, name: 'דנה לוי', hourlyRate: '60' }),
      person('P-2', 2, { ...bakery, hasLeft: true }),
      person('P-3', 3, bakery),
      person('P-4', 4, { department: { key: 'D-2', name: 'משרד' } }),
      ...[5, 6, 7, 8, 9].map((number) => person(`P-${number}`, number, bakery)),
    ];
    const synced = await run('nightly-sync.ts', changed);
    expect(synced, synced.stderr).to.include({ code: 0, stdout: '9 people, 0 gone\n' });
    await withCore(async (core) => {
      const dana = await employee(core, 'P-1');
      expect(dana).to.include({ name: 'דנה לוי' });
      expect(dana.department).to.include({ name: 'מאפייה' });
      expect((await core.personnel.file(company, dana.id)).hourly_rate).equal('60.0000');
      expect(await employee(core, 'P-2')).to.include({ status: 'frozen' });
      expect(await employee(core, 'P-3')).to.include({ status: 'active' });
      expect((await employee(core, 'P-4')).department).to.include({ name: 'משרד' });
      const welcomed = await messaged(core);
      expect(welcomed)
        .to.include((await employee(core, 'P-4')).id)
        .and.not.include((await employee(core, 'P-2')).id);
    });
    expect((await run('check-differences.ts', changed)).stdout).equal('0 differences among 9 people\n');

    const fewer = await run('nightly-sync.ts', changed.slice(0, -1));
    expect(fewer, fewer.stderr).to.include({ code: 0, stdout: '8 people, 1 gone\n' });
    expect(await withCore((core) => employee(core, 'P-9'))).to.include({ status: 'frozen' });
    expect((await run('nightly-sync.ts', changed.slice(0, -1))).stdout).equal('8 people, 0 gone\n');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('does not freeze the company because of an export that went wrong, and goes on past one who is refused', async () => {
    const empty = await run('nightly-sync.ts', []);
    expect(empty.code).equal(1);
    expect(empty.stderr).to.include('people are missing. Nothing was done.');
    expect(await withCore((core) => employee(core, 'P-1'))).to.include({ status: 'active' });

    const people = [1, 3, 4, 5, 6, 7, 8].map((number) => person(`P-${number}`, number));
    const wrong = { ...(people[0] as Person), email: 'nowhere' };
    const synced = await run('nightly-sync.ts', [wrong, ...people.slice(1, -1), person('P-8', 8, { name: 'After' })]);
    expect(synced.code).equal(1);
    expect(synced.stderr).to.match(/^P-1: /);
    expect(await withCore((core) => employee(core, 'P-8'))).to.include({ name: 'After' });
  }).timeout(SEVERAL_PROCESSES_MS);

  it('checks: who is missing, differs, has no key, or is no longer in the list', async () => {
    const { id } = await withCore((core) => core.employees.create(company, newEmployee()));
    const [first, fourth] = await withCore(async (core) => [await employee(core, 'P-1'), await employee(core, 'P-4')]);
    const listed = [3, 5, 6, 7].map((number) => person(`P-${number}`, number));
    const changed = person('P-1', 1, {
      email: 'new@acme.example',
      idNumber: validIdNumber(30_000_019),
      department: null,
    });
    const { code, stdout } = await run('check-differences.ts', [changed, ...listed, person('P-10', 10)]);
    expect(code).equal(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).to.include.members([
      'P-10: not in Shaon',
      `employee ${id}: has no key`,
      `P-4, employee ${fourth?.id}: active, but not in the list`,
    ]);
    const differs = lines.find((line) => line.startsWith(`P-1, employee ${first?.id}: `));
    expect(differs).to.include('email').and.include('id_number').and.include('department').and.not.include('phone');
    expect(lines.at(-1)).equal(`${lines.length - 1} differences among 6 people`);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('takes the same person in two companies, with an e-mail address for each (D:W8, A12)', async () => {
    const other = await withCore(async (core) => systemActor((await core.companies.create({ name: 'Café' })).id));
    const same = person('P-1', 1, { email: 'dana@cafe.example' });
    const taken = await run('backfill.ts', [{ ...same, email: 'dana1@acme.example' }], other);
    expect(taken.stderr).to.match(/^employees 1 email: /);
    const ended = await run('backfill.ts', [same], other);
    expect(ended.code, ended.stderr).equal(0);
    await withCore(async (core) => {
      const here = await core.externalIds.find(company, 'employee', 'P-1');
      const there = await core.externalIds.find(other, 'employee', 'P-1');
      expect(there).not.equal(here);
      expect(await core.personnel.openIdNumber(other, there as number)).equal(
        await core.personnel.openIdNumber(company, here as number),
      );
    });
  }).timeout(SEVERAL_PROCESSES_MS);
});
