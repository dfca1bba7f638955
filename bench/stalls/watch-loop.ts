import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Loaded into the server before its own program: it watches the event loop from inside, and answers its parent, which sends
 * `begin` and `end`. A sample is how late a timer of 1 ms came, so that a stall of 20 ms is one sample of 20 ms.
 */

/** What the loop was like between `begin` and `end`, in milliseconds. */
export interface LoopReport {
  readonly samples: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  readonly rssMb: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
const ms = (nanoseconds: number) => Math.max(nanoseconds / 1e6 - 1, 0);

process.on('message', (message) => {
  if (message === 'begin') {
    delay.reset();
    delay.enable();
  }
  if (message === 'end') {
    delay.disable();
    const report: LoopReport = {
      samples: delay.count,
      p50: ms(delay.percentile(50)),
      p99: ms(delay.percentile(99)),
      p999: ms(delay.percentile(99.9)),
      max: ms(delay.max),
      rssMb: process.memoryUsage.rss() / 1e6,
    };
    process.send?.(report);
  }
});
// Only the server decides how long it lives.
process.channel?.unref();
