import { assertKeptKeys, testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import { type Fresh, freshDatabases } from './fresh-databases.ts';
import { bearer, makeCompany, RunningShaon, SEVERAL_PROCESSES_MS, shaon } from './running-shaon.ts';

const KEY = ['migrate', '--key-by-company'];

/** Unique keys of companies' tables that do not begin with the company; partitions by month have those of their table. */
const NOT_BY_COMPANY = `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_class t ON t.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'company_id'
  WHERE i.indisunique AND i.indkey[0] <> a.attnum AND t.relname LIKE 'shaon%' ORDER BY 1`;
const BEYOND = [
  'shaon_access_link_digest_key',
  'shaon_audit_pk',
  'shaon_employee_id_number_hash_key',
  'shaon_login_email_key_key',
  'shaon_session_digest_key',
  'shaon_token_digest_key',
];

describe('shaon migrate --key-by-company', function () {
  this.timeout(SEVERAL_PROCESSES_MS);
  const { fresh, settings, rows } = freshDatabases();
  const urlOf = ({ connection }: Fresh) =>
    connection.type === 'sqlite' ? `sqlite:${connection.path}` : connection.url;

  if (testedDialects().includes('sqlite')) {
    it('is refused on SQLite before anything is migrated', async () => {
      const database = await fresh('sqlite', false);
      const refused = await shaon(KEY, settings(database));
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.equal('--key-by-company: SQLite is not spread over machines. Leave the option out.\n');
      expect((await shaon(['doctor'], settings(database))).stdout).to.include('BAD   schema: ');
    });
  }

  if (testedDialects().includes('postgres')) {
    it('prepares a new database, on which a server then runs and prune and doctor do their work', async () => {
      const database = await fresh('postgres', false);
      const done = await shaon([...KEY, '--partition-by-month'], settings(database));
      expect(done.stdout, done.stderr).to.match(
        /^Migrated: .*\nIn partitions .*\nKeys begin with the company now: shaon_department, .*, shaon_webhook_attempt\.\n$/,
      );
      expect(done.stderr.split('\n'), 'each step as it begins').to.include.members([
        'Putting into partitions: shaon_audit',
        'Changing the keys: shaon_department',
        'Changing the keys: shaon_webhook_attempt',
      ]);
      expect(done.stderr, 'of tables that were empty').not.to.include('Migrating');
      const again = await shaon(KEY, settings(database));
      expect(again.stdout).to.equal('The database is up to date.\nEvery key begins with the company already.\n');
      const found = (await rows(database, NOT_BY_COMPANY)).map(({ name }) => String(name));
      expect(found.filter((name) => !name.startsWith('shaon_audit_'))).to.deep.equal(
        BEYOND.filter((name) => name !== 'shaon_audit_pk'),
      );

      const { token } = await makeCompany(database.connection);
      const server = await RunningShaon.serve(settings(database));
      try {
        expect((await server.get('/api/v1/departments', bearer(token))).status).to.equal(200);
        const refused = await shaon(KEY, settings(database));
        expect(refused.stdout, 'nothing is left to do').to.include('already');
      } finally {
        await server.end();
      }
      expect((await shaon(['prune'], settings(database))).stdout).to.include('audit: 0 removed');
      const examined = await shaon(['doctor'], settings(database));
      expect(examined.stdout).to.match(/^ok +schema: .* fit it; .*; every key begins with the company$/m);
      await rows(database, `INSERT INTO shaon_token_by_digest (digest, company_id, id) VALUES ('gone', 1, 99)`);
      const doubtful = await shaon(['doctor'], settings(database));
      expect(doubtful.stdout).to.include('shaon_token_by_digest has keys of rows that are gone');
    });

    it('is refused while a server runs', async () => {
      const database = await fresh('postgres', true);
      const server = await RunningShaon.serve(settings(database));
      try {
        const refused = await shaon(KEY, settings(database));
        expect(refused.code).to.equal(1);
        expect(refused.stderr).to.match(/^Stop every process on the database first: other processes/);
      } finally {
        await server.end();
      }
      expect((await shaon(KEY, settings(database))).stdout).to.include('Keys begin with the company now');
      const found = (await rows(database, NOT_BY_COMPANY)).map(({ name }) => name);
      expect(found).to.deep.equal(BEYOND);
    });
  }

  if (testedDialects().length === 2) {
    it('is no matter to a move, there and back', async () => {
      const keyed = await fresh('postgres', false);
      await shaon(KEY, settings(keyed));
      const lite = await fresh('sqlite', true);
      const { token } = await makeCompany(lite.connection);
      const there = await shaon(['move', '--to', urlOf(keyed)], settings(lite));
      expect(there.code, there.stderr).to.equal(0);
      await assertKeptKeys(keyed.connection);
      const server = await RunningShaon.serve(settings(keyed));
      try {
        expect((await server.get('/api/v1/departments', bearer(token))).status).to.equal(200);
      } finally {
        await server.end();
      }
      const back = await fresh('sqlite', false);
      const moved = await shaon(['move', '--to', urlOf(back)], settings(keyed));
      expect(moved.code, moved.stderr).to.equal(0);
      const checked = await shaon(['check', '--from', urlOf(keyed), '--to', urlOf(back)], settings(keyed));
      expect(checked.code, checked.stdout).to.equal(0);
    });
  }
});
