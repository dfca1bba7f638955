import type { DatabaseKind } from '../v1/settings.ts';
import type { FloorHandlers } from './floor.ts';
import { floorLatencies, floorThroughput, senderLatencies, senderThroughput, type Throughput } from './measure.ts';
import { median, type Percentiles, percentiles } from './percentiles.ts';
import { readSettings } from './settings.ts';
import { clearStage, setStage, start } from './stage.ts';

/* `pnpm --filter bench webhooks`: the sender of webhooks beside undici alone, on both databases. */

interface Found {
  readonly name: string;
  readonly throughput: Throughput[];
  readonly latency: Percentiles[];
}

const settings = readSettings(process.argv.slice(2));

try {
  for (const database of settings.databases) {
    const found = await measureOn(database);
    console.log(`\n${table(database, found)}\n`);
    await clearStage();
  }
} finally {
  await clearStage();
}

/**
 * In each round the sender and the floor, so that other work on the machine affects both. The first round is only a
 * warm-up.
 */
async function measureOn(database: DatabaseKind): Promise<Found[]> {
  const { rounds, deliveries, endpoints, maxInflight, employees, rate, seconds, profile } = settings;
  console.error(`Setting up ${database}`);
  const plan = { employees, live: 1, backlog: endpoints, maxInflight };
  const stage = await setStage(database, { plan, keepsNothing: false, profile });
  const { receiver, certificate, port } = stage;
  const floor = start<FloorHandlers>('floor');
  await floor.ask('open', { port, cert: certificate.cert, endpoints, maxInflight });
  const sender: Found = { name: 'sender', throughput: [], latency: [] };
  const undici: Found = { name: 'undici', throughput: [], latency: [] };
  for (let round = 0; round <= rounds; round++) {
    const measured = [
      [sender, await senderThroughput(stage, deliveries)],
      [undici, await floorThroughput(floor, receiver, deliveries)],
    ] as const;
    const streams = [
      [sender, percentiles(await senderLatencies(stage, rate, seconds))],
      [undici, percentiles(await floorLatencies(floor, receiver, rate, seconds))],
    ] as const;
    for (const [{ name }, { deliveriesPerSecond }] of measured) {
      console.error(`round ${round}, ${name}: ${deliveriesPerSecond.toFixed(0)}/s`);
    }
    for (const [{ name }, { p50, p95, p99 }] of streams) {
      console.error(`round ${round}, ${name}: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`);
    }
    if (round === 0) continue;
    for (const [into, figures] of measured) into.throughput.push(figures);
    for (const [into, figures] of streams) into.latency.push(figures);
  }
  return [sender, undici];
}

/** A Markdown table of the medians of the rounds. */
function table(database: DatabaseKind, found: readonly Found[]): string {
  const lines = [
    `| ${database} | deliveries/s | CPU ms/delivery | CPU ms of the database | RSS MB | p50 ms at ${settings.rate}/s | p95 ms | p99 ms |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|',
  ];
  for (const { name, throughput, latency } of found) {
    const of = (figure: keyof Throughput, digits: number, unit = 1) =>
      (median(throughput.map((round) => round[figure])) / unit).toFixed(digits);
    const ms = (figure: keyof Percentiles) => median(latency.map((round) => round[figure])).toFixed(1);
    lines.push(
      `| ${name} | ${of('deliveriesPerSecond', 0)} | ${of('cpuMs', 3)} | ${of('databaseCpuMs', 3)} | ` +
        `${of('rssBytes', 0, 2 ** 20)} | ${ms('p50')} | ${ms('p95')} | ${ms('p99')} |`,
    );
  }
  return [...lines, '', besideUndici(found)].join('\n');
}

/** The medians of what each round gives beside undici in the same round. */
function besideUndici([sender, undici]: readonly Found[]): string {
  const ratio = (figure: 'deliveriesPerSecond' | 'cpuMs') =>
    median(
      (sender?.throughput ?? []).map((round, index) => round[figure] / (undici?.throughput[index]?.[figure] ?? 0)),
    ).toFixed(2);
  return `The sender beside undici: ${ratio('deliveriesPerSecond')} × its rate, ${ratio('cpuMs')} × its CPU`;
}
