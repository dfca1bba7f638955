import type { Received } from './receiver.ts';
import type { Commits } from './service.ts';

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export function percentiles(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** What became of the events at one endpoint. */
export interface Arrivals {
  /** Milliseconds from commit to receipt, of those that arrived. */
  readonly latencies: number[];
  readonly missing: number;
  readonly doubles: number;
}

/**
 * Pairs commits and receipts: the n-th change of an employee with the n-th different delivery about them. Changes of one
 * employee are so far apart that they do not overtake each other. Deliveries of an endpoint differ in their number.
 */
export function arrivals(commits: Commits, received: Received, endpoint: number): Arrivals {
  const seen = new Set<number>();
  const receipts = new Map<number, number[]>();
  let doubles = 0;
  for (const [index, delivery] of received.delivery.entries()) {
    if (received.endpoint[index] !== endpoint) continue;
    if (seen.has(delivery)) {
      doubles += 1;
      continue;
    }
    seen.add(delivery);
    const employee = received.employee[index] as number;
    const times = receipts.get(employee);
    if (times === undefined) receipts.set(employee, [received.at[index] as number]);
    else times.push(received.at[index] as number);
  }
  const taken = new Map<number, number>();
  const latencies: number[] = [];
  let missing = 0;
  for (const [index, employee] of commits.employee.entries()) {
    const change = taken.get(employee) ?? 0;
    taken.set(employee, change + 1);
    const receivedAt = receipts.get(employee)?.[change];
    if (receivedAt === undefined) missing += 1;
    else latencies.push(receivedAt - (commits.at[index] as number));
  }
  return { latencies, missing, doubles };
}
