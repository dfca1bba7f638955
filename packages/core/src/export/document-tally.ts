import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { RowTally, type Tally } from '../database/row-tally.ts';

/** Sums up documents by digest and size; equal documents count once, as in an export. */
export class DocumentTally {
  readonly #tally = new RowTally();
  readonly #seen = new Set<string>();

  /** Reads a document to its end and returns the path that an export would give it (`KeepDocument`). */
  readonly keep = async (content: Readable): Promise<string> => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    const digest = hash.digest('hex');
    if (!this.#seen.has(digest)) this.#tally.add([digest, bytes]);
    this.#seen.add(digest);
    return `documents/${digest}`;
  };

  get total(): Tally {
    return this.#tally.total;
  }
}
