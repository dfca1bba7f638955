import { tookTooLong, tooManyWait } from './reading.ts';

/** The reader: a company by its id, or null for the operator. */
export type ReadingCompany = number | null;

export interface TurnLimits {
  /** How many readings run at once. */
  readonly atOnce: number;
  /**
   * How many readings of one company run at once. Less than `atOnce` keeps a place for others: a running reading cannot
   * be paused.
   */
  readonly ofOneCompany: number;
}

export interface Turn {
  readonly company: ReadingCompany;
  /** The caller's label in the log and in the error: `attendance.list`. */
  readonly place: string;
  /** How long the reading may wait for its turn; null for no limit. */
  readonly waitMs: number | null;
}

/** Per company. More would only wait until they time out. */
const MOST_WAITING = 100;

interface Lane {
  running: number;
  /** One callback for each waiting reading, first come, first served; it starts the reading. */
  readonly waiting: Set<() => void>;
}

/** Lets companies read in turn, so that a hundred readings of one company do not delay another company's reading. */
export class CompanyTurns {
  readonly #limits: TurnLimits;
  /** The company whose turn is next comes first. Only companies with a running or waiting reading are in the map. */
  readonly #lanes = new Map<ReadingCompany, Lane>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when it is its company's turn. Throws `took_too_long` when the turn does not come within `waitMs`, and
   * at once when too many readings of the company wait already.
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
