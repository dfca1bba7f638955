import { PageError } from './page-errors.ts';

/** The most uploads in one process, of at most ten megabytes each. */
const MOST_AT_ONCE = 12;
const MOST_OF_ONE_LOGIN = 3;

/** The forms with a file in progress. Each is in memory from its first byte until it is answered. */
export class Uploads {
  #count = 0;
  readonly #ofLogin = new Map<number, number>();

  /** Runs `work`, which reads and answers a form. Throws `unavailable` if too many are in progress. */
  async holding<T>(loginId: number, work: () => Promise<T>): Promise<T> {
    const own = this.#ofLogin.get(loginId) ?? 0;
    if (this.#count >= MOST_AT_ONCE || own >= MOST_OF_ONE_LOGIN) throw new PageError('unavailable');
    this.#add(loginId, 1);
    try {
      return await work();
    } finally {
      this.#add(loginId, -1);
    }
  }

  #add(loginId: number, by: 1 | -1): void {
    this.#count += by;
    const own = (this.#ofLogin.get(loginId) ?? 0) + by;
    if (own === 0) this.#ofLogin.delete(loginId);
    else this.#ofLogin.set(loginId, own);
  }
}
