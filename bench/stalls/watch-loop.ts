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
  /**
   * The CPU time of the loop's thread between two ticks of the timer: without waits for a core that others have, and for the
   * disk. Null where the system does not tell.
   */
  readonly cpu: Lateness | null;
  readonly rssMb: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
const cpu = createHistogram();
const usedNs = cpuOfThread();
let watching: NodeJS.Timeout | undefined;

process.on('message', (message) => {
  if (message === 'begin') begin();
  if (message === 'end') process.send?.(end());
});
// The watcher must not keep the process alive.
process.channel?.unref();

function begin(): void {
  delay.reset();
  cpu.reset();
  delay.enable();
  if (usedNs === null) return;
  let before = usedNs();
  watching = setInterval(() => {
    const now = usedNs();
    cpu.record(now > before ? now - before : 1n);
    before = now;
  }, 1);
  watching.unref();
}

function end(): LoopReport {
  delay.disable();
  clearInterval(watching);
  return {
    all: latenessOf(delay, 1),
    cpu: usedNs === null ? null : latenessOf(cpu, 0),
    rssMb: process.memoryUsage.rss() / 1e6,
  };
}

function latenessOf(histogram: Pick<RecordableHistogram, 'percentile' | 'max'>, tickMs: number): Lateness {
  const ms = (nanoseconds: number) => Math.max(nanoseconds / 1e6 - tickMs, 0);
  return {
    p50: ms(histogram.percentile(50)),
    p99: ms(histogram.percentile(99)),
    p999: ms(histogram.percentile(99.9)),
    max: ms(histogram.max),
  };
}

/** How many nanoseconds this thread has run, as Linux counts it. */
function cpuOfThread(): (() => bigint) | null {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const bytes = Buffer.alloc(64);
    return () => BigInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)).split(' ', 1)[0] ?? '0');
  } catch {
    return null;
  }
}
