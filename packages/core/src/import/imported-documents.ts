import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { invalidOption, isShaonError } from '../errors.ts';
import { type DocumentStore, putDocument } from '../leave/document-store.ts';
import { callPort } from '../port-fault.ts';

/** Opens a file of the source by the path that a row names. */
export type OpenSourceDocument = (path: string) => Promise<Readable>;

/** A leave of a year is one document on 366 requests. */
const DOCUMENTS_REMEMBERED = 1_000;

interface DocumentParts {
  readonly open: OpenSourceDocument | null;
  readonly store: DocumentStore | null;
  readonly isDryRun: boolean;
}

/** Stores the documents of an export while its rows are written. */
export class ImportedDocuments {
  readonly #parts: DocumentParts;
  readonly #keys = new Map<string, string>();
  /** The keys of the documents that this import has stored. */
  readonly #stored: string[] = [];

  constructor(parts: DocumentParts) {
    this.#parts = parts;
  }

  /**
   * Returns the key of a stored document. Requests of one leave share one; equal documents of two leaves do not,
   * because each may be removed alone. A request that has the document from an earlier import, under the key `before`,
   * keeps it. Throws `options_invalid` if the document is missing, or differs from the one that the export wrote.
   */
  async keep(companyId: number, path: string, leave: string, before: string | null): Promise<string> {
    const shared = `${leave} ${path}`;
    const kept = this.#keys.get(shared);
    if (kept !== undefined) return kept;
    const isThere = before !== null && (await this.#isStored(companyId, before, path));
    const key = isThere ? before : await this.#put(companyId, path);
    if (this.#keys.size >= DOCUMENTS_REMEMBERED) this.#keys.clear();
    this.#keys.set(shared, key);
    return key;
  }

  /**
   * Removes what this import has stored, after an error that rolls it back: `prune` spares documents for a day, and until
   * then they would keep a full disk full. What cannot be removed is left to `prune`.
   */
  async discard(companyId: number): Promise<void> {
    const { store } = this.#parts;
    for (const key of this.#stored) {
      await callPort('documents', async () => store?.remove(companyId, key)).catch(() => undefined);
    }
  }

  async #isStored(companyId: number, key: string, path: string): Promise<boolean> {
    const { store } = this.#parts;
    if (store === null) return false;
    try {
      const hash = createHash('sha256');
      for await (const chunk of await store.open(companyId, key)) hash.update(chunk);
      return path.endsWith(`/${hash.digest('hex')}`);
    } catch (error) {
      if (isShaonError(error, 'not_found')) return false;
      throw error;
    }
  }

  async #put(companyId: number, path: string): Promise<string> {
    const { open, store, isDryRun } = this.#parts;
    if (open === null || store === null) {
      throw invalidOption('The source has documents, and there is no store for them.');
    }
    const content = await callPort('documents', () => open(path));
    const hash = createHash('sha256');
    const hashed = Readable.from(hashedChunks(content, hash), { objectMode: false });
    // Without listeners, a document that fails before it is read would end the process, and so would a store that
    // fails while it reads. Reading throws the error.
    for (const stream of [content, hashed]) stream.on('error', () => undefined);
    let key = path;
    try {
      if (isDryRun) {
        await callPort('documents', async () => {
          for await (const _ of hashed);
        });
      } else key = await putDocument(store, companyId, hashed);
    } finally {
      // A store that fails before it reads would leave the source's file open.
      content.destroy();
    }
    if (!isDryRun) this.#stored.push(key);
    if (path.endsWith(`/${hash.digest('hex')}`)) return key;
    if (!isDryRun) await store.remove(companyId, key);
    throw invalidOption(`${path} is not as it was exported. Take it from the export again.`);
  }
}

async function* hashedChunks(content: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
