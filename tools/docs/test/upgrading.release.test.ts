import { readFileSync, writeFileSync } from 'node:fs';
import { createCore, generateKey, migrateCore, systemActor } from '@shaon/core';
import { type Connection, createTestDatabase, skipWithout, testedDialects } from '@shaon/testing';
import { migrateWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { type OldPostgres, startInstalledPostgres } from './installed-postgres.ts';
import { fillOutdated, loadRelease, RELEASES } from './released-database.ts';
import { Workplace } from './workplace.ts';

const PAGE = 'docs/maintenance.md';

describe(`${PAGE}, upgrades`, function () {
  this.timeout(240_000);

  describe('a database of a released version', () => {
    for (const release of RELEASES) {
      for (const dialect of testedDialects()) {
        it(`is brought up with what is in it: ${release}, ${dialect}`, async () => {
          const database = await createTestDatabase(dialect);
          try {
            const token = await loadRelease(release, database.connection);
            expect(await migrateCore(database.connection)).not.to.be.empty;
            await migrateWebhooks(database.connection);
            await expectItsData(database.connection, token);
          } finally {
            await database.drop();
          }
        });
      }
    }
  });

  it('is tried on a copy, done, and taken back on SQLite, from an outdated schema', async function () {
    skipWithout(this, 'sqlite3');
    const workplace = new Workplace({ SHAON_SMS: 'spool' });
    try {
      await workplace.sh('mkdir -m 700 data');
      const keys = generateKey();
      writeFileSync(workplace.path('data/keys'), `${keys}\n`, { mode: 0o600 });
      const path = workplace.path('data/shaon.sqlite');
      const token = await fillOutdated({ type: 'sqlite', path }, keys);
      const refused = await workplace.sh('shaon serve 2>&1 || true');
      expect(refused).to.include('shaon migrate');

      expect(await workplace.sh(blockOf(PAGE, 'drill-sqlite')))
        .to.match(/^Migrated: Shaon/m)
        .and.not.include('BAD ');
      expect(await workplace.sh('shaon doctor || true'), 'untouched').to.match(/^BAD +schema/m);
      const unsaved = `set +e; sqlite3() { return 1; }\n${blockOf(PAGE, 'upgrade-sqlite')}\ntrue`;
      expect(await workplace.sh(unsaved), 'without a backup').to.equal('');
      expect(await workplace.sh(`{ ${blockOf(PAGE, 'upgrade-sqlite')}\n} 2>&1`))
        .to.match(/^Migrated: Shaon/m)
        .and.not.include('BAD ');
      expect(await attendanceOf(workplace, token)).to.equal(3);

      await workplace.sh(`set +e; cp() { return 1; }\n${blockOf(PAGE, 'go-back-sqlite')}\ntrue`);
      expect(await attendanceOf(workplace, token), 'without a backup').to.equal(3);
      await workplace.sh(blockOf(PAGE, 'go-back-sqlite'));
      expect(await workplace.sh('shaon doctor || true')).to.match(/^BAD +schema: .*migrate/m);
    } finally {
      workplace.remove();
    }
  });

  it('is tried on a copy and done on PostgreSQL, from an outdated schema', async function () {
    let postgres: OldPostgres | undefined;
    let workplace: Workplace | undefined;
    try {
      postgres = await startInstalledPostgres(this);
      const [url, drill] = [await postgres.create('shaon'), await postgres.create('drill')];
      const keys = generateKey();
      const token = await fillOutdated({ type: 'postgres', url }, keys);
      workplace = new Workplace({ SHAON_SMS: 'spool', SHAON_KEYS: keys, DATABASE_URL: url, DRILL_URL: drill });
      workplace.set({ PATH: `${workplace.path('bin')}:${postgres.programs}:${process.env.PATH ?? ''}` });
      expect(await workplace.sh(blockOf(PAGE, 'drill-postgres')))
        .to.match(/^Migrated: Shaon/m)
        .and.not.include('BAD ');
      expect(await workplace.sh('shaon doctor || true'), 'untouched').to.match(/^BAD +schema/m);
      expect(await workplace.sh(blockOf(PAGE, 'upgrade-postgres')))
        .to.match(/^Migrated: Shaon/m)
        .and.not.include('BAD ');
      expect(await attendanceOf(workplace, token)).to.equal(3);
      expect(readFileSync(workplace.path('before-upgrade.dump')).length).to.be.greaterThan(1_000);
    } finally {
      workplace?.remove();
      await postgres?.stop();
    }
  });
});

async function expectItsData(connection: Connection, token: string): Promise<void> {
  const core = await createCore({ database: connection, keys: generateKey(), withoutEvents: true });
  try {
    const company = systemActor(1);
    const page = { page: 1, per_page: 50 };
    expect((await core.attendance.list(company, {}, page)).total).to.equal(3);
    expect((await core.attendance.list(company, { date_from: '2026-02-01' }, page)).total).to.equal(2);
    expect((await core.employees.list(company, {}, page)).total).to.equal(2);
    expect(await core.tokens.authenticate(token)).to.include({ outcome: 'accepted' });
  } finally {
    await core.close();
  }
}

/** What the API says that there is, to the token of the old version. */
async function attendanceOf(workplace: Workplace, token: string): Promise<number> {
  const server = await workplace.serve();
  try {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/api/v1/attendance`, { headers });
    return ((await response.json()) as { meta: { total: number } }).meta.total;
  } finally {
    await server.stop();
  }
}
