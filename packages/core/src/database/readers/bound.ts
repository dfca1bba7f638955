/** For how long a statement may go on, counted from when it was asked for, and the signal that gives its thread up. */
export class Bound {
  readonly #until: number;
  readonly #givenUp: AbortController;
  #timer: NodeJS.Timeout | undefined;

  /** @param ms null for no bound */
  constructor(ms: number | null, givenUp: AbortController = new AbortController()) {
    this.#until = ms === null ? Number.POSITIVE_INFINITY : performance.now() + ms;
    this.#givenUp = givenUp;
  }

  get signal(): AbortSignal {
    return this.#givenUp.signal;
  }

  /** What is left of the time; null for no bound. */
  get leftMs(): number | null {
    return this.#until === Number.POSITIVE_INFINITY ? null : Math.max(this.#until - performance.now(), 0);
  }

  /** Whether it is over, or nobody waits any more. */
  isOver = false;

  /** Calls `tell` once when the time is over, unless `clear` comes first. */
  whenOver(tell: () => void): void {
    const { leftMs } = this;
    if (leftMs === null) return;
    this.#timer = setTimeout(() => {
      this.isOver = true;
      tell();
    }, leftMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  giveUp(): void {
    this.#givenUp.abort();
  }
}
