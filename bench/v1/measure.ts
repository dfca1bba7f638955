import autocannon from 'autocannon';
import { type Usage, usageOfTrees } from './process-tree.ts';
import type { RunningServer } from './run-server.ts';
import type { Workload } from './workloads.ts';

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** User and system time of the whole server process tree. */
  readonly cpuMsPerRequest: number;
  /** Resident at the end. */
  readonly rssBytes: number;
  /** The maximum resident memory since the server's start, including earlier workloads. */
  readonly peakBytes: number;
  /** The part of `rssBytes` that does not belong to files. */
  readonly ownBytes: number;
}

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 0.5;
const FEWEST_REQUESTS = 32;

/**
 * Runs one workload against one server. A short warm-up finds how many requests fit into `seconds`; exactly as many are
 * measured, so that no unfinished request is counted.
 */
export async function measure(server: RunningServer, workload: Workload, seconds: number): Promise<Measurement> {
  const warmUp = await load(server, workload, { amount: FEWEST_REQUESTS });
  const amount = Math.max(FEWEST_REQUESTS, Math.round((FEWEST_REQUESTS / warmUp.seconds) * WARM_UP_SECONDS));
  const second = await load(server, workload, { amount });
  const measured = Math.max(FEWEST_REQUESTS, Math.round((amount / second.seconds) * seconds));
  const before = usage(server);
  const { result, seconds: took } = await load(server, workload, { amount: measured });
  const after = usage(server);
  return {
    requestsPerSecond: measured / took,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMsPerRequest: (after.cpuMs - before.cpuMs) / measured,
    ...memory(server),
  };
}

/** Without the database's memory. */
function memory(server: RunningServer): Pick<Measurement, 'rssBytes' | 'peakBytes' | 'ownBytes'> {
  const { rssBytes, peakBytes, ownBytes } = usageOfTrees([server.pid]);
  return { rssBytes, peakBytes, ownBytes };
}

function usage(server: RunningServer): Usage {
  return usageOfTrees(server.databasePid === null ? [server.pid] : [server.pid, server.databasePid]);
}

/** Sends this many requests, and throws if one of them is refused. */
export async function load(
  server: RunningServer,
  workload: Workload,
  how: { readonly amount: number; readonly connections?: number },
) {
  const started = performance.now();
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections: how.connections ?? CONNECTIONS,
    amount: how.amount,
    timeout: 60,
    // autocannon notices the end of all requests only when it takes a sample.
    sampleInt: 20,
    requests: [...workload.requests],
  });
  const seconds = (performance.now() - started) / 1_000;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${server.name} ${workload.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  return { result, seconds };
}
