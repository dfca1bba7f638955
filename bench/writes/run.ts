import '../v1/without-password-hash.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import {
  type Contender,
  cpuWhile,
  databaseOf,
  openContenders,
  partOf,
  postgresDatabaseOf,
  printBeside,
  withoutPasswordHash,
} from '../beside.ts';
import { orderOfTurn } from '../order-of-turn.ts';
import { BENCH_KEYS, type BenchCompany } from '../v1/data/company.ts';
import { type PostgresServer, startPostgres } from '../v1/postgres-server.ts';
import { newEmployee } from '../v1/workloads.ts';

/*
 * Measures a write with its own commit and without HTTP: a punch in, a punch out, an approval, a transfer and a new employee. On
 * PostgreSQL the time of the server counts too.
 */

type Core = typeof import('@shaon/core');
type DatabaseConnection = import('@shaon/core').DatabaseConnection;
type Write = (person: number, day: string) => Promise<unknown>;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite' },
    rows: { type: 'string', default: '200000' },
    people: { type: 'string', default: '380' },
    rounds: { type: 'string', default: '6' },
    beside: { type: 'string' },
    keep: { type: 'string' },
  },
});
const [rows, people, rounds] = [values.rows, values.people, values.rounds].map(Number) as [number, number, number];
/** Writes of one core before the other's turn. */
const IN_TURN = 20;
const FIRST_DAY = Date.UTC(2026, 5, 20);
const DAY_MS = 86_400_000;

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-writes-'));

interface Writers extends Contender {
  readonly people: number;
  readonly writes: Readonly<Record<string, Write>>;
}

interface Filled {
  readonly connection: DatabaseConnection;
  readonly company: BenchCompany;
  /** The people who write, in the order of their ids. */
  readonly ids: readonly number[];
}

/** The people who write; the company's id and their number are written as the driver takes values. */
const activeIds = (company: string, most: string) =>
  `SELECT id FROM shaon_employee WHERE company_id = ${company} AND status = 'active' ORDER BY id LIMIT ${most}`;

async function fill(checkout: string, place: string, server: PostgresServer | null): Promise<Filled> {
  if (server === null) {
    const { path, company } = await databaseOf(checkout, place, rows);
    const database = new Sqlite(path, { readonly: true });
    const found = database.prepare(activeIds('?', '?')).all([company.companyId, people]) as { id: number }[];
    database.close();
    return { connection: { type: 'sqlite', path }, company, ids: found.map(({ id }) => id) };
  }
  const { url, company } = await postgresDatabaseOf(checkout, server, basename(place), rows);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = await client.query<{ id: string }>(activeIds('$1', '$2'), [company.companyId, people]);
  await client.end();
  return { connection: { type: 'postgres', url }, company, ids: found.rows.map(({ id }) => Number(id)) };
}

async function open(checkout: string, place: string, server: PostgresServer | null): Promise<Writers> {
  withoutPasswordHash(checkout);
  const { createCore, systemActor } = await partOf<Core>(checkout, 'packages/core/dist/index.js');
  const { connection, company, ids } = await fill(checkout, place, server);
  const core = await createCore({ database: connection, keys: BENCH_KEYS, withoutEvents: true });
  const idOf = (person: number) => ids[person] as number;
  const actor = systemActor(company.companyId);
  const days = new Map<number, number>();
  const departments = await core.organization.departments(actor);
  return {
    people: ids.length,
    writes: {
      'punch in': async (person, day) => {
        const { id } = await core.attendance.punchIn(actor, idOf(person), { at: new Date(`${day}T08:00:00Z`) });
        days.set(person, id);
      },
      'punch out': (person, day) => core.attendance.punchOut(actor, idOf(person), { at: new Date(`${day}T15:00:00Z`) }),
      approval: (person) => core.attendance.approve(actor, [days.get(person) as number]),
      transfer: (person, day) => {
        const { id } = departments[(person + Number(day.slice(-2))) % departments.length] as { id: number };
        return core.employees.update(actor, idOf(person), { department_id: id });
      },
      'new employee': () => core.employees.create(actor, newEmployee()),
    },
    close: () => core.close(),
  };
}

/** CPU of a write in µs, over the writes of one turn. */
async function cpuOf(
  write: Write,
  [first, last]: readonly [number, number],
  day: string,
  server: PostgresServer | null,
): Promise<number> {
  const cpu = await cpuWhile(async () => {
    for (let person = first; person < last; person++) await write(person, day);
  }, server);
  return cpu / (last - first);
}

async function measure(writers: readonly Writers[], server: PostgresServer | null): Promise<Map<string, number[][]>> {
  const measured = new Map<string, number[][]>();
  const count = Math.min(...writers.map(({ people }) => people));
  // One more round than requested, for compilation and filling caches.
  for (let round = 0; round <= rounds; round++) {
    const day = new Date(FIRST_DAY + round * DAY_MS).toISOString().slice(0, 10);
    for (const name of Object.keys(writers[0]?.writes ?? {})) {
      for (let first = 0; first < count; first += IN_TURN) {
        for (const [index, { writes }] of orderOfTurn(writers, first / IN_TURN)) {
          const cpu = await cpuOf(writes[name] as Write, [first, Math.min(first + IN_TURN, count)], day, server);
          const all = measured.get(name) ?? writers.map(() => []);
          measured.set(name, all);
          if (round > 0) all[index]?.push(cpu);
        }
      }
    }
  }
  return measured;
}

/** PostgreSQL runs as another user, who must enter the folder. */
async function startServer(): Promise<PostgresServer> {
  chmodSync(folder, 0o755);
  return startPostgres(folder);
}

const server = values.database === 'postgres' ? await startServer() : null;
try {
  const writers = await openContenders(folder, values.beside, (checkout, place) => open(checkout, place, server));
  printBeside(await measure(writers, server));
  for (const contender of writers) await contender.close();
} finally {
  await server?.stop();
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
