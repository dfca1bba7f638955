/** The time limit of a statement, counted from its request, and the signal that gives its thread up. */
export class Bound {
  readonly #until: number;
  readonly #givenUp: AbortController;
  #timer: NodeJS.Timeout | undefined;

  /** @param ms null for no limit */
  constructor(ms: number | null, givenUp: AbortController = new AbortController()) {
    this.#until = ms === null ? Number.POSITIVE_INFINITY : performance.now() + ms;
    this.#givenUp = givenUp;
  }

  get signal(): AbortSignal {
    return this.#givenUp.signal;
  }

  /** The time that is left; null for no limit. */
  get leftMs(): number | null {
    return this.#until === Number.POSITIVE_INFINITY ? null : Math.max(this.#until - performance.now(), 0);
  }

  /** Whether the time has ended, so that nobody waits for the statement. */
  isOver = false;

  /** Calls `tell` once when the time ends, unless `clear` is called first. */
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
