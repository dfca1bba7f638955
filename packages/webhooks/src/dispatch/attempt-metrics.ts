import type { AttemptOutcome } from '../deliveries/attempt.ts';
import type { AttemptResult } from './send-attempt.ts';

/** Upper bounds of the duration buckets, in seconds. */
const BUCKETS_S: readonly number[] = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What this process has sent since its start; the host decides how to show it. */
export interface AttemptMetrics {
  readonly inFlight: number;
  /** Attempts by outcome; outcomes that have not occurred are absent. */
  readonly attempts: Readonly<Partial<Record<AttemptOutcome, number>>>;
  readonly durations: {
    /** Attempts that took at most so many seconds, cumulative. */
    readonly buckets: readonly { readonly le: number; readonly count: number }[];
    readonly sumSeconds: number;
    readonly count: number;
  };
}

export class AttemptCounters {
  readonly #attempts: Partial<Record<AttemptOutcome, number>> = {};
  readonly #buckets = BUCKETS_S.map(() => 0);
  #sumSeconds = 0;
  #count = 0;

  count(result: AttemptResult): void {
    const seconds = result.durationMs / 1000;
    this.#attempts[result.outcome] = (this.#attempts[result.outcome] ?? 0) + 1;
    this.#sumSeconds += seconds;
    this.#count += 1;
    for (const [index, bound] of BUCKETS_S.entries()) {
      if (seconds <= bound) this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    }
  }

  snapshot(inFlight: number): AttemptMetrics {
    return {
      inFlight,
      attempts: { ...this.#attempts },
      durations: {
        buckets: BUCKETS_S.map((le, index) => ({ le, count: this.#buckets[index] ?? 0 })),
        sumSeconds: this.#sumSeconds,
        count: this.#count,
      },
    };
  }
}
