import {
  type Core,
  createCore,
  keyCoreByCompany,
  migrateCore,
  partitionCore,
  type SystemActor,
  silentLog,
  systemActor,
} from '@shaon/core';
import { assertKeptKeys, createTestDatabase, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { readKeyState } from '../../dist/database/company-keys/key-state.js';
import { keyTablesOf } from '../../dist/database/company-keys/key-table.js';
import { readKeyTableWrite } from '../../dist/database/company-keys/key-tables.js';
import { CORE_TABLES } from '../../dist/entities.js';
import { runMigrations } from '../../src/database/migrate.ts';
import { CORE_LEDGER, CORE_MIGRATIONS } from '../../src/database/migrations/index.ts';
import { makeToken } from '../../src/tokens/token-format.ts';
import { GOOD_PASSWORD } from '../accounts/people.ts';
import { newEmployee, refusal, TEST_KEYS } from '../support.ts';

const KEY_TABLES = keyTablesOf(CORE_TABLES);

/** Tables of companies whose keys do not begin with the company, and why. */
const NOT_KEYED: Readonly<Record<string, string>> = {
  shaon_company: 'the company itself',
  shaon_audit: 'a call with an unknown token has no company',
};
/** Tables that belong to no company. */
const OF_NOBODY = ['shaon_unknown_sign_in', 'shaon_secret', 'shaon_rate_limit', 'shaon_migrations'];

/** Every key that must be unique, be it a constraint or an index, with its columns. */
const UNIQUE = `SELECT t.relname AS "table", c.relname AS name,
    ARRAY(SELECT a.attname::text FROM unnest(i.indkey) WITH ORDINALITY AS k(n, place)
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.n ORDER BY place) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  WHERE i.indisunique AND t.relname LIKE 'shaon%' ORDER BY 1, 2`;
const FOREIGN = `SELECT c.relname AS "table", k.conname AS name, t.relname AS target,
    ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS n(number, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = n.number ORDER BY place) AS columns
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND c.relname LIKE 'shaon%' ORDER BY 1, 2`;

interface Found {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
}

async function connect(connection: { readonly type: string; readonly url?: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: connection.url as string });
  await client.connect();
  return client;
}

