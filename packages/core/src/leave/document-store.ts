import type { Readable } from 'node:stream';
import { invalidOption } from '../errors.ts';
import { callPort } from '../port-fault.ts';

/** Where the documents of leave requests are stored. A host may pass its own store. */
export interface DocumentStore {
  /** Stores a document and returns its key; resolves when it is on disk. Keys are unique over all companies. */
  put(companyId: number, content: Readable): Promise<string>;
  /** The decrypted content. Throws `not_found` for a key that this company does not have. */
  open(companyId: number, key: string): Promise<Readable>;
  /** Deletes a document; a missing one is no error. */
  remove(companyId: number, key: string): Promise<void>;
  /** Documents at least `minAgeMs` old whose keys are not among the known ones; for prune. */
  orphans?(knownKeys: ReadonlySet<string>, minAgeMs: number): AsyncIterable<StoredDocument>;
  /** Re-encrypts a document's key with the ring's first key; false if already done. For `core.rotateKeys`. */
  rotate?(companyId: number, key: string): Promise<boolean>;
  /**
   * The id of the key that a document needs and this store lacks; null if the store has it. Throws `not_found`. For
   * `core.missingKeys`.
   */
  missingKey?(companyId: number, key: string): Promise<string | null>;
}

/** The company and key of a document. */
export interface StoredDocument {
  readonly companyId: number;
  readonly key: string;
}

/**
 * Stores a document and returns its key. Throws the store's errors, and `options_invalid` if the store returns no key,
 * because the document could never be found again.
 */
export async function putDocument(
  store: Pick<DocumentStore, 'put'>,
  companyId: number,
  content: Readable,
): Promise<string> {
  const key: unknown = await callPort('documents', () => store.put(companyId, content));
  if (typeof key === 'string' && key !== '') return key;
  throw invalidOption('The document store gave no key: put() resolves with a text that is not empty.');
}
