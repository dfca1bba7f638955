import type { Readable } from 'node:stream';

/** Where the documents of leave requests lie. A host may bring its own. */
export interface DocumentStore {
  /** Stores a document and gives its key; it is on disk when this resolves. A key is unique over all companies. */
  put(companyId: number, content: Readable): Promise<string>;
  /** The content in clear. Throws `not_found` for a key that this company does not have. */
  open(companyId: number, key: string): Promise<Readable>;
  /** Removes a document; one that is gone already is no error. */
  remove(companyId: number, key: string): Promise<void>;
  /** What lies here for at least `minAgeMs` under a key that is not among the known ones; for prune. */
  orphans?(knownKeys: ReadonlySet<string>, minAgeMs: number): AsyncIterable<StoredDocument>;
  /** Puts a document under the first key of the ring; false when it is already. For `core.rotateKeys`. */
  rotate?(companyId: number, key: string): Promise<boolean>;
  /**
   * The id of the key that a document needs and this store lacks; null when it has it. Throws `not_found`. For
   * `core.missingKeys`.
   */
  missingKey?(companyId: number, key: string): Promise<string | null>;
}

/** Where a document is found. */
export interface StoredDocument {
  readonly companyId: number;
  readonly key: string;
}
