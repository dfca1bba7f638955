import '../v1/without-password-hash.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Core, createCore, keyCoreByCompany, type SystemActor } from '@shaon/core';
import pg from 'pg';
import { median } from '../median.ts';
import { makePeople } from '../people/company.ts';
import { BENCH_KEYS } from '../v1/data/company.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { usageOfTrees } from '../v1/process-tree.ts';

/*
 * Measures the cost of keys that begin with the company on PostgreSQL: the same people in a normally migrated database
 * and in a converted copy, each call in turns. CPU time of this process and of PostgreSQL.
 */

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    people: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '7' },
    calls: { type: 'string', default: '300' },
  },
});
const [people, rounds, calls] = [Number(values.people), Number(values.rounds), Number(values.calls)];
const PAGE = { page: 1, per_page: 50 };

interface Side {
  readonly core: Core;
  readonly company: SystemActor;
  readonly token: string;
}

let serial = 0;

const CALLS: readonly (readonly [title: string, call: (side: Side) => Promise<unknown>])[] = [
  ['token by digest', ({ core, token }) => core.tokens.authenticate(token)],
  [
    'token, page of employees',
    async ({ core, company, token }) => {
      await core.tokens.authenticate(token);
      return core.employees.list(company, {}, PAGE);
    },
  ],
  ['new employee', ({ core, company }) => core.employees.create(company, newEmployee())],
  [
    'new token',
    async ({ core, company }) => {
      const { summary } = await core.tokens.issue(company, { name: 'bench', abilities: ['employees:read'] });
      await core.tokens.revoke(company, summary.id);
    },
  ],
  [
    'refused sign-in',
    ({ core }) => core.accounts.signIn({ email: address(), password: 'wrong one 1' }).catch(() => {}),
  ],
];

/** Each somebody else's, so that nobody is blocked. */
const address = () => `employee${1 + (serial++ % people)}@bench.example`;

function newEmployee() {
  serial += 1;
  const digits = String(60_000_000 + serial);
  const sum = [...digits].reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  const id_number = digits + String((10 - (sum % 10)) % 10);
  const email = `hired${serial}@bench.example`;
  return { name: 'Dana', id_number, email, phone: '050-1234567', salary_type: 'hourly' as const, hourly_rate: '40' };
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function open(url: string, company: SystemActor): Promise<Side> {
  const core = await createCore({ database: { type: 'postgres', url }, keys: BENCH_KEYS, withoutEvents: true });
  const { token } = await core.tokens.issue(company, { name: 'bench', abilities: ['employees:read'] });
  return { core, company, token };
}

async function measure(sides: readonly [Side, Side], processes: readonly number[]): Promise<void> {
  console.log('| | as migrated, ms | by company, ms | |\n|---|--:|--:|--:|');
  for (const [title, call] of CALLS) {
    const taken = sides.map((): number[] => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [index, side] of sides.entries()) {
        const before = usageOfTrees(processes).cpuMs;
        for (let count = 0; count < calls; count++) await call(side);
        // The first round warms up.
        if (round > 0) taken[index]?.push((usageOfTrees(processes).cpuMs - before) / calls);
      }
    }
    const [migrated = 0, keyed = 0] = taken.map(median);
    console.log(`| ${title} | ${migrated.toFixed(3)} | ${keyed.toFixed(3)} | ${(keyed / migrated).toFixed(2)} × |`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'shaon-bench-keys-'));
// If this runs as root, PostgreSQL runs as another user.
chmodSync(folder, 0o755);
const server = await startPostgres(folder);
try {
  const copy = server.url.replace(/[^/]+$/, 'keyed');
  const { core, company } = await makePeople({ type: 'postgres', url: server.url }, people);
  await core.close();
  await run(server.url.replace(/[^/]+$/, 'template1'), 'CREATE DATABASE keyed TEMPLATE postgres');
  const started = performance.now();
  await keyCoreByCompany({ type: 'postgres', url: copy });
  console.log(`\n${people} people, converted in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  for (const url of [server.url, copy]) await run(url, 'VACUUM ANALYZE');
  const sides = [await open(server.url, company), await open(copy, company)] as const;
  await measure(sides, [process.pid, server.pid]);
  for (const side of sides) await side.core.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
