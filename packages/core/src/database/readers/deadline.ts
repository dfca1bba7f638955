/** The time limit of a statement, counted from its request, and the signal that gives its thread up. */
export class Deadline {
  readonly #until: number;
  readonly #controller: AbortController;
  #timer: NodeJS.Timeout | undefined;

  /** @param ms null for no limit */
  constructor(ms: number | null, controller: AbortController = new AbortController()) {
    this.#until = ms === null ? Number.POSITIVE_INFINITY : performance.now() + ms;
    this.#controller = controller;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time that is left; null for no limit. */
  get leftMs(): number | null {
    return this.#until === Number.POSITIVE_INFINITY ? null : Math.max(this.#until - performance.now(), 0);
  }

  /** Whether the time has ended, so that nobody waits for the statement. */
  hasExpired = false;

  /** Resolves when the time ends; never, if there is no limit or `clear` is called first. */
  async expiry(): Promise<void> {
    const { leftMs } = this;
    await new Promise<void>((resolve) => {
      if (leftMs !== null) this.#timer = setTimeout(resolve, leftMs);
    });
    this.hasExpired = true;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  abort(): void {
    this.#controller.abort();
  }
}
