import { median } from '../median.ts';
import type { Measurement } from './measure.ts';
import type { DatabaseKind } from './settings.ts';
import type { Workload } from './workloads.ts';

/** One contender's figures for one workload. */
export interface Row {
  readonly workload: Workload;
  readonly contender: string;
  readonly kind: 'host' | 'service' | 'floor';
  readonly rounds: readonly Measurement[];
  /** The medians of the rounds, of memory the most. */
  readonly figures: Measurement;
}

export function medians(rounds: readonly Measurement[]): Measurement {
  const middle = (of: keyof Measurement): number => median(rounds.map((round) => round[of]));
  const most = (of: keyof Measurement): number => Math.max(...rounds.map((round) => round[of]));
  return {
    requestsPerSecond: middle('requestsPerSecond'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    cpuMsPerRequest: middle('cpuMsPerRequest'),
    rssBytes: most('rssBytes'),
    peakBytes: most('peakBytes'),
    ownBytes: most('ownBytes'),
  };
}

/** A Markdown table of each contender's figures, and the service's cost relative to it. */
export function table(database: DatabaseKind, rows: readonly Row[]): string {
  const lines = [
    `| ${database} | server | requests/s | p50 ms | p99 ms | CPU ms/request | service is | RSS MB | peak so far |`,
    '|---|---|--:|--:|--:|--:|--:|--:|--:|',
  ];
  for (const row of rows) {
    const { workload, contender, kind, figures } = row;
    const service = rows.find((other) => other.workload.name === workload.name && other.contender === 'service');
    const ratio = kind !== 'floor' || service === undefined ? '' : `${ratioOf(service, row).toFixed(2)} ×`;
    lines.push(
      `| ${workload.name} | ${contender} | ${figures.requestsPerSecond.toFixed(0)} | ${figures.p50Ms.toFixed(0)} | ${figures.p99Ms.toFixed(0)} | ` +
        `${figures.cpuMsPerRequest.toFixed(3)} | ${ratio} | ${megabytes(figures.rssBytes)} | ${megabytes(figures.peakBytes)} |`,
    );
  }
  return lines.join('\n');
}

/** Of each round by itself, so that what slows a whole round affects both; then the median of the rounds. */
function ratioOf(service: Row, other: Row): number {
  return median(
    service.rounds.map(({ cpuMsPerRequest }, round) => cpuMsPerRequest / other.rounds[round]!.cpuMsPerRequest),
  );
}

/** The target of a server's memory after all workloads, one after the other. */
const MEMORY_TARGET_MB = 200;

/** The memory of each server after all workloads, which it ran in one process. */
export function memoryLines(rows: readonly Row[]): string {
  const lines = new Map<string, string>();
  for (const { contender, kind, workload, figures } of rows) {
    const peak = megabytes(figures.peakBytes);
    const verdict = kind === 'floor' ? '' : Number(peak) <= MEMORY_TARGET_MB ? ', as it should' : ', NOT REACHED';
    lines.set(
      contender,
      `Memory of ${contender}: ${megabytes(figures.rssBytes)} MB after ${workload.name}, ${megabytes(figures.ownBytes)} of ` +
        `them its own and no file's; never more than ${peak} MB (target ${MEMORY_TARGET_MB})${verdict}.`,
    );
  }
  return [...lines.values()].join('\n');
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
