/** The host's state, for the probes and for accepting requests. */
export class Lifecycle {
  #state: 'starting' | 'serving' | 'turning_away' | 'draining' = 'starting';

  /** Whether /readyz answers yes. */
  get isReady(): boolean {
    return this.#state === 'serving';
  }

  /** Whether requests are refused with 503. */
  get isDraining(): boolean {
    return this.#state === 'draining';
  }

  serve(): void {
    this.#state = 'serving';
  }

  /** /readyz answers no, but requests are still answered. */
  markUnready(): void {
    this.#state = 'turning_away';
  }

  drain(): void {
    this.#state = 'draining';
  }
}
