import { readdirSync, readFileSync } from 'node:fs';

/** The resource use of a process and all its descendants so far, from /proc (Linux). */
export interface Usage {
  readonly cpuMs: number;
  readonly rssBytes: number;
  /** The sum of each process's maximum resident memory. */
  readonly peakBytes: number;
  /** Resident memory without files, because pages of files, such as Node's program, are shared with other processes. */
  readonly ownBytes: number;
}

/** Linux counts CPU time in hundredths of a second on all supported architectures. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

interface ProcessFacts extends Usage {
  readonly parent: number;
}

/** User and system time, including ended descendants, and the memory of running ones. */
export function usageOfTrees(roots: readonly number[]): Usage {
  const all = new Map<number, ProcessFacts>();
  for (const name of readdirSync('/proc')) {
    const facts = /^\d+$/.test(name) ? readFacts(name) : null;
    if (facts !== null) all.set(Number(name), facts);
  }
  let cpuMs = 0;
  let rssBytes = 0;
  let peakBytes = 0;
  let ownBytes = 0;
  for (const [id, facts] of all) {
    if (!isBelow(id, roots, all)) continue;
    cpuMs += facts.cpuMs;
    rssBytes += facts.rssBytes;
    peakBytes += facts.peakBytes;
    ownBytes += facts.ownBytes;
  }
  return { cpuMs, rssBytes, peakBytes, ownBytes };
}

/**
 * The CPU time of a process of one thread and of its running children, such as PostgreSQL's, in µs. It is exact where
 * `usageOfTrees` counts hundredths of a second, for measurements of a few milliseconds.
 */
export function cpuMicrosOfTree(root: number): number {
  const children = readFileSync(`/proc/${root}/task/${root}/children`, 'latin1').split(' ').filter(Boolean);
  return [root, ...children.map(Number)].reduce((sum, id) => sum + cpuMicrosOf(id), 0);
}

function cpuMicrosOf(id: number): number {
  try {
    return Number(readFileSync(`/proc/${id}/schedstat`, 'latin1').split(' ', 1)[0]) / 1_000;
  } catch {
    // It has ended since its parent named it.
    return 0;
  }
}

function isBelow(id: number, roots: readonly number[], all: ReadonlyMap<number, ProcessFacts>): boolean {
  for (let at: number | undefined = id; at !== undefined && at > 1; at = all.get(at)?.parent) {
    if (roots.includes(at)) return true;
  }
  return false;
}

function readFacts(id: string): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    // The second field is the command in parentheses and may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
    const status = readFileSync(`/proc/${id}/status`, 'latin1');
    const bytes = (name: string) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0) * 1024;
    return {
      parent: fields[1] ?? 0,
      cpuMs: ticks * TICK_MS,
      rssBytes: (fields[21] ?? 0) * PAGE_BYTES,
      peakBytes: bytes('VmHWM'),
      ownBytes: bytes('RssAnon'),
    };
  } catch {
    return null;
  }
}
