import type { Readable } from 'node:stream';
import { ShaonError } from '../errors.ts';
import { callPort } from '../port-fault.ts';

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

/**
 * Stores a document and gives its key. Throws what the store throws, and `options_invalid` for a store that gives no key:
 * without one nobody would find the document again, and nothing would be said.
 */
export async function putDocument(
  store: Pick<DocumentStore, 'put'>,
  companyId: number,
  content: Readable,
): Promise<string> {
  const key: unknown = await callPort('documents', () => store.put(companyId, content));
  if (typeof key === 'string' && key !== '') return key;
  throw new ShaonError(
    'options_invalid',
    'The document store gave no key: put() resolves with a text that is not empty.',
  );
}
