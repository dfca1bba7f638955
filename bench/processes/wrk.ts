import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer } from '../v1/run-server.ts';
import type { Workload } from '../v1/workloads.ts';

/** What a sender found. */
export interface Sent {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends for so many seconds by wrk, which takes less CPU than autocannon; throws when a request is refused.
 *
 * @param wrk where the program is
 * @param connections how many are open at once
 */
export async function sendByWrk(
  wrk: string,
  server: RunningServer,
  workload: Workload,
  how: { readonly connections: number; readonly seconds: number },
): Promise<Sent> {
  const folder = mkdtempSync(join(tmpdir(), 'shaon-bench-wrk-'));
  try {
    const script = join(folder, 'requests.lua');
    writeFileSync(script, scriptOf(workload));
    const seconds = Math.max(1, Math.round(how.seconds));
    const options = ['-t', '1', '-c', String(how.connections), '-d', `${seconds}s`, '-s', script];
    return parsed(
      await outputOf(wrk, [...options, `http://127.0.0.1:${server.port}`]),
      `${server.name} ${workload.name}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Says what is asked in turn, and at the end one line of figures. */
function scriptOf({ name, requests }: Workload): string {
  const made = requests.map(({ method, path, headers, setupRequest }) => {
    if (method !== 'GET' || setupRequest !== undefined) throw new Error(`wrk sends no ${name}: only what is read.`);
    const fields = Object.entries(headers ?? {}).map(
      ([field, value]) => `[${quoted(field)}] = ${quoted(String(value))}`,
    );
    return `wrk.format("GET", ${quoted(path ?? '/')}, { ${fields.join(', ')} })`;
  });
  return `local made, place = nil, 0
function request()
  if made == nil then made = { ${made.join(',\n')} } end
  place = place % #made + 1
  return made[place]
end
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format("FIGURES %d %d %f %f %d", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), failed))
end
`;
}

/** A JSON string of ASCII is one of Lua too. */
const quoted = (text: string): string => JSON.stringify(text);

function parsed(output: string, what: string): Sent {
  const found = output.match(/^FIGURES (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+)$/m);
  if (found === null) throw new Error(`${what}: wrk gave no figures: ${output}`);
  const [requests, micros, p50, p99, failed] = found.slice(1).map(Number) as [number, number, number, number, number];
  if (failed > 0) throw new Error(`${what}: ${failed} refusals or errors`);
  return { requests, seconds: micros / 1e6, p50Ms: p50 / 1_000, p99Ms: p99 / 1_000 };
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', reject);
    child.once('exit', () => resolve(output));
  });
}
