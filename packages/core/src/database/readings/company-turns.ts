import pLimit, { type LimitFunction } from 'p-limit';
import type { ShaonError } from '../../errors.ts';
import { getOrMake } from '../../get-or-make.ts';
import { tookTooLong, tooManyWait } from './reading.ts';

/** Whose turn it is: a company by its id, or null for the operator. */
export type CompanyOrOperator = number | null;

export interface TurnLimits {
  /** How many tasks run at once. */
  readonly atOnce: number;
  /** How many tasks of one company run at once. Less than `atOnce` leaves room for others: what runs cannot be paused. */
  readonly ofOneCompany: number;
  /** How many tasks of one company may wait; more would only wait until they time out. Default 100. */
  readonly waiting?: number;
  /** The error for a turn that did not come in time. Default that of a reading. */
  readonly tooLate?: (name: string) => ShaonError;
}

export interface Turn {
  readonly company: CompanyOrOperator;
  /** Its name in the log and in the error: `attendance.list`. */
  readonly name: string;
  /** How long it may wait to begin. */
  readonly waitMs: number;
}

const MAX_WAITING = 100;

/**
 * Lets companies read or write in turn, so that a hundred tasks of one company do not delay another company's. A task
 * waits first for its company's limit and then for that of all companies, where each company has only a few that wait.
 */
export class CompanyTurns {
  readonly #limits: TurnLimits;
  readonly #all: LimitFunction;
  /** Only companies with a running or waiting task. */
  readonly #companies = new Map<CompanyOrOperator, LimitFunction>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#all = pLimit(limits.atOnce);
  }

  /**
   * Runs `work` when it is its company's turn. Throws `took_too_long` when the turn does not come within `waitMs`, and
   * at once when too many tasks of the company wait already.
   */
  async run<T>({ company, name, waitMs }: Turn, work: () => Promise<T>): Promise<T> {
    const { ofOneCompany, waiting = MAX_WAITING, tooLate = tookTooLong } = this.#limits;
    const turns = getOrMake(this.#companies, company, () => pLimit(ofOneCompany));
    if (turns.pendingCount >= waiting) throw tooManyWait(name, waiting);
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    }).then(() => {
      isLate = true;
      throw tooLate(name);
    });
    const begin = async (): Promise<T> => {
      if (isLate) throw tooLate(name);
      clearTimeout(timer);
      return work();
    };
    const ended = turns(() => this.#all(begin)).finally(() => {
      if (turns.activeCount + turns.pendingCount === 0) this.#companies.delete(company);
    });
    return Promise.race([ended, late]);
  }
}