onEachDatabase('keys that begin with the company', { migrate: migrateCore, only: 'postgres' }, (database) => {
  const connection = () => database.connection() as { type: 'postgres'; url: string };
  const PEOPLE = 20_000;
  let client: pg.Client;
  let core: Core;
  let company: SystemActor;
  let other: SystemActor;
  let token: string;

  const open = () => createCore({ database: connection(), keys: TEST_KEYS, log: silentLog });
  const sums = async () => {
    const found = [];
    for (const { name } of CORE_TABLES) {
      const { rows } = await client.query(
        `SELECT '${name}' AS name, COUNT(*)::int AS rows, md5(string_agg(t::text, '' ORDER BY t::text)) AS sum FROM "${name}" t`,
      );
      found.push(rows[0]);
    }
    return found;
  };

  before('fill it and convert it', async function () {
    this.timeout(180_000);
    client = await connect(connection());
    core = await open();
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    other = systemActor((await core.companies.create({ name: 'Foundry' })).id);
    token = (await core.tokens.issue(company, { name: 'before', abilities: ['employees:read'] })).token;
    await core.employees.create(company, newEmployee());
    await core.close();
    // Beside the first of them, written as an import writes them; their hashes need not be real.
    await client.query(`INSERT INTO shaon_employee (company_id, name, email, role, status, id_number, id_number_hash,
        salary_type, hourly_rate, created_at, updated_at, searched)
      SELECT CASE n % 3 WHEN 0 THEN ${other.companyId} ELSE ${company.companyId} END, 'P', 'p' || n || '@x.test',
        'employee', 'active', 'c', 'hash ' || n, 'hourly', 40, now(), now(), E'p\\np' || n || '@x.test' FROM generate_series(1, ${PEOPLE}) AS n`);
    await client.query(`INSERT INTO shaon_login (company_id, name, email_key, email, role, employee_id,
        must_change_password, failed_attempts, created_at, updated_at)
      SELECT company_id, name, email, email, 'employee', id, true, 0, now(), now() FROM shaon_employee
      WHERE email LIKE 'p%@x.test'`);
    const before = await sums();
    const changed = await keyCoreByCompany(connection());
    expect(changed).to.include.members(['shaon_employee', 'shaon_attendance', ...KEY_TABLES.map(({ name }) => name)]);
    expect(changed).not.to.include.members(Object.keys(NOT_KEYED));
    expect(await sums(), 'no row is lost or changed').to.deep.equal(before);
    core = await open();
    for (const actor of [company, other]) await core.employees.recount(actor);
  });
  after(async () => {
    await core.close();
    await client.end();
  });

  it('are all unique keys of all tables of companies, by the catalogue', async () => {
    const found = (await client.query(UNIQUE)).rows as Found[];
    const keyTables = KEY_TABLES.map(({ name }) => name);
    const beyond = found.filter(
      ({ table, columns }) =>
        columns[0] !== 'company_id' &&
        !(table in NOT_KEYED) &&
        !OF_NOBODY.includes(table) &&
        !keyTables.includes(table),
    );
    expect(beyond).to.deep.equal([]);
    for (const { name } of CORE_TABLES) {
      if (name in NOT_KEYED || OF_NOBODY.includes(name)) continue;
      const primary = found.find((key) => key.name === `${name}_pk`);
      expect(primary?.columns, name).to.deep.equal(['company_id', 'id']);
    }
    const names = new Set(found.map(({ table }) => table));
    for (const name of [...Object.keys(NOT_KEYED), ...OF_NOBODY]) expect(names, 'no stale exception').to.include(name);
  });

  it('are all foreign keys between them too', async () => {
    const found = (await client.query(FOREIGN)).rows as Found[];
    const crossing = found.filter(({ columns }) => columns[0] !== 'company_id');
    expect(crossing).to.deep.equal([]);
    const plain = await createTestDatabase('postgres', { migrate: migrateOnly });
    const whole = await connect(plain.connection as never);
    const before = ((await whole.query(FOREIGN)).rows as Found[]).map(({ name }) => name);
    await whole.end();
    await plain.drop();
    const added = KEY_TABLES.map(({ of, column }) => `${of.name}_${column}_fk`);
    expect(found.map(({ name }) => name)).to.have.members([...before, ...added]);
  });

  it('have taken over every key that there was', async () => {
    await assertKeptKeys(connection());
    const { rows } = await client.query('SELECT COUNT(*)::int AS n FROM shaon_login_by_email_key');
    expect(rows).to.deep.equal([{ n: PEOPLE + 1 }]);
  });

  it('are left alone by a second conversion and by a migration', async () => {
    await core.close();
    expect(await keyCoreByCompany(connection())).to.deep.equal([]);
    expect(await migrateCore(connection())).to.deep.equal([]);
    core = await open();
  });

  it('find a token that was made before and one that was made after, and no other', async () => {
    const made = (await core.tokens.issue(other, { name: 'after', abilities: ['employees:read'] })).token;
    const found = [token, made].map((presented) => core.tokens.authenticate(presented));
    const companies = (await Promise.all(found)).map((one) => 'actor' in one && one.actor.companyId);
    expect(companies).to.deep.equal([company.companyId, other.companyId]);
    expect(await core.tokens.authenticate(makeToken())).to.deep.equal({ outcome: 'unknown' });
  });

  it('refuse a taken address and ID number as the unique index did, over companies', async () => {
    const first = newEmployee();
    await core.employees.create(company, first);
    const errors = async (work: Promise<unknown>) => ((await refusal(work)) as { errors?: object }).errors;
    const unique = [{ rule: 'unique' }];
    expect(await errors(core.employees.create(other, newEmployee({ email: first.email.toUpperCase() })))).to.deep.equal(
      {
        email: unique,
      },
    );
    expect(await errors(core.employees.create(other, newEmployee({ id_number: first.id_number })))).to.deep.equal({
      id_number: unique,
    });
  });

  it('let one of two have what both want at the same time', async () => {
    for (const field of ['email', 'id_number'] as const) {
      for (let round = 0; round < 5; round++) {
        const wanted = newEmployee()[field];
        const writers = [company, other, company, other].map((actor) =>
          core.employees.create(actor, newEmployee({ [field]: wanted })),
        );
        const outcomes = await Promise.allSettled(writers);
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected')
            expect(outcome.reason.errors).to.deep.equal({ [field]: [{ rule: 'unique' }] });
        }
      }
    }
  });

  it('are refused by the database itself where two transactions have both looked before', async () => {
    const digest = 'd'.repeat(64);
    const claim = (id: number) =>
      `INSERT INTO shaon_token_by_digest (digest, company_id, id) VALUES ('${digest}', 1, ${id})`;
    const second = await connect(connection());
    try {
      await client.query('BEGIN');
      await client.query(claim(-1));
      const waiting = refusal(second.query(claim(-2)));
      await client.query('COMMIT');
      expect(await waiting).to.include({ code: '23505', constraint: 'shaon_token_digest_key' });
    } finally {
      await second.end();
      await client.query(`DELETE FROM shaon_token_by_digest WHERE digest = '${digest}'`);
    }
  });

  it('are given up with a change of address, and with what prune removes', async () => {
    const before = newEmployee();
    const { id } = await core.employees.create(company, before);
    const email = newEmployee().email;
    await core.employees.update(company, id, { email });
    await core.employees.create(other, newEmployee({ email: before.email }));
    expect(await refusal(core.employees.create(other, newEmployee({ email })))).to.include({ code: 'invalid_input' });
    // Their own address may be written again, in other letters.
    await core.employees.update(company, id, { email: email.toUpperCase() });
    const idNumber = newEmployee().id_number;
    await core.personnel.amend(company, id, { id_number: idNumber });
    await core.employees.create(other, newEmployee({ id_number: before.id_number }));
    const taken = core.employees.create(other, newEmployee({ id_number: idNumber }));
    expect(await refusal(taken)).to.include({ code: 'invalid_input' });
  });

  it('lead a link and a sign-in to their people, and a session to whoever has it, until prune', async () => {
    const email = 'Admin@keys.test';
    const { link } = await core.accounts.create(company, { name: 'Admin', email, role: 'admin' });
    expect((await core.accounts.openLink(link.secret))?.email).to.equal(email);
    await core.accounts.useLink(link.secret, GOOD_PASSWORD);
    const { secret } = await core.accounts.signIn({ email: email.toLowerCase(), password: GOOD_PASSWORD });
    expect((await core.accounts.authenticate(secret))?.actor.companyId).to.equal(company.companyId);
    const unknown = core.accounts.signIn({ email: 'nobody@keys.test', password: GOOD_PASSWORD });
    expect(await refusal(unknown)).to.include({ code: 'not_authenticated' });
    const held = async () =>
      (
        await client.query(`SELECT (SELECT COUNT(*)::int FROM shaon_session_by_digest) AS sessions,
          (SELECT COUNT(*)::int FROM shaon_access_link_by_digest) AS links`)
      ).rows[0];
    expect(await held()).to.deep.equal({ sessions: 1, links: 1 });
    await core.prune({ now: new Date(Date.now() + 400 * 86_400_000) });
    expect(await held()).to.deep.equal({ sessions: 0, links: 0 });
  });

  it('are looked over: which tables lack them, and which keys are of no row', async () => {
    const state = () => readKeyState(core.extension.database.readAllCompanies(), CORE_TABLES);
    expect(await state()).to.deep.equal({ unkeyed: [], leftOver: [] });
    await client.query(`INSERT INTO shaon_token_by_digest (digest, company_id, id) VALUES ('gone', 1, 999)`);
    await client.query('ALTER TABLE shaon_shift DROP CONSTRAINT shaon_shift_pk');
    await client.query('ALTER TABLE shaon_shift ADD CONSTRAINT shaon_shift_pk PRIMARY KEY (id)');
    try {
      expect(await state()).to.deep.equal({ unkeyed: ['shaon_shift'], leftOver: ['shaon_token_by_digest'] });
    } finally {
      await client.query(`DELETE FROM shaon_token_by_digest WHERE digest = 'gone'`);
      await client.query('ALTER TABLE shaon_shift DROP CONSTRAINT shaon_shift_pk');
      await client.query('ALTER TABLE shaon_shift ADD CONSTRAINT shaon_shift_pk PRIMARY KEY (company_id, id)');
    }
  });

  it('let nobody write a row who does not know of them', async () => {
    await client.query('BEGIN');
    await client.query(`INSERT INTO shaon_token (company_id, name, prefix, last_four, digest, abilities, created_by, created_at)
      VALUES (${company.companyId}, 'raw', 'p', 'l', 'raw', '', 'test', now())`);
    expect(await refusal(client.query('COMMIT'))).to.include({ code: '23503', constraint: 'shaon_token_digest_fk' });
    expect(await refusal(client.query(`UPDATE shaon_login SET email_key = 'raw' WHERE id = 1`))).to.include({
      code: '23503',
    });
  });
});

