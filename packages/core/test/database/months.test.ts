import { createCore, migrateCore, partitionCore, silentLog } from '@shaon/core';
import { createTestDatabase, onEachDatabase, rawSql, TestClock, type TestDatabase } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { runMigrations } from '../../src/database/migrate.ts';
import { CORE_LEDGER, CORE_MIGRATIONS } from '../../src/database/migrations/index.ts';
import { refusal, TEST_KEYS, TEST_NOW, withCoreByMonth } from '../support.ts';

const now = new Date(TEST_NOW);
const FILLED = 1_000_000;
const FIRST = '2024-07-01T00:00:00Z';

/** Every company's number of rows, what their ids add up to, and the greatest. */
const SUMS = `SELECT company_id, COUNT(*)::text AS rows, SUM(id)::text AS ids, SUM(extract(epoch FROM at))::text AS times
  FROM shaon_audit GROUP BY company_id ORDER BY company_id`;
const PARTITIONS = `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'shaon_audit'::regclass ORDER BY 1`;

onEachDatabase('the audit in partitions by month', { migrate: migrateCore, only: 'postgres' }, (database) => {
  let client: pg.Client;
  const url = () => (database.connection() as { url: string }).url;
  const rows = async (text: string) => (await client.query(text)).rows;
  const connect = async () => {
    const made = new pg.Client({ connectionString: url() });
    await made.connect();
    return made;
  };

  before(async () => {
    client = await connect();
  });
  after(() => client.end());

  it('is converted with a million rows, of which none is lost or changed', async function () {
    this.timeout(180_000);
    await client.query(`INSERT INTO shaon_company (id, name, zone, locale, phone_region, open_shift_hours, break_hours,
        work_day_hours, created_at, updated_at)
      SELECT n, 'Company', 'Asia/Jerusalem', 'he', 'IL', 16, 4, 24, now(), now() FROM generate_series(1, 3) AS n`);
    // Two years, a row each minute or so; some before all months, some after.
    await client.query(`INSERT INTO shaon_audit (company_id, at, kind, method, path, status)
      SELECT CASE n % 4 WHEN 0 THEN NULL ELSE n % 4 END, timestamptz '${FIRST}' + n * interval '1 minute', 'api', 'GET', '/x', 200
      FROM generate_series(1, ${FILLED - 2}) AS n
      UNION ALL VALUES (1, timestamptz '1970-01-01', 'api', 'GET', '/old', 200), (1, '2199-01-01', 'api', 'GET', '/new', 200)`);
    const before = await rows(SUMS);
    const { max } = (await rows('SELECT MAX(id)::int AS max FROM shaon_audit'))[0];
    expect(await partitionCore(database.connection(), { now })).to.deep.equal(['shaon_audit']);
    expect(await rows(SUMS)).to.deep.equal(before);
    const [counted] = await rows('SELECT COUNT(*)::int AS rows FROM shaon_audit');
    expect(counted).to.deep.equal({ rows: FILLED });
    const names = (await rows(PARTITIONS)).map(({ name }) => name);
    expect(names).to.include.members(['shaon_audit_2024_07', 'shaon_audit_2026_05', 'shaon_audit_2026_09']);
    expect(names.at(-1)).to.equal('shaon_audit_default');
    expect(await rows('SELECT path FROM shaon_audit_default ORDER BY at')).to.deep.equal([
      { path: '/old' },
      { path: '/new' },
    ]);
    // Each partition holds its month, and the ids go on.
    const [june] = await rows(
      `SELECT MIN(at) >= '2025-06-01Z' AND MAX(at) < '2025-07-01Z' AS fits FROM shaon_audit_2025_06`,
    );
    expect(june).to.deep.equal({ fits: true });
    const [next] = await rows(`INSERT INTO shaon_audit (at, kind) VALUES ('${TEST_NOW}', 'api') RETURNING id::int`);
    expect(next).to.deep.equal({ id: max + 1 });
  });

  it('keeps its indices under their names, and its key with the time in it', async () => {
    const whole = await createTestDatabase('postgres', { migrate: migrateCore });
    const INDICES = `SELECT indexname AS name, regexp_replace(indexdef, ' ON (ONLY )?', ' ON ') AS text FROM pg_indexes
      WHERE tablename = 'shaon_audit' AND indexname <> 'shaon_audit_pk' ORDER BY 1`;
    const other = new pg.Client({ connectionString: (whole.connection as { url: string }).url });
    try {
      await other.connect();
      expect(await rows(INDICES)).to.deep.equal((await other.query(INDICES)).rows);
    } finally {
      await other.end();
      await whole.drop();
    }
    const [key] = await rows(
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'shaon_audit_pk'`,
    );
    expect(key).to.deep.equal({ text: 'PRIMARY KEY (id, at)' });
  });

  it('is left alone by a second conversion, and by later migrations', async () => {
    expect(await partitionCore(database.connection(), { now })).to.deep.equal([]);
    expect(await migrateCore(database.connection())).to.deep.equal([]);
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, log: silentLog });
    await core.close();
    await client.query('ALTER TABLE shaon_audit ADD COLUMN later text');
    await client.query('CREATE INDEX later_idx ON shaon_audit (later)');
    await client.query('ALTER TABLE shaon_audit DROP COLUMN later');
  });
});

onEachDatabase('a conversion to partitions by month', { migrate: migrateCore, only: 'postgres' }, (database) => {
  const connection = () => database.connection() as { type: 'postgres'; url: string };
  let client: pg.Client;
  before(async () => {
    client = new pg.Client({ connectionString: connection().url });
    await client.connect();
    await client.query(`INSERT INTO shaon_audit (at, kind) SELECT now(), 'api' FROM generate_series(1, 100)`);
  });
  after(() => client.end());

  const shape = async () =>
    (
      await client.query(`SELECT relkind AS kind, (SELECT COUNT(*)::int FROM shaon_audit) AS rows,
        (SELECT COUNT(*)::int FROM pg_class WHERE relname LIKE 'shaon_audit%') AS relations
        FROM pg_class WHERE relname = 'shaon_audit'`)
    ).rows[0];

  it('that is broken off leaves the table as it was', async () => {
    const before = await shape();
    // Something depends on the type of the table's rows, so that the last step but one fails.
    await client.query('CREATE TABLE seen (seen shaon_audit)');
    await refusal(partitionCore(connection(), { now }));
    expect(await shape()).to.deep.equal(before);
    await client.query('DROP TABLE seen');

    // The server ends its connection while it waits for somebody who writes.
    await client.query('BEGIN');
    await client.query(`INSERT INTO shaon_audit (at, kind) VALUES (now(), 'api')`);
    const broken = refusal(partitionCore(connection(), { now, log: silentLog }));
    await waitUntilOneWaits(connection().url);
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted
      AND relation = 'shaon_audit'::regclass AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())
      AND pid <> pg_backend_pid()`);
    await broken;
    await client.query('ROLLBACK');
    expect(await shape()).to.deep.equal(before);
  });

  it('refuses what others have hung on a table, and names it', async () => {
    await client.query(`CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`);
    await client.query('CREATE TRIGGER theirs BEFORE INSERT ON shaon_audit FOR EACH ROW EXECUTE FUNCTION nothing()');
    const error = await refusal(partitionCore(connection(), { now }));
    expect(error).to.include({ code: 'state_conflict' });
    expect(error).to.have.deep.property('details', { names: ['theirs'] });
    await client.query('DROP TRIGGER theirs ON shaon_audit');
  });

  const HUNG: readonly (readonly [name: string, make: string, remove: string])[] = [
    ['a_view', 'CREATE VIEW a_view AS SELECT id, at FROM shaon_audit', 'DROP VIEW a_view'],
    ['a_rule', 'CREATE RULE a_rule AS ON DELETE TO shaon_audit DO INSTEAD NOTHING', 'DROP RULE a_rule ON shaon_audit'],
    ['a_publication', 'CREATE PUBLICATION a_publication FOR TABLE shaon_audit', 'DROP PUBLICATION a_publication'],
    ['a_statistic', 'CREATE STATISTICS a_statistic ON kind, route FROM shaon_audit', 'DROP STATISTICS a_statistic'],
    ['an_index', 'CREATE UNIQUE INDEX an_index ON shaon_audit (id)', 'DROP INDEX an_index'],
    [
      'a_key',
      'ALTER TABLE shaon_audit ADD CONSTRAINT a_key UNIQUE (id)',
      'ALTER TABLE shaon_audit DROP CONSTRAINT a_key',
    ],
    ['grants on at', 'GRANT SELECT (at) ON shaon_audit TO PUBLIC', 'REVOKE SELECT (at) ON shaon_audit FROM PUBLIC'],
    [
      'row level security',
      'ALTER TABLE shaon_audit ENABLE ROW LEVEL SECURITY',
      'ALTER TABLE shaon_audit DISABLE ROW LEVEL SECURITY',
    ],
    [
      'shaon_owner',
      'CREATE ROLE shaon_owner; ALTER TABLE shaon_audit OWNER TO shaon_owner',
      'ALTER TABLE shaon_audit OWNER TO CURRENT_USER; DROP ROLE shaon_owner',
    ],
  ];
  for (const [name, make, remove] of HUNG) {
    it(`refuses ${name.replace('_', ' ')}, by name`, async () => {
      await client.query(make);
      const error = await refusal(partitionCore(connection(), { now }));
      await client.query(remove);
      expect(error)
        .to.include({ code: 'state_conflict' })
        .and.to.have.deep.property('details', { names: [name] });
    });
  }

  it('waits for those who write, lets those who come write afterwards, and is made once by two at once', async () => {
    await client.query('CREATE ROLE reader');
    await client.query('GRANT SELECT ON shaon_audit TO reader');
    await client.query('BEGIN');
    await client.query(`INSERT INTO shaon_audit (at, kind) VALUES (now(), 'api')`);
    const conversions = [partitionCore(connection(), { now }), partitionCore(connection(), { now })];
    await waitUntilOneWaits(connection().url);
    const late = new pg.Client({ connectionString: connection().url });
    await late.connect();
    const written = late.query(`INSERT INTO shaon_audit (at, kind) VALUES (now(), 'api')`);
    await client.query('COMMIT');
    expect((await Promise.all(conversions)).flat()).to.deep.equal(['shaon_audit']);
    await written;
    await late.end();
    expect(await shape()).to.include({ kind: 'p', rows: 102 });
    const { rows } = await client.query(`SELECT has_table_privilege('reader', 'shaon_audit', 'SELECT') AS may`);
    expect(rows).to.deep.equal([{ may: true }]);
    await client.query('DROP OWNED BY reader; DROP ROLE reader');
  });

  it('is no matter to migrations that come later, from the first on', async () => {
    const old = await createTestDatabase('postgres');
    try {
      await runMigrations(old.connection, CORE_LEDGER, CORE_MIGRATIONS.slice(0, 1));
      const raw = new pg.Client({ connectionString: (old.connection as { url: string }).url });
      await raw.connect();
      await raw.query(
        `INSERT INTO shaon_audit (at, kind) SELECT now() - n * interval '1 day', 'api' FROM generate_series(1, 100) n`,
      );
      expect(await partitionCore(old.connection)).to.deep.equal(['shaon_audit']);
      expect(await migrateCore(old.connection)).to.have.lengthOf(CORE_MIGRATIONS.length - 1);
      const { rows } = await raw.query(`SELECT (SELECT COUNT(*)::int FROM shaon_audit) AS rows,
        (SELECT COUNT(*)::int FROM pg_indexes WHERE tablename = 'shaon_audit') AS indices,
        (SELECT COUNT(*)::int FROM pg_indexes WHERE tablename = 'shaon_audit_default') AS parts`);
      expect(rows).to.deep.equal([{ rows: 100, indices: 7, parts: 7 }]);
      await raw.end();
      const core = await createCore({ database: old.connection, keys: TEST_KEYS, log: silentLog });
      await core.prune();
      await core.close();
    } finally {
      await old.drop();
    }
  });

  it('wants the tables to be there', async () => {
    const empty = await createTestDatabase('postgres');
    try {
      expect(await refusal(partitionCore(empty.connection))).to.include({ code: 'schema_missing' });
    } finally {
      await empty.drop();
    }
  });
});

