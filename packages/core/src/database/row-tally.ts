import { createHash } from 'node:crypto';

/** Six bytes of each digest, so that sums of them stay exact numbers. */
const DIGEST_BYTES = 6;
const MODULUS = 2 ** (8 * DIGEST_BYTES);

/** What a table or a list of rows adds up to, whatever the order of its rows. */
export interface Tally {
  readonly rows: number;
  /** Twelve hexadecimal digits: equal where every cell of every row is. */
  readonly checksum: string;
}

/** Counts rows and sums up their digests, as they go by. */
export class RowTally {
  #rows = 0;
  #sum = 0;

  /** @param cells the row's values in a fixed order, as JSON takes them; a Date counts as its instant */
  add(cells: unknown): void {
    const digest = createHash('sha256').update(JSON.stringify(cells)).digest();
    this.#rows += 1;
    this.#sum = (this.#sum + digest.readUIntBE(0, DIGEST_BYTES)) % MODULUS;
  }

  get total(): Tally {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(2 * DIGEST_BYTES, '0') };
  }
}

/** Whether two tallies are of the same rows. */
export function sameTally(one: Tally, other: Tally): boolean {
  return one.rows === other.rows && one.checksum === other.checksum;
}
