/**
 * Whether the shared store of the rate limit answers. Create one, pass it to `createV1Routes` as `limitHealth`, and
 * read it where the host reports its state, such as `/readyz` or a metric (D:A19).
 */
export class LimitHealth {
  readonly #onChange: (isDegraded: boolean) => void;
  #isDegraded = false;

  /** @param onChange called with true when the store stops answering, and with false when it answers again */
  constructor(onChange: (isDegraded: boolean) => void = () => undefined) {
    this.#onChange = onChange;
  }

  /** True while this process counts requests in its own memory, because the store does not answer. */
  get isDegraded(): boolean {
    return this.#isDegraded;
  }

  /** Called by the rate limit after each try of the store. */
  update(isDegraded: boolean): void {
    if (isDegraded === this.#isDegraded) return;
    this.#isDegraded = isDegraded;
    this.#onChange(isDegraded);
  }
}
