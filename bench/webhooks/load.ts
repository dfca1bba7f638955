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
  readonly rssBytes: number;
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
  let isWritten = false;
  const isOver = () => isWritten;
  const before = usageOfTrees([stage.sender.pid]).cpuMs;
  const [commits] = await Promise.all([
    produce(stage, rate, seconds).finally(() => {
      isWritten = true;
    }),
    regularly(settings.pruneSeconds, isOver, () => stage.sender.ask('prune')),
    regularly(seconds / SAMPLES, isOver, async () => {
      samples.push(await sample(stage, (performance.now() - started) / 1_000));
    }),
  ]);
  const took = (performance.now() - started) / 1_000;
  await everythingSettled(stage);
  const cpuMs = usageOfTrees([stage.sender.pid]).cpuMs - before;
  const received = await stage.receiver.ask('take');
  const found = Array.from({ length: endpoints }, (_, endpoint) => arrivals(commits, received, endpoint));
  await stage.sender.ask('prune');
  const left = await stage.sender.ask('tables');
  return [
    `${database}: ${commits.at.length} events to ${endpoints} endpoints in ${took.toFixed(0)} s`,
    arrivalLines(commits, found, took),
    `CPU of the sender's process${database === 'sqlite' ? ', which writes as well' : ''}: ${(cpuMs / (took * 10)).toFixed(0)} % of a core`,
    `rows left after the last pruning: ${left.rows}`,
    sampleTable(samples, database),
  ].join('\n');
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

async function regularly(everySeconds: number, isOver: () => boolean, work: () => Promise<unknown>): Promise<void> {
  while (!isOver()) {
    await sleep(everySeconds * 1_000);
    await work();
  }
}

function everythingSettled({ sender }: Stage): Promise<void> {
  return until(async () => (await sender.ask('openDeliveries')) === 0, 'every delivery is over');
}

async function sample({ sender, file }: Stage, second: number): Promise<Sample> {
  const { rows, bytes } = await sender.ask('tables');
  const wal = file === null ? 0 : statSync(`${file}-wal`).size;
  return { second, rows, bytes: bytes ?? wal, rssBytes: usageOfTrees([sender.pid]).rssBytes };
}

function arrivalLines(commits: Commits, found: readonly Arrivals[], took: number): string {
  const sum = (of: (each: Arrivals) => number) => found.reduce((total, each) => total + of(each), 0);
  const { p50, p95, p99, max } = percentiles(found.flatMap((each) => each.latencies));
  const arrived = sum((each) => each.latencies.length);
  return [
    `commit to receipt: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${max.toFixed(1)} ms`,
    `${(commits.at.length / took).toFixed(0)} events/s written, ${(arrived / took).toFixed(0)} deliveries/s`,
    `arrived ${arrived}, missing ${sum((each) => each.missing)}, doubled ${sum((each) => each.doubles)}`,
  ].join('\n');
}

function sampleTable(samples: readonly Sample[], database: DatabaseKind): string {
  const bytes = database === 'postgres' ? 'tables and indices MB' : 'write-ahead log MB';
  const mb = (value: number) => (value / 2 ** 20).toFixed(0);
  return [
    `| second | RSS MB | rows of events, deliveries, attempts | ${bytes} |`,
    '|--:|--:|--:|--:|',
    ...samples.map((each) => `| ${each.second.toFixed(0)} | ${mb(each.rssBytes)} | ${each.rows} | ${mb(each.bytes)} |`),
  ].join('\n');
}
