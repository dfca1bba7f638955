import { readFileSync, writeFileSync } from 'node:fs';
import { generateKey } from '@shaon/core';
import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { type OldPostgres, startInstalledPostgres } from './installed-postgres.ts';
import { fillOutdated } from './released-database.ts';
import { Workplace } from './workplace.ts';

const PAGE = 'docs/maintenance.md';

describe(`${PAGE}, upgrades`, function () {
  this.timeout(240_000);

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
