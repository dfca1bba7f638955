import { ABILITY_NAMES, type Core, createCore, migrateCore, type SystemActor } from '@shaon/core';
import { createV1Routes } from '@shaon/http-koa';
import { listen, newEmployee, onEachDatabase, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import mount from 'koa-mount';
import pg from 'pg';
import { type FilledCompany, fillCompany, LARGE } from '../../../../scripts/filled-company.ts';
import { V1_ROUTES } from '../../src/v1/routes.ts';
import { BASE_URL, TEST_KEYS } from '../support.ts';

/*
 * Every operation of the API in a large company, with all that it needs: the token, the limit, the audit, the checks of
 * foreign keys. PostgreSQL counts how many rows and entries of indices were read; SQLite counts nothing of the kind, and
 * its lists are guarded by their plans in core's test of the same name.
 */
const PER_PAGE = 50;
/** What a list may look at beside its records: a token, and the departments and branches that it names. */
const BESIDE_LIST = 90;
/** The later page that is asked for, and how many records stand before it. */
const LATER = 37;
const BEFORE_LATER = (LATER - 1) * PER_PAGE;
/** How many totals the days have: of each month, department, branch and status that occur together. */
const TOTALS = 2_300;
/** The totals are read for the plan, the total and the month, and the ids before a page; others are counted by an index. */
const COUNTED: Readonly<Record<string, number>> = {
  'GET /attendance': 3 * TOTALS + 3 * BEFORE_LATER,
  'GET /employees': 1.5 * LARGE.people,
  'GET /leave': 1.5 * LARGE.asking * LARGE.days,
};
/** The same for one employee: a token, a department, a branch, and what must be unique. */
const BESIDE_ONE = 40;

const VISITED = `SELECT (SELECT SUM(seq_tup_read) FROM pg_stat_user_tables) + (SELECT SUM(idx_tup_read) FROM pg_stat_user_indexes)
  AS visited`;

onEachDatabase('rows that an operation of v1 looks at', { migrate: migrateCore, only: 'postgres' }, (database) => {
  let core: Core;
  let company: SystemActor;
  let token: string;
  let url: string;
  let firstPerson: number;
  let unit: FilledCompany['units'][0];
  let counter: pg.Client;
  let stop: () => Promise<void>;

  before(async function () {
    this.timeout(240_000);
    const connection = database.connection();
    if (connection.type !== 'postgres') throw new Error('This is about PostgreSQL.');
    core = await createCore({ database: { ...connection, poolSize: 2 }, keys: TEST_KEYS });
    const filled = await fillCompany(core, connection, LARGE);
    ({ company, firstPerson } = filled);
    unit = filled.units[0] as FilledCompany['units'][0];
    token = (await core.tokens.issue(company, { name: 'test', abilities: [...ABILITY_NAMES] })).token;
    await addLoginsAndTokens();
    counter = new pg.Client({ connectionString: connection.url });
    await counter.connect();
    await counter.query('VACUUM ANALYZE');
    const routes = createV1Routes(core, { baseUrl: BASE_URL, limitPerMinute: 1_000_000 });
    const listening = await listen(new Koa().use(mount('/api/v1', routes)).callback());
    url = `${listening.url}/api/v1`;
    stop = () => listening.close();
  });

  after(async () => {
    await stop?.();
    await counter?.end();
    await core?.close();
  });

  async function addLoginsAndTokens(): Promise<void> {
    const run = (text: string) =>
      core.extension.database.write(company, 'test', {}, (scope) => scope.rows(rawSql(text)));
    await run(`INSERT INTO shaon_login (company_id, name, email_key, email, role, employee_id, must_change_password,
        failed_attempts, created_at, updated_at)
      SELECT company_id, name, 'p' || id, 'p', 'employee', id, TRUE, 0, created_at, created_at FROM shaon_employee
      WHERE company_id = $1`);
    await run(`INSERT INTO shaon_token (company_id, name, prefix, last_four, digest, abilities, created_by, created_at)
      SELECT company_id, name, prefix, last_four, digest || n, abilities, created_by, created_at
      FROM shaon_token CROSS JOIN generate_series(1, 5000) AS n WHERE company_id = $1`);
  }

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as { data: object | readonly object[] } };
  };

  /** How many rows were looked at so far; both connections of core tell what they have not told yet. */
  async function visited(): Promise<number> {
    const tell = () =>
      core.extension.database.scope(company).rows(rawSql('SELECT $1::int, pg_stat_force_next_flush(), pg_sleep(0.05)'));
    await Promise.all([tell(), tell()]);
    return Number((await counter.query(VISITED)).rows[0].visited);
  }

  interface Operation {
    readonly route: string;
    readonly path: () => string;
    readonly body?: () => object;
  }
  const frozen = () => firstPerson + LARGE.left - 1;
  const pages = (path: string, filters: readonly string[]): Operation[] =>
    filters.flatMap((filter) =>
      [1, LATER].map((page) => ({
        route: `GET ${path}`,
        path: () =>
          `${path}?per_page=${PER_PAGE}&page=${page}${filter.replace('DEPARTMENT', String(unit.department_id + 2))}`,
      })),
    );
  const OPERATIONS: readonly Operation[] = [
    ...pages('/attendance', ['', '&department_id=DEPARTMENT', '&status=pending', '&date_from=2026-02-01']),
    ...pages('/employees', ['', '&status=active', '&department_id=DEPARTMENT&status=active', '&status=frozen']),
    ...pages('/leave', ['', '&status=pending', '&type=army']),
    ...['/departments', '/branches', '/shifts'].map((path) => ({ route: `GET ${path}`, path: () => path })),
    { route: 'GET /employees/{id}', path: () => `/employees/${frozen()}` },
    { route: 'POST /employees', path: () => '/employees', body: () => newEmployee({ ...unit }) },
    { route: 'PATCH /employees/{id}', path: () => `/employees/${frozen()}`, body: () => ({ address: 'Haifa' }) },
    { route: 'POST /employees/{id}/activate', path: () => `/employees/${frozen()}/activate` },
    { route: 'POST /employees/{id}/deactivate', path: () => `/employees/${frozen()}/deactivate` },
  ];

  it('are at most ten for each record, and some', async function () {
    this.timeout(60_000);
    expect([...new Set(OPERATIONS.map(({ route }) => route))].sort()).deep.equal(
      V1_ROUTES.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    for (const { route, path, body } of OPERATIONS) {
      // The first call in a process reads what later ones know.
      for (const isCounted of [false, true]) {
        const before = await visited();
        const answer = await call(route.split(' ')[0] as string, path(), body?.());
        const looked = (await visited()) - before;
        expect(answer.status, `${route} ${path()}`).to.be.within(200, 299);
        const { data } = answer.body;
        const most = Array.isArray(data) ? 10 * data.length + BESIDE_LIST + (COUNTED[route] ?? 0) : 10 + BESIDE_ONE;
        if (!path().includes(`&page=${LATER}`)) expect(data, `${route} ${path()}`).not.to.deep.equal([]);
        if (isCounted) expect(looked, `${route} ${path()}`).to.be.at.most(most);
      }
    }
  });
});
