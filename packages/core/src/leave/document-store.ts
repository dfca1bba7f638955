import type { Readable } from 'node:stream';

/** Where a product keeps the documents of leave requests, if not in Shaon's database. */
export interface DocumentStore {
  /** Stores a document and returns its key; resolves when it is on disk. Keys are unique over all companies. */
  put(companyId: number, content: Readable): Promise<string>;
  /** The content. Throws `not_found` for a key that this company does not have. */
  open(companyId: number, key: string): Promise<Readable>;
  /** Deletes a document; a missing one is no error. */
  remove(companyId: number, key: string): Promise<void>;
}
