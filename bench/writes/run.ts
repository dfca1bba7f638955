import '../v1/without-password-hash.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import {
  type Contender,
  cpuWhile,
  databaseOf,
  openContenders,
  partOf,
  printBeside,
  withoutPasswordHash,
} from '../beside.ts';
import { BENCH_KEYS, type BenchCompany } from '../v1/data/company.ts';
import { newEmployee } from '../v1/workloads.ts';

/*
 * Measures a write on SQLite with its own commit and without HTTP: a punch in, a punch out, an approval and a new
 * employee.
 */

type Core = typeof import('@shaon/core');
type Write = (person: number, day: string) => Promise<unknown>;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
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

async function open(checkout: string, place: string): Promise<Writers> {
  withoutPasswordHash(checkout);
  const { createCore, systemActor } = await partOf<Core>(checkout, 'packages/core/dist/index.js');
  const { path, company } = await databaseOf(checkout, place, rows);
  const core = await createCore({ database: { type: 'sqlite', path }, keys: BENCH_KEYS, withoutEvents: true });
  const ids = activeIds(path, company);
  const idOf = (person: number) => ids[person] as number;
  const actor = systemActor(company.companyId);
  const days = new Map<number, number>();
  return {
    people: ids.length,
    writes: {
      'punch in': async (person, day) => {
        const { id } = await core.attendance.punchIn(actor, idOf(person), { at: new Date(`${day}T08:00:00Z`) });
        days.set(person, id);
      },
      'punch out': (person, day) => core.attendance.punchOut(actor, idOf(person), { at: new Date(`${day}T15:00:00Z`) }),
      approval: (person) => core.attendance.approve(actor, [days.get(person) as number]),
      'new employee': () => core.employees.create(actor, newEmployee()),
    },
    close: () => core.close(),
  };
}

function activeIds(path: string, { companyId }: BenchCompany): number[] {
  const database = new Sqlite(path, { readonly: true });
  const found = database
    .prepare<[number, number], { id: number }>(
      `SELECT id FROM shaon_employee WHERE company_id = ? AND status = 'active' ORDER BY id LIMIT ?`,
    )
    .all(companyId, people);
  database.close();
  return found.map(({ id }) => id);
}

/** CPU of a write in µs, over the writes of one turn. */
async function cpuOf(write: Write, first: number, last: number, day: string): Promise<number> {
  const cpu = await cpuWhile(async () => {
    for (let person = first; person < last; person++) await write(person, day);
  });
  return cpu / (last - first);
}

async function measure(writers: readonly Writers[]): Promise<Map<string, number[][]>> {
  const measured = new Map<string, number[][]>();
  const count = Math.min(...writers.map(({ people }) => people));
  // One more round than requested, for compilation and filling caches.
  for (let round = 0; round <= rounds; round++) {
    const day = new Date(FIRST_DAY + round * DAY_MS).toISOString().slice(0, 10);
    for (const name of Object.keys(writers[0]?.writes ?? {})) {
      for (let first = 0; first < count; first += IN_TURN) {
        for (const [index, { writes }] of writers.entries()) {
          const cpu = await cpuOf(writes[name] as Write, first, Math.min(first + IN_TURN, count), day);
          const all = measured.get(name) ?? writers.map(() => []);
          measured.set(name, all);
          if (round > 0) all[index]?.push(cpu);
        }
      }
    }
  }
  return measured;
}

try {
  const writers = await openContenders(folder, values.beside, open);
  printBeside(await measure(writers));
  for (const contender of writers) await contender.close();
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
