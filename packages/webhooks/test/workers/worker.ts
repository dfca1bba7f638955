import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runnableProgram } from '@shaon/testing';
import type { SendOrder } from './sending-process.ts';

const PROGRAM = fileURLToPath(new URL('./sending-process.ts', import.meta.url));

/** A sender in a process of its own. */
export interface Worker {
  /** It gets no processor time until `resume`, and its leases run on. */
  suspend(): void;
  resume(): void;
  /** Orderly; gives the number of its attempts by outcome. */
  stop(): Promise<Readonly<Record<string, number>>>;
  kill(): Promise<void>;
}

/** Resolves when it sends. */
export async function startWorker(order: SendOrder): Promise<Worker> {
  const child: ChildProcess = spawn(process.execPath, [await runnableProgram(PROGRAM), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  const first = await lines.next();
  if (first.value !== 'ready') throw new Error('The worker did not start.');
  return {
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGTERM');
      const last = await lines.next();
      await ended;
      return JSON.parse(last.value as string);
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
