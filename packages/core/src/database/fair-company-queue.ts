import type { ShaonError } from '../errors.ts';
import { tookTooLong, tooManyWait } from './reading.ts';

/** Whose turn it is: a company by its id, or null for the operator. */
export type CompanyOrOperator = number | null;

export interface FairQueueLimits {
  /** How many tasks run at once. */
  readonly atOnce: number;
  /** How many tasks of one company run at once. Less than `atOnce` leaves room for others: what runs cannot be paused. */
  readonly ofOneCompany: number;
  /** How many tasks of one company may wait; more would only wait until they time out. Default 100. */
  readonly waiting?: number;
  /** The error for a turn that did not come in time. Default that of a reading. */
  readonly tooLate?: (name: string) => ShaonError;
}

export interface QueuedTask {
  readonly company: CompanyOrOperator;
  /** Its name in the log and in the error: `attendance.list`. */
  readonly name: string;
  /** How long it may wait for its turn; null for no limit. */
  readonly waitMs: number | null;
  /** Whether it waits behind any number of others: for what is quick once its turn comes. */
  readonly isNeverRefused?: boolean;
}

const MAX_WAITING = 100;

interface CompanyQueue {
  running: number;
  /** One callback for each waiting task, first come, first served; it starts the task. */
  readonly waiting: Set<() => void>;
}

/** Lets companies read or write in turn, so that a hundred tasks of one company do not delay another company's. */
export class FairCompanyQueue {
  readonly #limits: FairQueueLimits;
  /** The company whose turn is next comes first. Only companies with a running or waiting task are in the map. */
  readonly #queues = new Map<CompanyOrOperator, CompanyQueue>();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when it is its company's turn. Throws `took_too_long` when the turn does not come within `waitMs`, and
   * at once when too many tasks of the company wait already.
   */
  async run<T>(turn: QueuedTask, work: () => Promise<T>): Promise<T> {
    const queue = this.#queueOf(turn.company);
    if (this.#running < this.#limits.atOnce && this.#mayBegin(queue)) this.#begin(turn.company, queue);
    else await this.#wait(queue, turn);
    try {
      return await work();
    } finally {
      queue.running -= 1;
      this.#running -= 1;
      this.#moveToEnd(turn.company, queue);
      this.#forget(turn.company, queue);
      this.#beginNext();
    }
  }

  #queueOf(company: CompanyOrOperator): CompanyQueue {
    const queue = this.#queues.get(company) ?? { running: 0, waiting: new Set() };
    this.#queues.set(company, queue);
    return queue;
  }

  #forget(company: CompanyOrOperator, queue: CompanyQueue): void {
    if (queue.running === 0 && queue.waiting.size === 0) this.#queues.delete(company);
  }

  #mayBegin({ running }: CompanyQueue): boolean {
    return running < this.#limits.ofOneCompany;
  }

  #begin(company: CompanyOrOperator, queue: CompanyQueue): void {
    queue.running += 1;
    this.#running += 1;
    this.#moveToEnd(company, queue);
  }

  /** A company goes behind the others when it begins a task, and again when it ends one. */
  #moveToEnd(company: CompanyOrOperator, queue: CompanyQueue): void {
    this.#queues.delete(company);
    this.#queues.set(company, queue);
  }

  async #wait(queue: CompanyQueue, task: QueuedTask): Promise<void> {
    const { company, name, waitMs, isNeverRefused = false } = task;
    const { waiting: most = MAX_WAITING } = this.#limits;
    if (queue.waiting.size >= most && !isNeverRefused) throw tooManyWait(name, most);
    let begin: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    const turn = new Promise<boolean>((resolve) => {
      begin = () => resolve(true);
      queue.waiting.add(begin);
      if (waitMs !== null) timer = setTimeout(resolve, waitMs, false);
    });
    const hasBegun = await turn;
    clearTimeout(timer);
    // A task that no longer waits has been given its turn, even if its time ended first.
    if (hasBegun || !queue.waiting.delete(begin)) return;
    this.#forget(company, queue);
    throw (this.#limits.tooLate ?? tookTooLong)(name);
  }

  #beginNext(): void {
    for (const [company, queue] of this.#queues) {
      if (this.#running >= this.#limits.atOnce) return;
      const [begin] = queue.waiting;
      if (begin === undefined || !this.#mayBegin(queue)) continue;
      queue.waiting.delete(begin);
      this.#begin(company, queue);
      begin();
    }
  }
}
