import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageOfTrees } from '../v1/process-tree.ts';
import type { DatabaseKind } from '../v1/settings.ts';
import { until } from './measure.ts';
import { type Arrivals, arrivals, percentiles } from './percentiles.ts';
import type { Commits } from './service.ts';
import { readLoadSettings } from './settings.ts';
import { clearStage, type Stage, setStage } from './stage.ts';

/*
 * `pnpm --filter bench webhooks:load`: a steady stream of domain events, each to every endpoint. Whether all of them
 * arrive, how late, and whether tables and memory stay as they are while what is over is pruned.
 */

interface Sample {
  readonly second: number;
  /** Deliveries that are due and not on their way. */
  readonly due: number;
  /** How long the oldest of them has been due. */
  readonly oldestMs: number;
  /** Of the sender's process, and of the one that writes. */
  readonly rssBytes: number;
  readonly writerRssBytes: number;
  readonly rows: number;
  /** Of the tables with their indices on PostgreSQL, of the write-ahead log on SQLite. */
  readonly bytes: number;
}

const SAMPLES = 20;
const LONGEST_PIECE_S = 10;

const settings = readLoadSettings(process.argv.slice(2));

try {
  for (const database of settings.databases) {
    console.log(`\n${await loadOn(database)}\n`);
    await clearStage();
  }
} finally {
  await clearStage();
}

async function loadOn(database: DatabaseKind): Promise<string> {
  const { rate, seconds, endpoints, maxInflight, employees, profile } = settings;
  console.error(`Setting up ${database}`);
  const plan = { employees, live: endpoints, backlog: 0, maxInflight };
  const stage = await setStage(database, { plan, keepsNothing: true, profile });
  // Code is compiled and caches are filled by the time that counting begins.
  await stage.producer.ask('produce', { rate: Math.min(rate, 100), seconds: Math.min(5, seconds) });
  await everythingSettled(stage);
  await stage.receiver.ask('take');

  const samples: Sample[] = [];
  const started = performance.now();
  const written = new AbortController();
  const before = cpuOf(stage);
  let after = before;
  let took = 0;
  const [commits] = await Promise.all([
    produce(stage, rate, seconds).finally(() => {
      took = (performance.now() - started) / 1_000;
      after = cpuOf(stage);
      written.abort();
    }),
    regularly(settings.pruneSeconds, written.signal, () => stage.sender.ask('prune')),
    regularly(seconds / SAMPLES, written.signal, async () => {
      samples.push(await sample(stage, (performance.now() - started) / 1_000));
    }),
  ]);
  await everythingSettled(stage);
  const settled = (performance.now() - started) / 1_000;
  const received = await stage.receiver.ask('take');
  const found = Array.from({ length: endpoints }, (_, endpoint) => arrivals(commits, received, endpoint));
  await stage.sender.ask('prune');
  const left = await stage.sender.ask('tables');
  const shares = Object.entries(after).map(
    ([name, cpuMs]) => `${name} ${((cpuMs - (before[name] as number)) / (took * 10)).toFixed(0)} %`,
  );
  return [
    `${database}: ${rate} events/s wanted for ${seconds} s, to ${endpoints} endpoints with max_inflight ${maxInflight}`,
    '',
    arrivalLines(commits, found, took),
    `- all on record ${(settled - took).toFixed(1)} s after the last was written; rows left after the last pruning: ${left.rows}`,
    `- CPU, of a core: ${shares.join(', ')}`,
    '',
    sampleTable(samples, database),
  ].join('\n');
}

/** Milliseconds of CPU by what runs; on SQLite one process writes and sends. */
function cpuOf({ sender, producer, receiver, pids }: Stage): Record<string, number> {
  const of = (...roots: number[]) => usageOfTrees(roots).cpuMs;
  if (sender === producer) return { 'writer and sender': of(sender.pid), receiver: of(receiver.pid) };
  const database = pids.filter((pid) => pid !== sender.pid);
  return { writer: of(producer.pid), sender: of(sender.pid), database: of(...database), receiver: of(receiver.pid) };
}

/** In pieces, so that no answer between the processes gets large. */
async function produce({ producer }: Stage, rate: number, seconds: number): Promise<Commits> {
  const pieces: Commits[] = [];
  for (let left = seconds; left > 0; left -= LONGEST_PIECE_S) {
    pieces.push(await producer.ask('produce', { rate, seconds: Math.min(left, LONGEST_PIECE_S) }));
  }
  const joined = (of: keyof Commits) => Float64Array.from(pieces.flatMap((piece) => [...piece[of]]));
  return { employee: joined('employee'), at: joined('at') };
}

async function regularly(everySeconds: number, over: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!over.aborted) {
    await sleep(everySeconds * 1_000, undefined, { signal: over }).catch(() => undefined);
    await work();
  }
}

function everythingSettled({ sender }: Stage): Promise<void> {
  return until(async () => (await sender.ask('openDeliveries')) === 0, 'every delivery is over');
}

async function sample({ sender, producer, file }: Stage, second: number): Promise<Sample> {
  const [{ rows, bytes }, { due, oldestDueMs }] = await Promise.all([sender.ask('tables'), sender.ask('backlog')]);
  const wal = file === null ? 0 : statSync(`${file}-wal`).size;
  const rss = (pid: number) => usageOfTrees([pid]).rssBytes;
  return {
    ...{ second, due, oldestMs: oldestDueMs, rows, bytes: bytes ?? wal },
    ...{ rssBytes: rss(sender.pid), writerRssBytes: rss(producer.pid) },
  };
}

function arrivalLines(commits: Commits, found: readonly Arrivals[], took: number): string {
  const sum = (of: (each: Arrivals) => number) => found.reduce((total, each) => total + of(each), 0);
  const { p50, p95, p99, max } = percentiles(found.flatMap((each) => each.latencies));
  const arrived = sum((each) => each.latencies.length);
  const events = commits.at.length;
  return [
    `- events written ${events} in ${took.toFixed(0)} s, ${(events / took).toFixed(0)}/s`,
    `- deliveries wanted ${events * found.length}, arrived ${arrived}, missing ${sum((each) => each.missing)}, doubled ${sum((each) => each.doubles)}`,
    `- commit to receipt: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${max.toFixed(1)} ms`,
  ].join('\n');
}

function sampleTable(samples: readonly Sample[], database: DatabaseKind): string {
  const isPostgres = database === 'postgres';
  const mb = (value: number) => (value / 2 ** 20).toFixed(0);
  const columns: readonly (readonly [string, (each: Sample) => string])[] = [
    ['second', ({ second }) => second.toFixed(0)],
    ['backlog', ({ due }) => String(due)],
    ['oldest ms', ({ oldestMs }) => oldestMs.toFixed(0)],
    ['sender MB', ({ rssBytes }) => mb(rssBytes)],
    ...(isPostgres ? [['writer MB', ({ writerRssBytes }: Sample) => mb(writerRssBytes)] as const] : []),
    ['rows of events, deliveries, attempts', ({ rows }) => String(rows)],
    [isPostgres ? 'tables and indices MB' : 'write-ahead log MB', ({ bytes }) => mb(bytes)],
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([name]) => name)),
    line(columns.map(() => '--:')),
    ...samples.map((each) => line(columns.map(([, cell]) => cell(each)))),
  ].join('\n');
}
