/** What the probes and the doors must know of the host's state. */
export class Lifecycle {
  #state: 'starting' | 'serving' | 'turning_away' | 'draining' = 'starting';

  /** /readyz says yes. */
  get isReady(): boolean {
    return this.#state === 'serving';
  }

  /** Requests are refused with 503. */
  get isDraining(): boolean {
    return this.#state === 'draining';
  }

  serve(): void {
    this.#state = 'serving';
  }

  /** /readyz says no, and requests are still answered. */
  turnAway(): void {
    this.#state = 'turning_away';
  }

  drain(): void {
    this.#state = 'draining';
  }
}