onEachDatabase('partitions by month', { only: 'sqlite' }, (database) => {
  it('are refused on SQLite', async () => {
    expect(await refusal(partitionCore(database.connection()))).to.include({ code: 'options_invalid' });
  });
});

withCoreByMonth('the upkeep of months', (test) => {
  const run = (text: string) =>
    test.core.extension.database.writeAllCompanies('test', {}, (all) => all.rows(rawSql(text)));
  const months = async () => (await run(PARTITIONS)).map(({ name }) => String(name).slice('shaon_audit_'.length));
  const call = (at: string, companyId: number | null = test.company.companyId) =>
    test.core.audit.commit({ kind: 'api', route: '/call', companyId, at: new Date(at) });
  const calls = async () => Number((await run(`SELECT COUNT(*) AS n FROM shaon_audit WHERE route = '/call'`))[0]?.n);
  beforeEach(() => test.clock.set(TEST_NOW));

  it('makes those that come, once also when two processes are at it', async () => {
    expect(await months()).to.deep.equal(['2026_06', '2026_07', '2026_08', '2026_09', 'default']);
    const other = await createCore({
      database: test.database.connection(),
      keys: TEST_KEYS,
      clock: new TestClock(new Date('2026-08-31T23:59:59Z')),
      log: silentLog,
    });
    try {
      test.clock.set('2026-08-31T23:59:59Z');
      await Promise.all([test.core.prune(), other.prune(), test.core.prune()]);
    } finally {
      await other.close();
    }
    expect((await months()).slice(3)).to.deep.equal(['2026_09', '2026_10', '2026_11', 'default']);
  });

  it('moves rows that had none to their month', async () => {
    await call('2026-02-03T04:05:06Z');
    await call('2026-02-28T23:59:59.999Z');
    await call('2026-03-01T00:00:00Z');
    expect(await run('SELECT route FROM shaon_audit_default')).to.have.lengthOf(3);
    const reader = await connectTo(test.database);
    try {
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await reader.query('SELECT pg_current_snapshot()');
      await test.core.prune();
      const { rows } = await reader.query(`SELECT at FROM shaon_audit WHERE route = '/call'`);
      expect(rows, 'whoever began to read before sees each row').to.have.lengthOf(3);
    } finally {
      await reader.end();
    }
    expect(await run('SELECT route FROM shaon_audit_default')).to.have.lengthOf(0);
    expect(await run('SELECT route FROM shaon_audit_2026_02')).to.have.lengthOf(2);
    expect(await calls()).to.equal(3);
  });

  it('moves them past the time limit of a statement, and prunes the rest where that fails', async () => {
    const timeouts = `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF current_setting('statement_timeout') <> '0' OR OLD.path = '/broken' THEN RAISE 'not moved'; END IF;
        RETURN OLD; END $$`;
    await run(timeouts);
    await run('CREATE TRIGGER note BEFORE DELETE ON shaon_audit_default FOR EACH ROW EXECUTE FUNCTION note()');
    try {
      await call('2026-01-01T00:00:00Z');
      await test.core.prune();
      expect(await run('SELECT route FROM shaon_audit_2026_01')).to.have.lengthOf(1);
      await run(`INSERT INTO shaon_audit (at, kind, path) VALUES ('2025-12-01', 'api', '/broken')`);
      await run(`INSERT INTO shaon_audit (at, kind) VALUES ('2026-04-01', 'api')`);
      await test.core.prune();
      expect(await months()).not.to.include('2025_12');
      expect(await months(), 'those after it are made').to.include('2026_04');
    } finally {
      await run('DROP TRIGGER note ON shaon_audit_default; DROP FUNCTION note; DELETE FROM shaon_audit_default');
    }
  });

  it('passes by a month that an operator has detached, and warns', async () => {
    await run('ALTER TABLE shaon_audit DETACH PARTITION shaon_audit_2026_07');
    await call('2026-07-01T00:00:00Z');
    await test.core.prune();
    expect(await run('SELECT route FROM shaon_audit_default')).to.have.lengthOf(1);
    await run('DROP TABLE shaon_audit_2026_07');
    await test.core.prune();
    expect(await run('SELECT route FROM shaon_audit_2026_07')).to.have.lengthOf(1);
  });

  it('drops what is past retention as whole months, and audits it', async () => {
    await call('2023-01-01T00:00:00Z', null);
    await call('2024-05-31T23:59:59.999Z');
    await call('2024-05-01T00:00:00Z', test.foreign.companyId);
    await call('2024-06-01T00:00:00Z');
    expect(await test.core.prune()).to.include({ audit: 3 });
    expect((await months()).filter((month) => month < '2026')).to.deep.equal(['2024_06']);
    const { items } = await test.core.auditReads.operator.list({ action: 'audit.prune' });
    const before = '2024-06-01T00:00:00.000Z';
    expect(items.map((row) => [row.companyId, JSON.parse(row.detail ?? '')])).to.have.deep.members([
      [null, { before }],
      [test.company.companyId, { before, rows: 1 }],
      [test.foreign.companyId, { before, rows: 1 }],
    ]);
    expect(await test.core.prune()).to.include({ audit: 0 });
  });

  it('audits what it drops with the drop, whatever fails later', async () => {
    await call('2024-03-01T00:00:00Z');
    await test.core.prune({ auditMonths: 36 });
    await call('2024-03-02T00:00:00Z', test.foreign.companyId);
    // It belongs to no month, so that it is deleted by itself, which fails.
    await call('1999-03-01T00:00:00Z');
    await run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END';
      CREATE TRIGGER refuse BEFORE DELETE ON shaon_audit_default FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await refusal(test.core.prune({ auditMonths: 25 }));
    expect(await months()).not.to.include('2024_03');
    const { items } = await test.core.auditReads.operator.list({ action: 'audit.prune' });
    const before = '2024-05-01T00:00:00.000Z';
    const told = items
      .map((row) => [row.companyId, JSON.parse(row.detail ?? '')])
      .filter(([, facts]) => facts.before === before);
    expect(told).to.have.deep.members([
      [null, { before }],
      [test.company.companyId, { before, rows: 1 }],
      [test.foreign.companyId, { before, rows: 1 }],
    ]);
    await run('DROP TRIGGER refuse ON shaon_audit_default');
    expect(await test.core.prune({ auditMonths: 25 })).to.include({ audit: 1 });
  });

  it('empties a month row by row that something of an operator depends on, and goes on to the next', async () => {
    await call('2024-02-01T00:00:00Z');
    await call('2024-03-01T00:00:00Z');
    await test.core.prune({ auditMonths: 36 });
    await run('CREATE VIEW february AS SELECT id FROM shaon_audit_2024_02');
    expect(await test.core.prune()).to.include({ audit: 2 });
    expect((await months()).filter((month) => month < '2024_04')).to.deep.equal(['2024_02']);
    expect(await run('SELECT id FROM february')).to.deep.equal([]);
    await run('DROP VIEW february');
    await test.core.prune();
    expect(await months()).not.to.include('2024_02');
  });

  it('is left to the next time while somebody holds the table', async function () {
    this.timeout(30_000);
    const client = new pg.Client({ connectionString: (test.database.connection() as { url: string }).url });
    await client.connect();
    await call('2024-04-01T00:00:00Z');
    await test.core.prune({ auditMonths: 36 });
    expect(await months()).to.include('2024_04');
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM shaon_audit LIMIT 1');
      expect(await test.core.prune()).to.include({ audit: 0 });
      expect(await months()).to.include('2024_04');
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
    expect(await test.core.prune()).to.include({ audit: 1 });
    expect(await months()).not.to.include('2024_04');
  });
});

