/** A clock that stands still until a test moves it. Fits every `{ now(): Date }`. */
export class TestClock {
  #milliseconds: number;

  constructor(at: Date | string = '2026-01-05T08:00:00.000Z') {
    this.#milliseconds = instant(at);
  }

  /** A new Date each time, so that changing one does not change others. */
  now(): Date {
    return new Date(this.#milliseconds);
  }

  /** Moves to an instant, forwards or backwards. */
  set(at: Date | string): void {
    this.#milliseconds = instant(at);
  }

  /** Moves by milliseconds; a negative number moves backwards. */
  advance(milliseconds: number): void {
    this.#milliseconds = instant(new Date(this.#milliseconds + milliseconds));
  }
}

function instant(at: Date | string): number {
  const milliseconds = new Date(at).getTime();
  if (Number.isNaN(milliseconds)) throw new RangeError(`Not an instant: ${String(at)}`);
  return milliseconds;
}