/** Another function than `migrateCore`: another template. */
const migrateOnly: typeof migrateCore = (connection) => migrateCore(connection);

onEachDatabase(
  'a conversion to keys that begin with the company',
  { migrate: migrateCore, only: 'postgres' },
  (database) => {
    const connection = () => database.connection() as { type: 'postgres'; url: string };
    let client: pg.Client;
    before(async () => {
      client = await connect(connection());
    });
    after(() => client.end());

    const keys = async () => (await client.query(UNIQUE)).rows;

    const HUNG: readonly (readonly [name: string, make: string, remove: string])[] = [
      [
        'theirs_employee_fkey',
        'CREATE TABLE theirs (employee integer CONSTRAINT theirs_employee_fkey REFERENCES shaon_employee (id))',
        'DROP TABLE theirs',
      ],
      ['an_index', 'CREATE UNIQUE INDEX an_index ON shaon_login (email)', 'DROP INDEX an_index'],
      [
        'a_key',
        'ALTER TABLE shaon_shift ADD CONSTRAINT a_key UNIQUE (name, id)',
        'ALTER TABLE shaon_shift DROP CONSTRAINT a_key',
      ],
      // Grouped by the primary key, by which the other columns are known.
      ['a_view', 'CREATE VIEW a_view AS SELECT id, name, COUNT(*) FROM shaon_branch GROUP BY id', 'DROP VIEW a_view'],
      [
        'replica identity of shaon_token',
        'ALTER TABLE shaon_token REPLICA IDENTITY USING INDEX shaon_token_pk',
        'ALTER TABLE shaon_token REPLICA IDENTITY DEFAULT',
      ],
      [
        'grants on email',
        'GRANT SELECT (email) ON shaon_login TO PUBLIC',
        'REVOKE SELECT (email) ON shaon_login FROM PUBLIC',
      ],
      [
        'row level security of shaon_token',
        'ALTER TABLE shaon_token ENABLE ROW LEVEL SECURITY',
        'ALTER TABLE shaon_token DISABLE ROW LEVEL SECURITY',
      ],
    ];
    for (const [name, make, remove] of HUNG) {
      it(`refuses ${name.replaceAll('_', ' ')}, by name, and changes nothing`, async () => {
        const before = await keys();
        await client.query(make);
        const error = await refusal(keyCoreByCompany(connection(), { log: silentLog }));
        await client.query(remove);
        expect(error)
          .to.include({ code: 'state_conflict' })
          .and.to.have.deep.property('details', { names: [name] });
        expect(await keys()).to.deep.equal(before);
      });
    }

    it('refuses while a process of Shaon is connected, and leaves everything as it was when it fails', async () => {
      const before = await keys();
      const core = await createCore({ database: connection(), keys: TEST_KEYS, log: silentLog });
      expect(await refusal(keyCoreByCompany(connection()))).to.include({ code: 'state_conflict' });
      await core.close();
      // What is last in the way: a table of the name of one that is to be made.
      await client.query('CREATE TABLE shaon_token_by_digest (theirs text)');
      await refusal(keyCoreByCompany(connection(), { log: silentLog }));
      await client.query('DROP TABLE shaon_token_by_digest');
      expect(await keys()).to.deep.equal(before);
    });

    it('gives the tables of keys the grants of their rows', async () => {
      await client.query(`CREATE ROLE shaon_reader; GRANT SELECT ON shaon_login TO shaon_reader WITH GRANT OPTION;
        GRANT UPDATE ON shaon_employee TO shaon_reader`);
      await partitionCore(connection(), { now: new Date() });
      await keyCoreByCompany(connection());
      const { rows } = await client.query(`SELECT has_table_privilege('shaon_reader', 'shaon_login_by_email_key',
      'SELECT WITH GRANT OPTION') AS may, has_table_privilege('shaon_reader', 'shaon_employee_by_id_number_hash', 'DELETE') AS "mayGiveUp",
        has_table_privilege('shaon_reader', 'shaon_token_by_digest', 'SELECT') AS more`);
      await client.query('DROP OWNED BY shaon_reader; DROP ROLE shaon_reader');
      expect(rows).to.deep.equal([{ may: true, mayGiveUp: true, more: false }]);
    });

    it('goes on where a version has added a table since', async () => {
      await client.query(`ALTER TABLE shaon_shift DROP CONSTRAINT shaon_shift_pk, ADD CONSTRAINT shaon_shift_pk PRIMARY KEY (id);
      DROP INDEX shaon_shift_id_idx`);
      expect(await keyCoreByCompany(connection())).to.deep.equal(['shaon_shift']);
    });

    it('stays as it is under a later migration, and fits one that came before', async () => {
      const old = await createTestDatabase('postgres');
      try {
        await runMigrations(old.connection, CORE_LEDGER, CORE_MIGRATIONS.slice(0, -1), silentLog);
        expect(await keyCoreByCompany(old.connection)).to.include('shaon_employee');
        expect(await migrateCore(old.connection)).to.have.lengthOf(1);
        expect(await keyCoreByCompany(old.connection)).to.deep.equal([]);
        const core = await createCore({ database: old.connection, keys: TEST_KEYS, log: silentLog });
        const { id } = await core.companies.create({ name: 'Bakery' });
        await core.employees.create(systemActor(id), newEmployee());
        await core.close();
        await assertKeptKeys(old.connection);
      } finally {
        await old.drop();
      }
    });

    it('wants the tables to be there', async () => {
      const empty = await createTestDatabase('postgres');
      try {
        expect(await refusal(keyCoreByCompany(empty.connection))).to.include({ code: 'schema_missing' });
      } finally {
        await empty.drop();
      }
    });
  },
);

