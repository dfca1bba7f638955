import { readFileSync, renameSync, rmSync } from 'node:fs';
import { type Core, createCore, generateKey, type NewEmployee, systemActor } from '@shaon/core';
import { createTestDatabase, skipUnlessTested, skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { type OldPostgres, startInstalledPostgres } from './installed-postgres.ts';
import { Workplace } from './workplace.ts';

const PAGE = 'docs/operating.md';
const UPKEEP = 'docs/maintenance.md';

/** What is pasted goes on after a failure. Without space `cp` makes a file and cannot fill it. */
const ON_FULL_DISK = 'set +e\ncp() { : > "$3"; return 1; }';

const person = (number: number, idNumber: string): NewEmployee => ({
  name: `דנה לוי ${number}`,
  id_number: idNumber,
  email: `dana${number}@acme.example`,
  phone: '050-123-4567',
  salary_type: 'hourly',
  hourly_rate: '52',
});

describe("the operator's pages", function () {
  this.timeout(60_000);

  describe('on SQLite', () => {
    let workplace: Workplace;
    before(() => {
      workplace = new Workplace({ SHAON_SMS: 'spool' });
    });
    after(() => workplace.remove());

    it('starts with nothing set', async () => {
      const printed = await workplace.sh(blockOf(PAGE, 'sqlite'));
      expect(printed).to.include('Company 1 was made: Bakery').and.to.include('/admin/set-up/').and.not.include('BAD ');
      expect(printed).to.match(/^1\tBakery\t/m);
    });

    it('is backed up while it serves, and restored: with its keys, and not without', async function () {
      skipWithout(this, 'sqlite3');
      const token = await fill(workplace, 'data');
      const server = await workplace.serve();
      try {
        await workplace.sh(blockOf(UPKEEP, 'backup-sqlite'));
      } finally {
        await server.stop();
      }
      renameSync(workplace.path('data'), workplace.path('lost'));
      expect(await workplace.sh(blockOf(UPKEEP, 'restore-sqlite'))).to.not.include('BAD ');
      expect(await names(workplace, token)).deep.equal(['דנה לוי 1']);

      const own = readFileSync(workplace.path('data/keys'));
      rmSync(workplace.path('data/keys'));
      const refused = await workplace.sh('shaon doctor').catch((error: { stdout: string }) => error.stdout);
      expect(refused).to.match(/^BAD +(schema|keys)/m);
      await workplace.sh('rm -f data/keys && cp -a backup-of-keys data/keys');
      expect(readFileSync(workplace.path('data/keys')).equals(own)).equal(true);
    });

    it('loses no key where the disk is full when they are changed, also in a shell that goes on after a failure', async () => {
      const keys = readFileSync(workplace.path('data/keys'), 'utf8');
      await workplace.sh(`${ON_FULL_DISK}\n${blockOf(UPKEEP, 'rotate-sqlite')}\ntrue`);
      expect(readFileSync(workplace.path('data/keys'), 'utf8')).to.equal(keys);
      rmSync(workplace.path('old-keys'));
    });

    it('replaces nothing by a restore into a folder that is in use', async () => {
      const keys = readFileSync(workplace.path('data/keys'), 'utf8');
      await workplace.sh(`set +e; echo other > backup-of-keys\n${blockOf(UPKEEP, 'restore-sqlite')}\ntrue`);
      expect(readFileSync(workplace.path('data/keys'), 'utf8')).to.equal(keys);
    });

    it('gets new keys, and needs the old one no more', async () => {
      const token = await fill(workplace, 'data', 2);
      const before = readFileSync(workplace.path('data/keys'), 'utf8');
      const printed = await workplace.sh(blockOf(UPKEEP, 'rotate-sqlite'));
      expect(printed)
        .to.match(/Everything is under the key \w+/)
        .and.not.include('BAD ');
      expect(readFileSync(workplace.path('data/keys'), 'utf8'))
        .to.match(/^[^,]+\n$/)
        .and.not.equal(before);
      expect(await names(workplace, token)).to.include('דנה לוי 2');
    });
  });

  describe('on PostgreSQL', () => {
    let workplace: Workplace;
    afterEach(() => workplace?.remove());

    it('starts with a database and a key', async function () {
      skipUnlessTested(this, 'postgres');
      const database = await createTestDatabase('postgres');
      workplace = new Workplace();
      try {
        const url = database.connection.type === 'postgres' ? database.connection.url : '';
        const commands = blockOf(PAGE, 'postgres').replace('postgres://shaon@127.0.0.1/shaon', url);
        expect(await workplace.sh(commands))
          .to.match(/^Migrated: /m)
          .and.not.include('BAD ');
      } finally {
        await database.drop();
      }
    });

    it('is backed up while it serves, and restored into another database', async function () {
      let postgres: OldPostgres | undefined;
      try {
        postgres = await startInstalledPostgres(this);
        const [first, second] = [await postgres.create('first'), await postgres.create('second')];
        const keys = generateKey();
        workplace = new Workplace({
          SHAON_SMS: 'spool',
          SHAON_KEYS: keys,
          DATABASE_URL: first,
        });
        workplace.set({ PATH: `${workplace.path('bin')}:${postgres.programs}:${process.env.PATH ?? ''}` });
        await workplace.sh('shaon migrate && shaon company create --name Bakery');
        const token = await fill(workplace, first, 1, keys);
        const server = await workplace.serve();
        try {
          await workplace.sh(blockOf(UPKEEP, 'backup-postgres'));
        } finally {
          await server.stop();
        }
        workplace.set({ DATABASE_URL: second });
        expect(await workplace.sh(blockOf(UPKEEP, 'restore-postgres'))).to.not.include('BAD ');
        expect(await names(workplace, token)).deep.equal(['דנה לוי 1']);

        workplace.set({ SHAON_KEYS: generateKey() });
        const refused = await workplace.sh('shaon doctor').catch((error: { stdout: string }) => error.stdout);
        expect(refused).to.match(/^BAD +schema/m);
      } finally {
        await postgres?.stop();
      }
    });
  });
});

/** An employee, whose id number and message are encrypted, and a token. */
async function fill(workplace: Workplace, where: string, number = 1, keys?: string): Promise<string> {
  const isPostgres = where.startsWith('postgres');
  const core: Core = await createCore({
    database: isPostgres
      ? { type: 'postgres', url: where }
      : { type: 'sqlite', path: workplace.path(`${where}/shaon.sqlite`) },
    keys: keys ?? readFileSync(workplace.path(`${where}/keys`), 'utf8').trim(),
    withoutEvents: true,
  });
  try {
    const company = systemActor(1);
    await core.employees.create(company, person(number, number === 1 ? '123456782' : '012345674'));
    return (await core.tokens.issue(company, { name: 'test', abilities: ['employees:read'] })).token;
  } finally {
    await core.close();
  }
}

/** What the API shows of what was restored. */
async function names(workplace: Workplace, token: string): Promise<string[]> {
  const server = await workplace.serve();
  try {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/api/v1/employees`, { headers });
    const { data } = (await response.json()) as { data: { name: string }[] };
    return data.map(({ name }) => name);
  } finally {
    await server.stop();
  }
}
