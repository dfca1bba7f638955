import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Core, type DatabaseConnection, type LoginRole, type SystemActor, systemActor } from '@shaon/core';
import { adminRequestListener } from '@shaon/http-koa/admin';
import { createWebhooks, migrateWebhooks, type Webhooks } from '@shaon/webhooks';
import pg from 'pg';
import { median } from '../median.ts';
import { copySqliteFile, fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { type PostgresServer, startPostgres } from '../v1/postgres-server.ts';
import { usageOfTrees } from '../v1/process-tree.ts';
import { completeCompany, type Emails, execute, letPeopleIn, openCore, ROLES, sessionOf } from './company.ts';
import { everyPage, type OpenedPage, searches } from './pages.ts';
import { makePeople } from './people.ts';

/*
 * `npm run --prefix bench pages`: measures a page of the web interface in CPU time of PostgreSQL and of this process,
 * which also runs the small client. Ends with code 1 if a page takes longer than the limit, or fails.
 */

const LIMIT_MS = 50;
const WARM_UPS = 3;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    rows: { type: 'string', default: '1000000' },
    audit: { type: 'string', default: '1000000' },
    deliveries: { type: 'string', default: '100000' },
    people: { type: 'string', default: '20000' },
    calls: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
});
const calls = Number(values.calls);
const sizes = { auditRows: Number(values.audit), deliveries: Number(values.deliveries) };

interface Place {
  /** For the company with a history. */
  readonly database: DatabaseConnection;
  readonly companyId: number;
  /** Empty, for the many people. */
  readonly empty: DatabaseConnection;
  readonly postgres: PostgresServer | null;
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-pages-'));
mkdirSync(folder, { recursive: true });
// If this runs as root, PostgreSQL runs as another user.
chmodSync(folder, 0o755);
let isWithin = true;
try {
  for (const kind of values.database.split(',')) {
    if (kind === 'sqlite') await measureIn(await onSqlite());
    else await measureOnPostgres();
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;

async function onSqlite(): Promise<Place> {
  const { path, company } = await makeSqliteFile(folder, Number(values.rows));
  const own = join(mkdtempSync(join(folder, 'run-')), 'pages.sqlite');
  const copy = copySqliteFile(path, 'pages');
  return {
    database: { type: 'sqlite', path: copy },
    companyId: company.companyId,
    empty: { type: 'sqlite', path: own },
    postgres: null,
  };
}

async function measureOnPostgres(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'shaon-bench-pg-'));
  chmodSync(place, 0o755);
  const postgres = await startPostgres(place);
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('CREATE DATABASE people');
    await client.end();
    const empty = postgres.url.replace(/\/postgres$/, '/people');
    const { companyId } = await fillPostgres(postgres.url, Number(values.rows));
    const database = { type: 'postgres', url: postgres.url } as const;
    await measureIn({ database, companyId, empty: { type: 'postgres', url: empty }, postgres });
  } finally {
    await postgres.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

async function measureIn({ database, companyId, empty, postgres }: Place): Promise<void> {
  const emails = await completeCompany(database, companyId, sizes);
  const core = await openCore(database);
  const company = systemActor(companyId);
  console.log(
    `\n${database.type}: ${values.rows} days, ${values.audit} audit rows, ${values.deliveries} deliveries; ` +
      `CPU in ms, medians of ${calls}, at most ${LIMIT_MS}`,
  );
  await measure({ core, company, emails, postgres, pagesOf: (webhooks) => everyPage(core, webhooks, company) });
  await core.close();

  const people = await makePeople(empty, Number(values.people));
  await people.core.close();
  // As the server's own vacuum does some seconds later.
  if (empty.type === 'postgres') await execute(empty, ['VACUUM ANALYZE']);
  await migrateWebhooks(empty);
  const large = await openCore(empty);
  const largeEmails = await letPeopleIn(large, people.company);
  console.log(`\n${database.type}: people among ${values.people}`);
  const pagesOf = async () => searches();
  await measure({ core: large, company: people.company, emails: largeEmails, postgres, pagesOf });
  await large.close();
}

async function measure(parts: {
  readonly core: Core;
  readonly company: SystemActor;
  readonly emails: Emails;
  readonly postgres: PostgresServer | null;
  readonly pagesOf: (webhooks: Webhooks) => Promise<OpenedPage[]>;
}): Promise<void> {
  const { core, emails, postgres, pagesOf } = parts;
  const webhooks = await createWebhooks(core);
  const pages = (await pagesOf(webhooks)).filter(({ path }) => path.includes(values.only));
  const cookies = new Map<LoginRole, string>();
  for (const role of ROLES) cookies.set(role, await sessionOf(core, emails[role]));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', adminRequestListener(core, webhooks, { baseUrl: `${origin}/admin`, path: '/admin' }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const { path, role } of pages) {
    const open = () => opened(agent, `${origin}/admin${path}`, cookies.get(role) ?? '');
    const status = await open();
    for (let call = 1; call < WARM_UPS; call++) await open();
    const ofPostgres = () => (postgres === null ? 0 : usageOfTrees([postgres.pid]).cpuMs);
    const before = ofPostgres();
    const taken: number[] = [];
    for (let call = 0; call < calls; call++) {
      const start = process.cpuUsage();
      await open();
      const { user, system } = process.cpuUsage(start);
      taken.push((user + system) / 1_000);
    }
    const ms = median(taken);
    const database = (ofPostgres() - before) / calls;
    const isOver = ms + database > LIMIT_MS || status !== 200;
    if (isOver) isWithin = false;
    const figures = `${ms.toFixed(1).padStart(7)}${postgres === null ? '' : ` + ${database.toFixed(1).padStart(5)}`}`;
    console.log(
      `${role.padEnd(9)}${decodeURIComponent(path).padEnd(48)} ${status} ${figures}${isOver ? '  OVER' : ''}`,
    );
  }
  agent.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function opened(agent: Agent, url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, 'Accept-Language': 'he' };
    get(url, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}