onEachDatabase('keys that begin with the company', { only: 'sqlite' }, (database) => {
  it('are refused on SQLite', async () => {
    expect(await refusal(keyCoreByCompany(database.connection()))).to.include({ code: 'options_invalid' });
  });
});

describe('a statement that changes keys in separate tables', () => {
  const run = async (text: string, returned: Readonly<Record<string, unknown>> = {}): Promise<string[] | null> => {
    const sent: string[] = [];
    const write = readKeyTableWrite(text, KEY_TABLES);
    if (write === null) return null;
    await write.run(async (statement) => {
      sent.push(statement);
      return [{ 'key of company_id': 1, 'key of id': 2, 'key of email_key': 'a', ...returned }];
    }, []);
    return sent.slice(1).map((statement) => statement.slice(0, statement.indexOf('"', statement.indexOf('"') + 1) + 1));
  };
  const CLAIM = 'INSERT INTO "shaon_login_by_email_key"';
  const RELEASE = 'DELETE FROM "shaon_login_by_email_key"';

  it('is known by its form', async () => {
    expect(await run('INSERT INTO "shaon_login" ("email_key") VALUES ($1)')).to.deep.equal([CLAIM]);
    expect(await run('INSERT INTO "shaon_login" ("email_key") VALUES ($1) RETURNING "id"')).to.deep.equal([CLAIM]);
    expect(await run('DELETE FROM "shaon_login" WHERE id = $1')).to.deep.equal([RELEASE]);
    const change = [RELEASE, CLAIM];
    expect(await run('UPDATE "shaon_login" SET "name" = $3, "email_key" = $4 WHERE "id" = $2')).to.deep.equal(change);
    expect(await run(`UPDATE "shaon_login" SET email_key = 'x' || id WHERE id = $2`)).to.deep.equal(change);
    const chunk =
      'UPDATE "shaon_login" AS changed SET "email_key" = chunk."email_key" FROM unnest($2::text[]) AS chunk';
    expect(await run(`${chunk} WHERE changed.id = chunk.id`)).to.deep.equal(change);
  });

  it('is let pass where it leaves them as they are', async () => {
    expect(await run('UPDATE "shaon_login" SET "name" = $3 WHERE "email_key" = $2')).to.equal(null);
    expect(await run('INSERT INTO "shaon_branch" ("name") VALUES ($1)')).to.equal(null);
    expect(await run('SELECT 1 FROM "shaon_login" WHERE "email_key" = $1 FOR UPDATE')).to.equal(null);
  });

  it('is refused where it stands within another one', () => {
    const within = 'WITH made AS (INSERT INTO "shaon_login" ("email_key") VALUES ($1)) SELECT 1';
    expect(() => readKeyTableWrite(within, KEY_TABLES)).to.throw('shaon_login');
  });

  it('gives its own rows back as it would without', async () => {
    const ask = async () => [{ id: 7, 'key of company_id': 1, 'key of id': 7, 'key of email_key': 'a' }];
    const silent = readKeyTableWrite('INSERT INTO "shaon_login" ("email_key") VALUES ($1)', KEY_TABLES);
    expect(await silent?.run(ask, [])).to.deep.equal([]);
    const told = readKeyTableWrite('INSERT INTO "shaon_login" ("email_key") VALUES ($1) RETURNING "id"', KEY_TABLES);
    expect((await told?.run(ask, []))?.[0]).to.include({ id: 7 });
  });
});
