import type { Measurement } from './measure.ts';
import type { DatabaseKind } from './settings.ts';
import type { Workload } from './workloads.ts';

/** One contender's figures for one workload: the medians of its rounds. */
export interface Row {
  readonly workload: Workload;
  readonly contender: string;
  readonly kind: 'host' | 'service' | 'floor';
  readonly figures: Measurement;
}

export function medians(rounds: readonly Measurement[]): Measurement {
  const median = (of: keyof Measurement): number => {
    const sorted = rounds.map((round) => round[of]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return {
    requestsPerSecond: median('requestsPerSecond'),
    p50Ms: median('p50Ms'),
    p99Ms: median('p99Ms'),
    cpuMsPerRequest: median('cpuMsPerRequest'),
    rssBytes: median('rssBytes'),
  };
}

/** A Markdown table: each contender's figures, and what the service costs beside it. */
export function table(database: DatabaseKind, rows: readonly Row[]): string {
  const lines = [
    `| ${database} | server | requests/s | p50 ms | p99 ms | CPU ms/request | service is | RSS MB |`,
    '|---|---|--:|--:|--:|--:|--:|--:|',
  ];
  for (const { workload, contender, kind, figures } of rows) {
    const service = rows.find((row) => row.workload === workload && row.kind === 'service')?.figures;
    const ratio =
      kind !== 'floor' || service === undefined
        ? ''
        : `${(service.cpuMsPerRequest / figures.cpuMsPerRequest).toFixed(2)} ×`;
    lines.push(
      `| ${workload.name} | ${contender} | ${figures.requestsPerSecond.toFixed(0)} | ${figures.p50Ms.toFixed(0)} | ${figures.p99Ms.toFixed(0)} | ` +
        `${figures.cpuMsPerRequest.toFixed(3)} | ${ratio} | ${(figures.rssBytes / 2 ** 20).toFixed(0)} |`,
    );
  }
  return lines.join('\n');
}
