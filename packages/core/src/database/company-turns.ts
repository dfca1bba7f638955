import { tookTooLong, tooManyWait } from './reading.ts';

/** Who reads: a company by its id, or null for the operator. */
export type ReadingCompany = number | null;

export interface TurnLimits {
  /** How many run at once. */
  readonly atOnce: number;
  /** How many of one company. Less than `atOnce` leaves a turn to the others, because nothing that runs can be paused. */
  readonly ofOneCompany: number;
}

export interface Turn {
  readonly company: ReadingCompany;
  /** Who asks, for the log and the error. */
  readonly place: string;
  /** How long it may wait; null for no bound. */
  readonly waitMs: number | null;
}

/** Of one company. More would only wait until they are too late. */
const MOST_WAITING = 100;

interface Lane {
  running: number;
  /** What begins the works that wait, in the order in which they were asked for. */
  readonly waiting: Set<() => void>;
}

/** Lets companies read in turn: one that asks for a hundred readings does not make another company's wait for them. */
export class CompanyTurns {
  readonly #limits: TurnLimits;
  /** The company whose turn is next comes first. A company that neither runs nor waits is not in it. */
  readonly #lanes = new Map<ReadingCompany, Lane>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when it is its company's turn. Throws `took_too_long` when that takes longer than `waitMs`, and at once when
   * too much of the company waits already.
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const lane = this.#laneOf(turn.company);
    if (this.#running < this.#limits.atOnce && this.#mayBegin(lane)) this.#begin(turn.company, lane);
    else await this.#wait(lane, turn);
    try {
      return await work();
    } finally {
      lane.running -= 1;
      this.#running -= 1;
      this.#putLast(turn.company, lane);
      this.#forget(turn.company, lane);
      this.#beginNext();
    }
  }

  #laneOf(company: ReadingCompany): Lane {
    const lane = this.#lanes.get(company) ?? { running: 0, waiting: new Set() };
    this.#lanes.set(company, lane);
    return lane;
  }

  #forget(company: ReadingCompany, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.size === 0) this.#lanes.delete(company);
  }

  #mayBegin({ running }: Lane): boolean {
    return running < this.#limits.ofOneCompany;
  }

  #begin(company: ReadingCompany, lane: Lane): void {
    lane.running += 1;
    this.#running += 1;
    this.#putLast(company, lane);
  }

  /** A company goes behind the others when it begins a reading, and again when it ends one. */
  #putLast(company: ReadingCompany, lane: Lane): void {
    this.#lanes.delete(company);
    this.#lanes.set(company, lane);
  }

  #wait(lane: Lane, { company, place, waitMs }: Turn): Promise<void> {
    if (lane.waiting.size >= MOST_WAITING) return Promise.reject(tooManyWait(place, MOST_WAITING));
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        lane.waiting.delete(begin);
        this.#forget(company, lane);
        reject(tookTooLong(place));
      };
      const timer = waitMs === null ? undefined : setTimeout(giveUp, waitMs);
      lane.waiting.add(begin);
    });
  }

  #beginNext(): void {
    for (const [company, lane] of this.#lanes) {
      if (this.#running >= this.#limits.atOnce) return;
      const [begin] = lane.waiting;
      if (begin === undefined || !this.#mayBegin(lane)) continue;
      lane.waiting.delete(begin);
      this.#begin(company, lane);
      begin();
    }
  }
}
