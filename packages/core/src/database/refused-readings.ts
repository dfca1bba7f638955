import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';

const PERIOD_MS = 1_000;

interface Period {
  /** Refusals that no line has counted yet. */
  uncounted: number;
  /** The most of its company that waited at one of them. */
  waiting: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Logs readings that were refused because too many of their company waited: the first one at once, further ones of the
 * same name as one line a second with their number, because a flood of lines would slow down everything else.
 */
export class RefusedReadings {
  readonly #log: CoreLog;
  readonly #periods = new Map<string, Period>();

  constructor(log: CoreLog) {
    this.#log = log;
  }

  note(name: string, waiting: number): void {
    const period = this.#periods.get(name);
    if (period === undefined) {
      this.#tell(name, 1, waiting);
      this.#begin(name);
    } else {
      period.uncounted += 1;
      period.waiting = Math.max(period.waiting, waiting);
    }
  }

  #begin(name: string): void {
    const period: Period = { uncounted: 0, waiting: 0, timer: undefined };
    this.#periods.set(name, period);
    const end = guardedHandler(this.#log, 'refused readings', () => this.#end(name));
    period.timer = setTimeout(end, PERIOD_MS).unref();
  }

  #end(name: string): void {
    const { uncounted, waiting } = this.#periods.get(name) ?? { uncounted: 0, waiting: 0 };
    this.#periods.delete(name);
    if (uncounted === 0) return;
    this.#begin(name);
    this.#tell(name, uncounted, waiting);
  }

  #tell(name: string, refused: number, waiting: number): void {
    guardedHandler(this.#log, 'refused readings', () => {
      this.#log.warn(
        { reading: name, waiting, refused },
        'A reading was refused, because too many of its company wait',
      );
    })();
  }

  /** Logs what is not counted yet. */
  close(): void {
    for (const [name, { uncounted, waiting, timer }] of this.#periods) {
      clearTimeout(timer);
      if (uncounted > 0) this.#tell(name, uncounted, waiting);
    }
    this.#periods.clear();
  }
}
