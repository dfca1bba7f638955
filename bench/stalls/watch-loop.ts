import { openSync, readSync } from 'node:fs';
import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks';

/*
 * Loaded into the server before its own program: it watches the event loop from inside, and answers its parent, which sends
 * `begin` and `end`. A sample is how late a timer of 1 ms came, so that a stall of 20 ms is one sample of 20 ms.
 */

/** In milliseconds. */
export interface Lateness {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** What the loop was like between `begin` and `end`. */
export interface LoopReport {
  /** As `perf_hooks` measures it. */
  readonly all: Lateness;
  /** Without the time in which the thread waited for a core that others had; null where the system does not tell. */
  readonly own: Lateness | null;
  readonly rssMb: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
const own = createHistogram();
const waited = waitForCore();
let watching: NodeJS.Timeout | undefined;

process.on('message', (message) => {
  if (message === 'begin') begin();
  if (message === 'end') process.send?.(end());
});
// Only the server decides how long it lives.
process.channel?.unref();

function begin(): void {
  delay.reset();
  own.reset();
  delay.enable();
  if (waited === null) return;
  let [at, waitedNs] = [process.hrtime.bigint(), waited()];
  watching = setInterval(() => {
    const [now, nowWaited] = [process.hrtime.bigint(), waited()];
    const late = now - at - (nowWaited - waitedNs);
    own.record(late > 1n ? late : 1n);
    [at, waitedNs] = [now, nowWaited];
  }, 1);
  watching.unref();
}

function end(): LoopReport {
  delay.disable();
  clearInterval(watching);
  return {
    all: latenessOf(delay),
    own: waited === null ? null : latenessOf(own),
    rssMb: process.memoryUsage.rss() / 1e6,
  };
}

function latenessOf(histogram: Pick<RecordableHistogram, 'percentile' | 'max'>): Lateness {
  const ms = (nanoseconds: number) => Math.max(nanoseconds / 1e6 - 1, 0);
  return {
    p50: ms(histogram.percentile(50)),
    p99: ms(histogram.percentile(99)),
    p999: ms(histogram.percentile(99.9)),
    max: ms(histogram.max),
  };
}

/** For how many nanoseconds this thread was ready to run and had no core, as Linux counts it. */
function waitForCore(): (() => bigint) | null {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const bytes = Buffer.alloc(64);
    return () => BigInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)).split(' ')[1] ?? '0');
  } catch {
    return null;
  }
}
