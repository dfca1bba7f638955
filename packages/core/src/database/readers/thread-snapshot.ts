import { MessageChannel, type MessagePort, type TransferListItem } from 'node:worker_threads';
import type { ReaderTask, ThreadAnswer, ThreadStatement } from './thread-messages.ts';

interface Asked {
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a task on a thread; resolves when the thread is free again, rejects when the thread has ended. */
type RunTask = (task: ReaderTask, transferList: readonly TransferListItem[]) => Promise<unknown>;

/** A thread reserved for a snapshot; it answers statements in the order of their requests. */
export class ThreadSnapshot {
  readonly #port: MessagePort;
  readonly #held: Promise<unknown>;
  readonly #asked: Asked[] = [];
  #failure: unknown = null;

  constructor(runTask: RunTask) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (answer: ThreadAnswer) => this.#asked.shift()?.resolve(answer));
    this.#held = runTask({ port: port2 }, [port2]).catch((error: unknown) => this.#fail(error));
  }

  /** Rejects when the thread has ended. */
  ask(statement: ThreadStatement): Promise<ThreadAnswer> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#port.postMessage(statement);
    });
  }

  /** Releases the thread; waits for its release, unless a statement whose answer nobody needs is still running. */
  async end(): Promise<void> {
    this.#port.close();
    if (this.#asked.length === 0) await this.#held;
  }

  #fail(error: unknown): void {
    this.#failure = error ?? new Error('The thread has ended.');
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure);
  }
}
