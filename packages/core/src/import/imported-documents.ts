import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { invalidOption, isShaonError } from '../errors.ts';
import type { KeptDocuments, ReceivedDocument } from '../leave/kept-documents.ts';
import type { LeaveRequestRow } from '../leave/leave-request.ts';
import { callPort } from '../port-fault.ts';

/** Opens a file of the source by the path that a row names. */
export type OpenSourceDocument = (path: string) => Promise<Readable>;

/** A leave of a year is one document on 366 requests. */
const DOCUMENTS_REMEMBERED = 1_000;

interface DocumentParts {
  readonly open: OpenSourceDocument | null;
  readonly documents: KeptDocuments;
  readonly isDryRun: boolean;
}

/** Stores the documents of an export while its rows are written. */
export class ImportedDocuments {
  readonly #parts: DocumentParts;
  readonly #keys = new Map<string, string>();
  /** The documents that this import has stored. */
  readonly #received: ReceivedDocument[] = [];

  constructor(parts: DocumentParts) {
    this.#parts = parts;
  }

  /**
   * Returns the key of a stored document. Requests of one leave share one; equal documents of two leaves do not,
   * because each may be removed alone. A request that has the document from an earlier import, under the key `before`,
   * keeps it. Throws `options_invalid` if the document is missing, or differs from the one that the export wrote.
   */
  async keep(company: CompanyTransaction, path: string, leave: string, before: string | null): Promise<string> {
    const shared = `${leave} ${path}`;
    const kept = this.#keys.get(shared);
    if (kept !== undefined) return kept;
    const isThere = before !== null && (await this.#isStored(company, before, path));
    const key = isThere ? before : await this.#store(company, path);
    if (this.#keys.size >= DOCUMENTS_REMEMBERED) this.#keys.clear();
    this.#keys.set(shared, key);
    return key;
  }

  removeUnused(company: CompanyTransaction, requests: readonly LeaveRequestRow[]): Promise<void> {
    return this.#parts.documents.removeUnused(company, requests);
  }

  /** Removes what this import has stored, after an error that rolls it back. */
  async discard(): Promise<void> {
    for (const received of this.#received) await received.discard();
  }

  async #isStored(company: CompanyTransaction, key: string, path: string): Promise<boolean> {
    try {
      const hash = createHash('sha256');
      for await (const chunk of await this.#parts.documents.open(company, key)) hash.update(chunk);
      return path.endsWith(`/${hash.digest('hex')}`);
    } catch (error) {
      if (isShaonError(error, 'not_found')) return false;
      throw error;
    }
  }

  async #store(company: CompanyTransaction, path: string): Promise<string> {
    const { open, documents, isDryRun } = this.#parts;
    if (open === null) throw invalidOption('The source has documents, and there is no `openDocument` to read them.');
    const content = await callPort('documents', () => open(path));
    const hash = createHash('sha256');
    const hashed = Readable.from(hashedChunks(content, hash), { objectMode: false });
    // Without listeners, a document that fails before it is read would end the process, and so would a store that
    // fails while it reads. Reading throws the error.
    for (const stream of [content, hashed]) stream.on('error', () => undefined);
    let received: ReceivedDocument | null = null;
    try {
      if (isDryRun) {
        await callPort('documents', async () => {
          for await (const _ of hashed);
        });
      } else {
        received = await documents.receive(company.companyId, hashed);
        this.#received.push(received);
      }
    } finally {
      // A store that fails before it reads would leave the source's file open.
      content.destroy();
    }
    if (path.endsWith(`/${hash.digest('hex')}`)) return received === null ? path : received.store(company);
    throw invalidOption(`${path} is not as it was exported. Take it from the export again.`);
  }
}

async function* hashedChunks(content: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
