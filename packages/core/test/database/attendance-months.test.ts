import { createCore, migrateCore, partitionCore, silentLog, systemActor } from '@shaon/core';
import { MONTHLY_CORE_TABLES, readMonthState } from '@shaon/core/extension';
import { fillTable, largeCompany, onEachDatabase, rawSql, TestClock } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { fileOf, person } from '../import/support.ts';
import { refusal, TEST_KEYS, TEST_NOW } from '../support.ts';

const now = new Date(TEST_NOW);
const DAYS = 1_000;
/** `SHAON_DAYS=1000000` converts a million. */
const FILLED = Number(process.env.SHAON_DAYS ?? 50_000);
const PEOPLE = FILLED / DAYS;
const PAGE = { page: 1, per_page: 50 };

onEachDatabase('attendance in partitions by month', { migrate: migrateCore, only: 'postgres' }, (database) => {
  const url = () => (database.connection() as { url: string }).url;
  const clock = new TestClock(now);
  const open = () => createCore({ database: database.connection(), keys: TEST_KEYS, clock, log: silentLog });
  let client: pg.Client;
  const rows = async (text: string) => (await client.query(text)).rows;
  const partitionNames = async () =>
    (
      await rows(`SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'shaon_attendance'::regclass ORDER BY 1`)
    ).map(({ name }) => String(name).slice('shaon_attendance_'.length));
  const partitionOf = async (id: number) =>
    (await rows(`SELECT tableoid::regclass::text AS name FROM shaon_attendance WHERE id = ${id}`))[0]?.name;

  before(async () => {
    client = new pg.Client({ connectionString: url() });
    await client.connect();
  });
  after(() => client.end());

  it('is converted with all records, of which none is lost or changed', async function () {
    this.timeout(300_000);
    const core = await open();
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const { department, branch } = await tenUnits(core, company);
    const made = largeCompany('postgres', {
      ...{ people: PEOPLE, left: 0, asking: 1, punching: PEOPLE, days: DAYS },
      ...{ department, branch },
    });
    const inCompany = (text: string) => text.replaceAll('$1', String(company.companyId));
    await client.query(inCompany(made.employees));
    const [{ first }] = (await rows('SELECT MIN(id) AS first FROM shaon_employee')) as [{ first: number }];
    await fillTable(url(), 'shaon_attendance', inCompany(made.records(first).attendance));
    // Of records there are old ones, planned ones and voided ones.
    await client.query(`UPDATE shaon_attendance SET date = date '1999-12-31' WHERE id = 7;
      UPDATE shaon_attendance SET date = date '2017-03-01' WHERE id = 8;
      UPDATE shaon_attendance SET voided_at = now() WHERE id % 1000 = 0`);
    await core.attendance.recount(company);
    await core.employees.recount(company);
    await core.close();
    const SUMS = `SELECT COUNT(*)::int AS rows, SUM(id)::text AS ids, SUM(hashtext(a::text)::bigint)::text AS texts FROM shaon_attendance a`;
    const before = await rows(SUMS);
    expect(before[0]).to.include({ rows: FILLED });

    // A session's zone must not move the first day of a month.
    const zoned = new URL(url());
    zoned.searchParams.set('options', '-c TimeZone=Asia/Jerusalem');
    const connection = { type: 'postgres', url: zoned.href } as const;
    expect(await partitionCore(connection, { now, tables: ['attendance'], log: silentLog })).to.deep.equal([
      'shaon_attendance',
    ]);
    expect(await rows(SUMS)).to.deep.equal(before);
    const names = await partitionNames();
    expect(names).to.include.members(['2026_01', '2026_06', '2026_09', 'default']);
    expect(names, 'more than three months ahead').not.to.include('2026_10');
    expect(names, 'more than ten years ago').not.to.include('1999_12');
    const [{ fits }] = (await rows(
      `SELECT MIN(date) = '2026-05-01' AND MAX(date) = '2026-05-31' AS fits FROM shaon_attendance_2026_05`,
    )) as [{ fits: boolean }];
    expect(fits).to.equal(true);
    expect(await partitionOf(7)).to.equal('shaon_attendance_default');
    expect(await partitionOf(8)).to.equal('shaon_attendance_2017_03');
    expect(await partitionCore(connection, { now, tables: ['attendance'], log: silentLog })).to.deep.equal([]);
    expect(await migrateCore(connection)).to.deep.equal([]);
  });

  it('has its keys with the date in them, its indices under their names, and no reference of punches', async () => {
    const keys = await rows(`SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE conrelid = 'shaon_attendance'::regclass AND contype IN ('p', 'u') ORDER BY 1`);
    expect(keys).to.deep.equal([
      { name: 'shaon_attendance_company_id_id_key', text: 'UNIQUE (company_id, id, date)' },
      { name: 'shaon_attendance_pk', text: 'PRIMARY KEY (id, date)' },
    ]);
    const indices = (await rows(`SELECT indexname AS name FROM pg_indexes WHERE tablename = 'shaon_attendance'`)).map(
      ({ name }) => name,
    );
    const { options } = MONTHLY_CORE_TABLES.attendance.table.schema('postgres');
    expect(indices).to.include.members((options.indices ?? []).map(({ name }) => name));
    const references = await rows(`SELECT conname AS name FROM pg_constraint
      WHERE conrelid = 'shaon_punch'::regclass AND contype = 'f'`);
    expect(references).to.deep.equal([{ name: 'shaon_punch_employee_id_fk' }]);
  });

  it('is punched, listed, corrected and counted as before', async function () {
    this.timeout(60_000);
    const core = await open();
    try {
      const company = systemActor(1);
      const employeeId = (await core.employees.list(company, {}, PAGE)).items[0]?.id as number;
      const before = await core.attendance.list(company, {}, PAGE);
      const may = await core.attendance.list(company, { date_from: '2026-05-01', date_to: '2026-05-31' }, PAGE);
      expect(may.total).to.be.within(30 * PEOPLE, 31 * PEOPLE);
      expect(may.items).to.have.lengthOf(PAGE.per_page);
      const ofEmployee = await core.attendance.list(company, { employee_id: employeeId }, PAGE);
      expect(ofEmployee.total).to.be.within(DAYS - 5, DAYS);
      const day = ofEmployee.items[3] as { id: number; status: string };
      await core.attendance.reject(company, [day.id]);
      const rejected = await core.attendance.list(company, { employee_id: employeeId, status: 'rejected' }, PAGE);
      expect(rejected.items.map(({ id }) => id)).to.include(day.id);
      await core.attendance.recount(company);
      expect((await core.attendance.list(company, {}, PAGE)).total).to.equal(before.total);
    } finally {
      await core.close();
    }
  });

  it('holds a day that an import moves to another month, and refuses a second one of a date', async () => {
    const core = await open();
    try {
      const { id } = await core.companies.create({ name: 'Foundry' });
      const day = (externalId: string, date: string) => ({
        ...{ external_id: externalId, employee_external_id: 'e1', date, check_in: '08:00', check_out: '17:00' },
      });
      const company = { id };
      const imported = (oneDay: ReturnType<typeof day>) =>
        core.imports.run({ company, files: [fileOf('attendance', [oneDay])] });
      await core.imports.run({ company, files: [fileOf('employees', [person('e1')])] });
      await imported(day('a1', '2026-05-10'));
      const listed = () => core.attendance.list(systemActor(id), {}, PAGE);
      const dayId = (await listed()).items[0]?.id as number;
      for (const [date, partition] of [
        ['2026-02-01', '2026_02'],
        ['2001-02-03', 'default'],
        ['2026-05-31', '2026_05'],
      ] as const) {
        await imported(day('a1', date));
        const { items, total } = await listed();
        expect([total, items[0]?.id, items[0]?.date]).to.deep.equal([1, dayId, date]);
        expect(await partitionOf(dayId)).to.equal(`shaon_attendance_${partition}`);
      }
      await refusal(imported(day('a2', '2026-05-31')));
      expect((await listed()).total).to.equal(1);
    } finally {
      await core.close();
    }
  });

  it('gets the months of planned days by prune, and of none that is far away', async () => {
    const core = await open();
    const all = core.extension.database.readAllCompanies();
    const state = () => readMonthState(all, MONTHLY_CORE_TABLES.attendance, clock.now());
    try {
      expect(await state(), 'planned days wait for their month').to.include({ last: '2026-09', hasStrayRows: false });
      clock.set('2026-08-02T00:00:00Z');
      expect(await state()).to.include({ hasStrayRows: true });
      const october = await rows(`SELECT MIN(id)::int AS id, COUNT(*)::int AS rows FROM shaon_attendance
        WHERE date BETWEEN '2026-10-01' AND '2026-10-31'`);
      await core.prune();
      const state2 = await state();
      expect(state2).to.include({ last: '2026-11', hasStrayRows: false });
      expect(await partitionOf(october[0]?.id)).to.equal('shaon_attendance_2026_10');
      expect(await rows('SELECT COUNT(*)::int AS rows FROM shaon_attendance_2026_10')).to.deep.equal([
        { rows: october[0]?.rows },
      ]);
      expect(await partitionOf(7), 'of 1999').to.equal('shaon_attendance_default');
      const names = await partitionNames();
      expect(names.filter((name) => name < '2016_08' || name > '2026_11')).to.deep.equal(['default']);
    } finally {
      await core.close();
    }
  });

  it('hides no day while its month is made', async function () {
    this.timeout(60_000);
    const core = await open();
    const company = systemActor(1);
    try {
      const [{ id }] = (await rows(`SELECT MIN(id)::int AS id FROM shaon_attendance_default
        WHERE date BETWEEN '2026-12-01' AND '2026-12-31' AND voided_at IS NULL`)) as [{ id: number }];
      await client.query(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_sleep(1); RETURN NULL; END';
        CREATE TRIGGER wait BEFORE DELETE ON shaon_attendance_default FOR EACH STATEMENT EXECUTE FUNCTION wait()`);
      clock.set('2026-09-02T00:00:00Z');
      const pruned = core.prune();
      await untilOne(`wait_event = 'PgSleep'`);
      // The first one of a connection is planned while it waits.
      const other = await open();
      const decided = other.attendance.reject(company, [id]).finally(() => other.close());
      await untilOne(`wait_event_type = 'Lock'`);
      await pruned;
      expect(await decided).to.equal(1);
      expect(await partitionOf(id)).to.equal('shaon_attendance_2026_12');
    } finally {
      await core.close();
    }
  });

  async function untilOne(state: string): Promise<void> {
    while ((await rows(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND ${state}`)).length === 0);
  }

  it('says how many locks PostgreSQL must allow for its partitions', async () => {
    const core = await open();
    try {
      const all = core.extension.database.readAllCompanies();
      const needed = (await readMonthState(all, MONTHLY_CORE_TABLES.attendance, now))?.neededLocks;
      const [first] = await all.rows(
        rawSql(
          `SELECT COUNT(*)::int AS n FROM pg_class WHERE relname LIKE 'shaon\\_attendance\\_%' AND relkind IN ('r', 'i')`,
        ),
      );
      expect(needed).to.be.above(64).and.at.most(Number(first?.n));
    } finally {
      await core.close();
    }
  });
});

