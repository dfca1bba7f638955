import { testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import { type Fresh, freshDatabases } from './fresh-databases.ts';
import { bearer, makeCompany, RunningShaon, SEVERAL_PROCESSES_MS, shaon } from './running-shaon.ts';

const PARTITION = ['migrate', '--partition-by-month'];

describe('shaon migrate --partition-by-month', function () {
  this.timeout(SEVERAL_PROCESSES_MS);
  const { fresh, settings, rows } = freshDatabases();
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');

  if (testedDialects().includes('sqlite')) {
    it('is refused on SQLite before anything is migrated', async () => {
      const database = await fresh('sqlite', false);
      const refused = await shaon(PARTITION, settings(database));
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.equal('--partition-by-month: SQLite has no partitions. Leave the option out.\n');
      expect((await shaon(['doctor'], settings(database))).stdout).to.include('BAD   schema: ');
    });
  }

  if (testedDialects().includes('postgres')) {
    it('takes the audit alone, and the attempts later', async () => {
      const database = await fresh('postgres', true);
      const audit = await shaon([...PARTITION, 'audit'], settings(database));
      expect(audit.stdout).to.include('In partitions by month now: shaon_audit.\n');
      expect(audit.stderr, 'its one long step').to.equal('Putting into partitions: shaon_audit\n');
      const both = await shaon(PARTITION, settings(database));
      expect(both.stdout).to.include('In partitions by month now: shaon_webhook_attempt.\n');
      expect(both.stderr).to.equal('Putting into partitions: shaon_webhook_attempt\n');
      const unknown = await shaon([...PARTITION, 'punches'], settings(database));
      expect(unknown.code).to.equal(1);
      expect(unknown.stderr).to.include('Allowed choices are audit, attendance, attempts, logs, all.');
      const all = await shaon([...PARTITION, 'all'], settings(database));
      expect(all.stdout).to.include('In partitions by month now: shaon_attendance.\n');
      const again = await shaon([...PARTITION, 'attendance'], settings(database));
      expect(again.stdout).to.include('All of it is in partitions by month already.\n');
    });

    it('puts attendance there, and doctor says which locks PostgreSQL must allow then', async () => {
      const database = await fresh('postgres', true);
      const attendance = await shaon([...PARTITION, 'attendance'], settings(database));
      expect(attendance.stdout).to.include('In partitions by month now: shaon_attendance.\n');
      const examined = await shaon(['doctor'], settings(database));
      expect(examined.stdout).to.match(
        /for the partitions of shaon_attendance set PostgreSQL's max_locks_per_transaction to \d+ or more/,
      );
    });

    it('prepares a new database, on which a server then runs and prune and doctor do their work', async () => {
      const database = await fresh('postgres', false);
      const done = await shaon(PARTITION, settings(database));
      expect(done.stdout).to.match(
        /^Migrated: .*\nIn partitions by month now: shaon_audit, shaon_webhook_attempt\.\n$/,
      );
      const again = await shaon(PARTITION, settings(database));
      expect(again.stdout).to.equal('The database is up to date.\nAll of it is in partitions by month already.\n');
      expect((await shaon(['migrate'], settings(database))).stdout).to.equal('The database is up to date.\n');

      const { token } = await makeCompany(database.connection);
      const server = await RunningShaon.serve(settings(database));
      try {
        expect((await server.get('/api/v1/departments', bearer(token))).status).to.equal(200);
      } finally {
        await server.end();
      }
      expect(await rows(database, `SELECT route FROM shaon_audit_${month} WHERE kind = 'api'`)).to.have.lengthOf(1);

      const examined = await shaon(['doctor'], settings(database));
      expect(examined.stdout).to.match(
        /ok +schema: .* fit it; shaon_audit in months up to \d{4}-\d\d, shaon_webhook_att/,
      );
      await rows(
        database,
        `INSERT INTO shaon_audit (at, kind) VALUES ('2021-02-03', 'api'), (now() - interval '1 year', 'api')`,
      );
      const doubtful = await shaon(['doctor'], settings(database));
      expect(doubtful.stdout).to.include('shaon_audit has rows in no month: run shaon prune');
      expect((await shaon(['prune'], settings(database))).stdout).to.include('audit: 1 removed');
      expect((await shaon(['doctor'], settings(database))).stdout).not.to.include('run shaon prune');
    });

    it('lets doctor and prune work for a role with grants on the tables alone, and doctor says what it cannot see', async () => {
      const database = await fresh('postgres', false);
      await shaon(PARTITION, settings(database));
      const partitions = `SELECT string_agg(inhrelid::regclass::text, ', ') AS names FROM pg_inherits
        WHERE inhparent IN ('shaon_audit'::regclass, 'shaon_webhook_attempt'::regclass)`;
      const [found] = await rows(database, partitions);
      await rows(
        database,
        `CREATE ROLE shaon_months LOGIN PASSWORD 'months';
          GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO shaon_months;
          GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO shaon_months;
          REVOKE ALL ON ${found?.names} FROM shaon_months`,
      );
      const url = new URL((database.connection as { url: string }).url);
      url.username = 'shaon_months';
      url.password = 'months';
      try {
        const theirs = { ...settings(database), DATABASE_URL: url.href };
        const examined = await shaon(['doctor'], theirs);
        expect(examined.stdout).to.match(
          /^ok +schema: .*this role may not see whether shaon_audit has rows in no month/m,
        );
        const pruned = await shaon(['prune'], theirs);
        expect(pruned.stdout, pruned.stderr).to.include('audit: 0 removed');
      } finally {
        await rows(database, 'DROP OWNED BY shaon_months; DROP ROLE shaon_months');
      }
    });
  }

  if (testedDialects().length === 2) {
    it('is no matter to a move, there and back', async () => {
      const from = await fresh('postgres', true);
      await shaon([...PARTITION, 'all'], settings(from));
      await makeCompany(from.connection);
      await rows(
        from,
        `INSERT INTO shaon_audit (at, kind) SELECT now() - n * interval '20 days', 'api' FROM generate_series(0, 40) n`,
      );
      const lite = await fresh('sqlite', false);
      const url = ({ connection }: Fresh) =>
        connection.type === 'sqlite' ? `sqlite:${connection.path}` : connection.url;
      const there = await shaon(['move', '--to', url(lite)], settings(from));
      expect(there.stdout + there.stderr, there.stderr).to.include('tables are equal.');
      const to = await fresh('postgres', true);
      await shaon([...PARTITION, 'all'], settings(to));
      const back = await shaon(['move', '--to', url(to)], settings(lite));
      expect(back.stdout + back.stderr, back.stderr).to.include('tables are equal.');
      const AUDIT = 'SELECT COUNT(*)::int AS n, SUM(id)::int AS ids FROM shaon_audit WHERE id <= 41';
      expect(await rows(to, AUDIT)).to.deep.equal(await rows(from, AUDIT));
      const [next] = await rows(to, `INSERT INTO shaon_audit (at, kind) VALUES (now(), 'api') RETURNING id::int`);
      expect(next?.id).to.be.above(41);
      await shaon(['prune'], settings(to));
      expect(await rows(to, 'SELECT 1 FROM shaon_audit_default')).to.deep.equal([]);
      expect(await rows(to, AUDIT)).not.to.deep.equal([{ n: 0, ids: null }]);
    });
  }
});
