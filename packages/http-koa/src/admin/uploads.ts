import { PageError } from './page-errors.ts';

/** The most uploads in one process, of at most ten megabytes each. */
const MAX_AT_ONCE = 12;
const MAX_OF_ONE_LOGIN = 3;

/** The sender of a form. */
export interface Sender {
  readonly companyId: number;
  readonly loginId: number;
}

/** A form with a file in progress. */
export interface Upload {
  /** Aborted when the form must give up its slot to another one. */
  readonly signal: AbortSignal;
  /** Called when the whole form has arrived; from then on it keeps its slot until it is answered. */
  arrived(): void;
}

interface Held extends Sender {
  readonly slot: AbortController;
  isComing: boolean;
}

/**
 * The forms with a file in progress. Each is in memory from its first byte until it is answered. The sender decides how
 * long the arrival takes. So when all slots are taken, a company with more slots gives one up to a company with
 * fewer, and within a company a person with more to a person with fewer.
 */
export class Uploads {
  /** Oldest first. */
  #held: Held[] = [];

  /** Runs `work`, which reads and answers a form. Throws `unavailable` if too many are in progress. */
  async holding<T>({ companyId, loginId }: Sender, work: (upload: Upload) => Promise<T>): Promise<T> {
    const held: Held = { companyId, loginId, slot: new AbortController(), isComing: true };
    if (this.#ofLogin(held) >= MAX_OF_ONE_LOGIN) throw new PageError('unavailable');
    if (this.#held.length >= MAX_AT_ONCE) this.#makeRoomFor(held);
    this.#held.push(held);
    const arrived = () => {
      held.isComing = false;
    };
    try {
      return await work({ signal: held.slot.signal, arrived });
    } finally {
      this.#remove(held);
    }
  }

  /**
   * Throws `unavailable` if nobody has at least two slots more than the sender: a slot from somebody with one more
   * would only reverse the difference.
   */
  #makeRoomFor(sender: Sender): void {
    const [inCompany, own] = [this.#ofCompany(sender), this.#ofLogin(sender)];
    const giving = this.#held.filter((held) => {
      if (!held.isComing) return false;
      if (held.companyId !== sender.companyId) return this.#ofCompany(held) > inCompany + 1;
      return this.#ofLogin(held) > own + 1;
    });
    giving.sort((a, b) => this.#ofCompany(b) - this.#ofCompany(a) || this.#ofLogin(b) - this.#ofLogin(a));
    const [most] = giving;
    if (most === undefined) throw new PageError('unavailable');
    this.#remove(most);
    most.slot.abort();
  }

  #ofCompany({ companyId }: Sender): number {
    return this.#held.filter((held) => held.companyId === companyId).length;
  }

  #ofLogin({ companyId, loginId }: Sender): number {
    return this.#held.filter((held) => held.companyId === companyId && held.loginId === loginId).length;
  }

  #remove(gone: Held): void {
    this.#held = this.#held.filter((held) => held !== gone);
  }
}