const TENANT = '"shaon tenant"';

onEachDatabase('a role that does not own tables by month', { migrate: migrateCore, only: 'postgres' }, (database) => {
  const url = () => (database.connection() as { url: string }).url;
  const months = async () => (await run(PARTITIONS)).map(({ name }) => String(name).slice('shaon_audit_'.length));
  const call = (at: string) => run(`INSERT INTO shaon_audit (at, kind) VALUES ('${at}', 'api')`);
  const warnings: string[] = [];
  let client: pg.Client;

  before(async () => {
    client = new pg.Client({ connectionString: url() });
    await client.connect();
    await run(`CREATE ROLE ${TENANT} LOGIN PASSWORD 'tenant';
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${TENANT};
      GRANT INSERT ON shaon_audit TO ${TENANT} WITH GRANT OPTION;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${TENANT}`);
    await partitionCore(database.connection(), { now });
  });
  after(async () => {
    await run(`DROP OWNED BY ${TENANT}; DROP ROLE ${TENANT}`);
    await client.end();
  });

  async function run(text: string) {
    return (await client.query(text)).rows;
  }

  async function prune(role: string | null, auditMonths: number): Promise<number> {
    const theirs = new URL(url());
    if (role !== null) Object.assign(theirs, { username: encodeURIComponent(role), password: 'tenant' });
    warnings.length = 0;
    const core = await createCore({
      database: { type: 'postgres', url: theirs.href },
      keys: TEST_KEYS,
      clock: new TestClock(role === null ? now : new Date('2026-12-01T00:00:00Z')),
      log: { ...silentLog, warn: (_facts: object, text?: string) => warnings.push(text ?? '') } as never,
    });
    try {
      return (await core.prune({ auditMonths })).audit;
    } finally {
      await core.close();
    }
  }

  it('removes row by row what it may not drop, and makes no month then', async () => {
    await call('2024-04-01T00:00:00Z');
    await prune(null, 36);
    expect(await prune('shaon tenant', 30)).to.equal(1);
    expect(await months()).to.include('2024_04');
    expect(await months()).not.to.include('2027_01');
    expect(warnings).to.include('Partitions by month are left to the next prune');
  });

  it('may do with each partition what it might with the table, with those made later too', async () => {
    const may = await run(`SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'shaon_audit'::regclass AND has_table_privilege('shaon tenant', c.oid, 'DELETE')
      AND has_table_privilege('shaon tenant', c.oid, 'INSERT WITH GRANT OPTION') ORDER BY 1`);
    expect(may).to.deep.equal(await run(PARTITIONS));
    expect(await months()).to.include.members(['2024_04', '2026_06', 'default']);
  });

  it('prunes with grants on the table alone', async () => {
    await run(`REVOKE ALL ON ${(await months()).map((month) => `shaon_audit_${month}`).join(', ')} FROM ${TENANT}`);
    await call('2024-04-01T00:00:00Z');
    await call('2021-04-01T00:00:00Z');
    expect(await prune('shaon tenant', 30)).to.equal(2);
    expect(warnings).to.include('Partitions by month are left to the next prune');
  });
});

async function connectTo(database: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: (database.connection() as { url: string }).url });
  await client.connect();
  return client;
}

async function waitUntilOneWaits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'shaon_audit'::regclass`,
      );
      if (rows.length > 0) return;
    }
  } finally {
    await client.end();
  }
}
