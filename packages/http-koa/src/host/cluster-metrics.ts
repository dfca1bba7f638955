import type { Worker } from 'node:cluster';
import { guardedHandler } from '@shaon/core';
import type { AggregatorRegistry, Registry } from 'prom-client';
import type { HostLog } from './log.ts';

/* How the first of several processes gets the figures of the others. It asks only those that serve: prom-client would
   ask each process, and get no answer at all while one of them starts or has just died. */

const ASK = 'shaon-figures-please';
const ANSWER = 'shaon-figures';
/** Longer than a process waits for its database. */
const ANSWER_TIMEOUT_MS = 4_500;

type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

interface Message {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly figures?: unknown;
}

/** Answers the first process with this process's figures. */
export function answerMetricsRequests(registry: Registry, log: HostLog): void {
  const answer = async (message: unknown) => {
    const { type, id } = (message ?? {}) as Message;
    if (type !== ASK) return;
    const figures = await registry.getMetricsAsJSON();
    // An error of the channel goes to the callback; without one Node would emit it as an event.
    process.send?.({ type: ANSWER, id, figures }, undefined, undefined, () => undefined);
  };
  process.on('message', guardedHandler(log, 'figures of this process', answer));
}

/** The sum of these processes' figures. A process that ends meanwhile is left out; throws if one does not answer. */
export async function aggregatedMetrics(
  workers: Iterable<Worker>,
  aggregate: typeof AggregatorRegistry.aggregate,
  log: HostLog,
): Promise<string> {
  const answers = await Promise.all(Array.from(workers, (worker) => metricsOfWorker(worker, log)));
  return aggregate(answers.filter((figures) => figures !== null)).metrics();
}

let lastRequestId = 0;

/** Null if the process ends before it answers. */
async function metricsOfWorker(worker: Worker, log: HostLog): Promise<Figures | null> {
  lastRequestId += 1;
  const id = lastRequestId;
  let stopListening = (): void => undefined;
  try {
    return await new Promise((resolve, reject) => {
      const take = (message: unknown) => {
        const received = (message ?? {}) as Message;
        if (received.type === ANSWER && received.id === id) resolve(received.figures as Figures);
      };
      const onMessage = guardedHandler(log, 'figures of a process', take);
      const onExit = () => resolve(null);
      const refuse = () => reject(new Error('A process does not tell its figures.'));
      const timer = setTimeout(refuse, ANSWER_TIMEOUT_MS);
      stopListening = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('exit', onExit);
      };
      worker.on('message', onMessage).on('exit', onExit);
      worker.send({ type: ASK, id }, undefined, undefined, () => undefined);
    });
  } finally {
    stopListening();
  }
}
