import { statSync } from 'node:fs';
import { ABILITY_NAMES, type Core, createCore, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { createV1Routes } from '@shaon/http-koa';
import {
  type Connection,
  countedStatements,
  createTestDatabase,
  type Dialect,
  largeCompany,
  listen,
  newEmployee,
  rawSql,
  sentStatements,
  startRestartablePostgres,
  testedDialects,
} from '@shaon/testing';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import Koa from 'koa';
import mount from 'koa-mount';
import pg from 'pg';
import { V1_ROUTES } from '../../src/v1/routes.ts';
import { BASE_URL, TEST_KEYS } from '../support.ts';

/*
 * What one call of each operation of the API costs, counted and not timed: its statements,
 * the bytes of its answer and the bytes that it adds to the database's write-ahead log. All of a call
 * counts, also its token, its limit and its audit row.
 */

interface Work {
  /** Statements on SQLite, without those that begin or end a transaction. */
  readonly sqlite: number;
  /** Statements on PostgreSQL, with those that begin or end a transaction. */
  readonly postgres: number;
  /** The most bytes of the answer for each of its records: one and a half times what it is. */
  readonly answer: number;
  /** The most that is added to the log, in pages of SQLite and in bytes of PostgreSQL: one and a half times what it is. */
  readonly pages: number;
  readonly bytes: number;
}

/** An operation that is not in this table fails the test. */
// biome-ignore format: a table is read by its columns
const WORK: Readonly<Record<string, Work>> = {
  'GET /attendance':                { sqlite: 3,  postgres: 3,  answer: 285, pages: 8,  bytes: 970 },
  'GET /employees':                 { sqlite: 3,  postgres: 3,  answer: 250, pages: 8,  bytes: 890 },
  'POST /employees':                { sqlite: 6,  postgres: 8,  answer: 320, pages: 38, bytes: 5_900 },
  'GET /employees/{id}':            { sqlite: 3,  postgres: 3,  answer: 255, pages: 8,  bytes: 830 },
  'PATCH /employees/{id}':          { sqlite: 6,  postgres: 8,  answer: 255, pages: 9,  bytes: 1_200 },
  'POST /employees/{id}/deactivate': { sqlite: 8,  postgres: 10, answer: 310, pages: 23, bytes: 3_300 },
  'POST /employees/{id}/activate':  { sqlite: 7,  postgres: 9,  answer: 320, pages: 23, bytes: 3_200 },
  'GET /departments':               { sqlite: 3,  postgres: 3,  answer: 48,  pages: 8,  bytes: 880 },
  'GET /branches':                  { sqlite: 3,  postgres: 3,  answer: 65,  pages: 8,  bytes: 870 },
  'GET /leave':                     { sqlite: 3,  postgres: 3,  answer: 315, pages: 8,  bytes: 940 },
  'GET /shifts':                    { sqlite: 3,  postgres: 3,  answer: 125, pages: 8,  bytes: 860 },
};

const COMPANY = { people: 60, left: 10, punching: 30, asking: 30, days: 4 };
const PER_PAGE = 50;
/** Calls before those that count: they read what a process then knows, and prepare statements. */
const FIRST_CALLS = 2;
/** Of these, some may write more to the log, when a page of an index is split or the server notes a checkpoint. */
const CALLS = 5;
/** Before each page in SQLite's log (https://sqlite.org/fileformat.html#wal_file_format). */
const FRAME_HEADER_BYTES = 24;

interface Place {
  readonly connection: Connection;
  drop(): Promise<unknown>;
}

for (const type of testedDialects()) {
  describe(`the counted work of an operation of v1 (${type})`, () => {
    let place: Place;
    let core: Core;
    let log: WriteAheadLog;
    let call: (method: string, path: string, body?: object) => Promise<{ status: number; text: string }>;
    let unit: { readonly department_id: number; readonly branch_id: number };
    let firstPerson: number;
    let stop: () => Promise<void>;

    before(async function () {
      this.timeout(120_000);
      place = await placeOf(type);
      core = await createCore({ database: place.connection, keys: TEST_KEYS });
      const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
      ({ unit, firstPerson } = await fill(core, type, company));
      log = await writeAheadLog(place.connection);
      const { token } = await core.tokens.issue(company, { name: 'test', abilities: [...ABILITY_NAMES] });
      const routes = createV1Routes(core, { baseUrl: BASE_URL, limitPerMinute: 1_000_000 });
      const listening = await listen(new Koa().use(mount('/api/v1', routes)).callback());
      stop = () => listening.close();
      call = async (method, path, body) => {
        const response = await fetch(`${listening.url}/api/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { status: response.status, text: await response.text() };
      };
    });

    after(async () => {
      await stop?.();
      await log?.close();
      await core?.close();
      await place?.drop();
    });

    /** What the route is called with; each call of a write changes something. */
    function request(path: string, method: string, number: number): { path: string; body?: object } {
      const isList = method === 'GET' && !path.includes('{id}');
      const called = path.replace('{id}', String(firstPerson + COMPANY.left + number));
      if (isList) return { path: `${called}?page=1&per_page=${PER_PAGE}` };
      if (method === 'POST' && path === '/employees') return { path, body: newEmployee({ ...unit }) };
      return { path: called, ...(method === 'PATCH' && { body: { address: `Haifa ${number}` } }) };
    }

    for (const { method, path } of V1_ROUTES) {
      const route = `${method} ${path}`;
      it(`${route} does what the table says`, async () => {
        const work = WORK[route];
        if (work === undefined) throw new Error('A new operation needs a row in the table WORK.');
        const written: number[] = [];
        for (let number = 0; number < FIRST_CALLS + CALLS; number += 1) {
          const { path: called, body } = request(path, method, number);
          let answer = { status: 0, text: '' };
          let sent: readonly string[] = [];
          const bytes = await log.writtenBy(async () => {
            sent = await sentStatements(async () => {
              answer = await call(method, called, body);
            });
          });
          expect(answer.status, answer.text).to.be.within(200, 299);
          if (number < FIRST_CALLS) continue;
          written.push(bytes);
          const texts = countedStatements(type, sent);
          expect(texts, texts.join('\n')).to.have.lengthOf(work[type]);
          const { data } = JSON.parse(answer.text) as { data: object | readonly object[] };
          const records = Array.isArray(data) ? data.length : 1;
          expect(Buffer.byteLength(answer.text) / records, 'bytes for each record').to.be.at.most(work.answer);
        }
        expect(Math.min(...written), `the log: ${written}`).to.be.within(
          1,
          type === 'sqlite' ? work.pages : work.bytes,
        );
      });
    }

    it('has a table of operations that exist', () => {
      const routes = V1_ROUTES.map(({ method, path }) => `${method} ${path}`);
      expect(routes).to.have.members(Object.keys(WORK));
    });
  });
}

async function placeOf(type: Dialect): Promise<Place> {
  if (type === 'sqlite') return createTestDatabase('sqlite', { migrate: migrateCore });
  // A server of its own, because a server has one log and other suites would write to it.
  const server = await startRestartablePostgres();
  const connection = { type, url: server.url };
  await migrateCore(connection);
  return { connection, drop: () => server.remove() };
}

async function fill(core: Core, type: Dialect, company: SystemActor) {
  const units: { department_id: number; branch_id: number }[] = [];
  for (let n = 0; n < 10; n += 1) {
    const { id: department_id } = await core.organization.createDepartment(company, { name: `Department ${n}` });
    const { id: branch_id } = await core.organization.createBranch(company, { name: `Branch ${n}` });
    await core.shifts.create(company, { name: `Shift ${n}`, wage_percentage: 100 });
    units.push({ department_id, branch_id });
  }
  const [unit] = units as [(typeof units)[0]];
  const run = (text: string) => core.extension.database.write(company, 'test', {}, (scope) => scope.rows(rawSql(text)));
  const made = largeCompany(type, { ...COMPANY, department: unit.department_id, branch: unit.branch_id });
  await run(made.employees);
  const [first] = await core.extension.database
    .scope(company)
    .rows(rawSql('SELECT MIN(id) AS id FROM shaon_employee WHERE company_id = $1'));
  const firstPerson = Number(first?.id);
  const { attendance, leave } = made.records(firstPerson);
  for (const text of [attendance, leave]) await run(text);
  return { unit, firstPerson };
}

interface WriteAheadLog {
  /** How much was written to the log meanwhile: in pages on SQLite, in bytes on PostgreSQL. */
  writtenBy(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<unknown>;
}

async function writeAheadLog(connection: Connection): Promise<WriteAheadLog> {
  if (connection.type === 'sqlite') {
    const database = new Sqlite(connection.path);
    const frameBytes = Number(database.pragma('page_size', { simple: true })) + FRAME_HEADER_BYTES;
    return {
      async writtenBy(work) {
        // The file grows again from nothing; otherwise its beginning would be written over now and then.
        database.pragma('wal_checkpoint(TRUNCATE)');
        await work();
        return Math.floor(statSync(`${connection.path}-wal`).size / frameBytes);
      },
      close: async () => database.close(),
    };
  }
  const client = new pg.Client({ connectionString: connection.url });
  await client.connect();
  const position = async () => {
    const { rows } = await client.query(`SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`);
    return Number(rows[0].bytes);
  };
  return {
    async writtenBy(work) {
      const before = await position();
      await work();
      return (await position()) - before;
    },
    close: () => client.end(),
  };
}
