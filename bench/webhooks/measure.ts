import { setTimeout as sleep } from 'node:timers/promises';
import { usageOfTrees } from '../v1/process-tree.ts';
import type { Child } from './child.ts';
import type { FloorHandlers } from './floor.ts';
import { arrivals } from './percentiles.ts';
import type { Received, ReceiverHandlers } from './receiver.ts';
import type { Stage } from './stage.ts';

/** One round of throughput. */
export interface Throughput {
  readonly deliveriesPerSecond: number;
  /** User and system time of the sender (or floor) alone, and of the database's processes. */
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  /** Of the sending process alone. */
  readonly rssBytes: number;
}

const PATIENCE_MS = 120_000;

/** A backlog that is due at once: deliveries a second between its first and its last receipt. */
export async function senderThroughput(stage: Stage, deliveries: number): Promise<Throughput> {
  const { sender, receiver, prepared } = stage;
  await sender.ask('fill', { deliveries, endpoints: prepared.backlogEndpoints });
  const before = cpu(stage);
  await until(async () => (await sender.ask('openDeliveries')) === 0, 'the backlog is sent');
  const after = cpu(stage);
  return {
    deliveriesPerSecond: perSecond(await receiver.ask('take'), deliveries),
    cpuMs: (after.sender - before.sender) / deliveries,
    databaseCpuMs: (after.database - before.database) / deliveries,
    rssBytes: usageOfTrees([sender.pid]).rssBytes,
  };
}

/** The same number by the floor. */
export async function floorThroughput(
  floor: Child<FloorHandlers>,
  receiver: Child<ReceiverHandlers>,
  deliveries: number,
): Promise<Throughput> {
  const before = usageOfTrees([floor.pid]);
  await floor.ask('sendAll', deliveries);
  const after = usageOfTrees([floor.pid]);
  return {
    deliveriesPerSecond: perSecond(await receiver.ask('take'), deliveries),
    cpuMs: (after.cpuMs - before.cpuMs) / deliveries,
    databaseCpuMs: 0,
    rssBytes: after.rssBytes,
  };
}

/** Milliseconds from commit to receipt, of every event of a steady stream to one endpoint. */
export async function senderLatencies(stage: Stage, rate: number, seconds: number): Promise<number[]> {
  const { producer, receiver } = stage;
  const commits = await producer.ask('produce', { rate, seconds });
  await until(async () => (await receiver.ask('count')) >= commits.at.length, 'every event has arrived');
  await until(async () => (await stage.sender.ask('openDeliveries')) === 0, 'every event is on record');
  const { latencies, missing } = arrivals(commits, await receiver.ask('take'), 0);
  if (missing > 0) throw new Error(`${missing} events have not arrived`);
  return latencies;
}

/** The same stream by the floor, from the moment at which each is to go out. */
export async function floorLatencies(
  floor: Child<FloorHandlers>,
  receiver: Child<ReceiverHandlers>,
  rate: number,
  seconds: number,
): Promise<number[]> {
  const begun = await floor.ask('sendAt', { rate, seconds });
  const received = await receiver.ask('take');
  return [...received.at].map((at, index) => at - (begun[received.delivery[index] as number] as number));
}

function cpu({ sender, pids }: Stage): { sender: number; database: number } {
  const own = usageOfTrees([sender.pid]).cpuMs;
  return { sender: own, database: usageOfTrees(pids.filter((pid) => pid !== sender.pid)).cpuMs };
}

function perSecond({ at }: Received, deliveries: number): number {
  if (at.length < deliveries) throw new Error(`${at.length} of ${deliveries} deliveries have arrived`);
  const [first, last] = [at[0] as number, at[at.length - 1] as number];
  return (at.length - 1) / ((last - first) / 1_000);
}

export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`In vain waited until ${what}`);
    await sleep(100);
  }
}
