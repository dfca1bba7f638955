import { createCore, systemActor } from '@shaon/core';
import { TEST_KEYS } from '../hire.ts';
import { webhooksWith } from '../webhooks-with.ts';
import { actAtRandom, randomOf } from './random-acts.ts';

/*
 * Writes at random, some writers at once, and sends webhooks, until it is killed or its standard input ends. Says "ready",
 * and each fault as a line. Its argument is a RandomOrder as JSON.
 */

export interface RandomOrder {
  readonly connection: Parameters<typeof createCore>[0]['database'] & object;
  readonly companyId: number;
  readonly ca: string;
  readonly seed: number;
  /** Numbers for its people that no other process uses. */
  readonly serial: number;
}

const WRITERS = 6;
/** So many days of punches in a second. */
const DAYS_A_SECOND = 3;
const DAY_MS = 86_400_000;

const order = JSON.parse(process.argv[2] ?? '') as RandomOrder;
const core = await createCore({
  database: order.connection,
  keys: TEST_KEYS,
  welcomeMessages: false,
  attendanceStatuses: ['exported'],
});
const webhooks = await webhooksWith(core, {
  allow: ['127.0.0.0/8', 'localhost'],
  extraCa: order.ca,
  deadlineMs: 1_000,
  leaseMarginMs: 0,
  pollMs: 100,
  waitsMs: Array(100).fill(100),
});
await webhooks.start();

const began = Date.now();
let isStopping = false;
let last = 0;

async function write(writer: number): Promise<void> {
  const scene = {
    core,
    company: systemActor(order.companyId),
    random: randomOf(order.seed * WRITERS + writer),
    serial: () => order.serial * 10_000 + ++last,
    // Later in each round, and never in the future.
    punchTime: () =>
      new Date(began - 400 * DAY_MS + order.serial * 10 * DAY_MS + (Date.now() - began) * DAYS_A_SECOND * 86_400),
  };
  while (!isStopping)
    for (const fault of await actAtRandom(scene)) process.stdout.write(`${fault.replaceAll('\n', ' ')}\n`);
}

process.stdin.on('end', () => {
  isStopping = true;
});
process.stdin.resume();
process.stdout.write('ready\n');
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
await webhooks.stop();
await core.close();