onEachDatabase('attendance to which others refer', { migrate: migrateCore, only: 'postgres' }, (database) => {
  it('is not put into partitions, and keeps the reference of punches', async () => {
    const client = new pg.Client({ connectionString: (database.connection() as { url: string }).url });
    await client.connect();
    try {
      await client.query(`CREATE TABLE payslip (company_id integer, day bigint,
        CONSTRAINT payslip_day FOREIGN KEY (company_id, day) REFERENCES shaon_attendance (company_id, id))`);
      const error = await refusal(
        partitionCore(database.connection(), { now, tables: ['attendance'], log: silentLog }),
      );
      expect(error).to.include({ code: 'state_conflict' });
      expect(error).to.have.deep.property('details', { names: ['payslip_day'] });
      const { rows } = await client.query(
        `SELECT conname FROM pg_constraint WHERE conname = 'shaon_punch_attendance_id_fk'`,
      );
      expect(rows).to.have.lengthOf(1);
    } finally {
      await client.end();
    }
  });

  it('is refused under a name that is no table', async () => {
    const error = await refusal(partitionCore(database.connection(), { tables: ['punches' as 'audit'] }));
    expect(error).to.include({ code: 'options_invalid' });
    expect(error).to.have.property('message').that.includes('"punches" is none of audit, attendance');
  });
});

async function tenUnits(
  core: Awaited<ReturnType<typeof createCore>>,
  company: ReturnType<typeof systemActor>,
): Promise<{ readonly department: number; readonly branch: number }> {
  const departments: number[] = [];
  const branches: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    departments.push((await core.organization.createDepartment(company, { name: `Department ${n}` })).id);
    branches.push((await core.organization.createBranch(company, { name: `Branch ${n}` })).id);
  }
  return { department: departments[0] as number, branch: branches[0] as number };
}
