import { PageError } from './page-errors.ts';

/** The most uploads in one process, of at most ten megabytes each. */
const MOST_AT_ONCE = 12;
const MOST_OF_ONE_LOGIN = 3;

/** Who sends a form. */
export interface Sender {
  readonly companyId: number;
  readonly loginId: number;
}

/** A form with a file that is being taken. */
export interface Upload {
  /** Aborted when the form gives its place to another one. */
  readonly signal: AbortSignal;
  /** Called when all of it has come: from then on it keeps its place until it is answered. */
  arrived(): void;
}

interface Held extends Sender {
  readonly place: AbortController;
  isComing: boolean;
}

/**
 * The forms with a file that are being taken. Each is in memory from its first byte until it is answered. Their senders
 * choose how long that takes, so where all places are taken, whoever has more of them gives one to whoever has fewer: a
 * company to another company, and within a company a person to another person.
 */
export class Uploads {
  /** The oldest first. */
  #held: Held[] = [];

  /** Runs what takes and answers a form. Throws `unavailable` where so many are under way already. */
  async holding<T>({ companyId, loginId }: Sender, work: (upload: Upload) => Promise<T>): Promise<T> {
    const held: Held = { companyId, loginId, place: new AbortController(), isComing: true };
    if (this.#ofLogin(held) >= MOST_OF_ONE_LOGIN) throw new PageError('unavailable');
    if (this.#held.length >= MOST_AT_ONCE) this.#makeRoomFor(held);
    this.#held.push(held);
    const arrived = () => {
      held.isComing = false;
    };
    try {
      return await work({ signal: held.place.signal, arrived });
    } finally {
      this.#remove(held);
    }
  }

  /** Throws `unavailable` where nobody has at least two places more than the sender: then a change would only turn it around. */
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
    most.place.abort();
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
