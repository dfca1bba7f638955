import * as undici from 'undici';
import { createAddressGuard } from '../../src/address-guard/address-guard.ts';
import { createAttemptSender } from '../../src/dispatch/send-attempt.ts';

/*
 * Sends attempts in a process of its own, so that its memory is the sender's and not the receiver's.
 * Its argument is a MemoryOrder as JSON, its output a MemoryReport.
 */

export interface MemoryOrder {
  readonly ca: string;
  /** An endpoint that answers as it should. */
  readonly warmUp: string;
  readonly urls: readonly string[];
  /** Attempts to each, at the same time. */
  readonly atATime: number;
}

export interface MemoryReport {
  readonly before: number;
  readonly peak: number;
  readonly outcomes: readonly string[];
  readonly longestMs: number;
}

const order = JSON.parse(process.argv[2] ?? '') as MemoryOrder;
const sender = createAttemptSender(undici, {
  guard: createAddressGuard({ allow: ['127.0.0.0/8', 'localhost'] }),
  connectTimeoutMs: 5_000,
  deadlineMs: 10_000,
  extraCa: order.ca,
});
const sendTo = (url: string) =>
  sender.send({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') });
const toAll = (url: string) => Promise.all(Array.from({ length: order.atATime }, () => sendTo(url)));

// Connections, buffers and code that any sender has after its first minute.
for (let round = 0; round < 10; round++) await toAll(order.warmUp);
const collect = (globalThis as { gc?: () => void }).gc ?? (() => {});
collect();
let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
look();
const before = peak;
const timer = setInterval(look, 2);
const results = [];
for (const url of order.urls) {
  results.push(...(await toAll(url)));
  // What V8 has left lying about for later is not growth; what it cannot collect shows in the next round.
  collect();
}
look();
clearInterval(timer);
await sender.close();
const report: MemoryReport = {
  before,
  peak,
  outcomes: results.map((result) => result.outcome),
  longestMs: Math.max(...results.map((result) => result.durationMs)),
};
process.stdout.write(JSON.stringify(report));
