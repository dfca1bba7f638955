import { createHash } from 'node:crypto';

/** Six bytes of each digest, so that sums of two of them are exact numbers. */
const DIGEST_BYTES = 6;
const MODULUS = 2 ** (8 * DIGEST_BYTES);

/** The sum of a table's or a list's rows, independent of their order. */
export interface Tally {
  readonly rows: number;
  /** Twelve hexadecimal digits: equal when every cell of every row is. */
  readonly checksum: string;
}

/** Counts rows and sums up their digests, one row at a time. */
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
