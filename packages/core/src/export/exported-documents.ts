import type { Readable } from 'node:stream';
import type { CompanyScope } from '../database/company-scope.ts';
import { isShaonError, ShaonError } from '../errors.ts';
import type { DocumentStore } from '../leave/document-store.ts';
import { isDocumentUsed } from '../leave/leave-queries.ts';
import type { LeaveRequestRow } from '../leave/leave-request.ts';

/** Keeps the content of a document beside the rows and gives its place, which only its content decides. */
export type KeepDocument = (content: Readable) => Promise<string>;

/** A leave of a year is one document on 366 requests. */
const DOCUMENTS_REMEMBERED = 1_000;

/** More are not removed while an export runs: the folder of documents is not there. */
const MOST_MISSING = 1_000;

interface DocumentParts {
  readonly companyId: number;
  readonly store: DocumentStore | null;
  readonly keep: KeepDocument;
}

/**
 * The documents of a company that is exported. Its rows are of one moment, and the store has no moments: a document that
 * is removed while the export runs is gone, although a row still names it.
 */
export class ExportedDocuments {
  readonly #parts: DocumentParts;
  readonly #places = new Map<string, string>();
  /** The keys of documents that were not there, with a request that named each. */
  readonly #missing = new Map<string, LeaveRequestRow>();

  constructor(parts: DocumentParts) {
    this.#parts = parts;
  }

  /**
   * Keeps the document of a request and gives its place; null where the store no longer has it, which `assertRemoved`
   * judges. All requests of a leave refer to one document, which is kept once.
   */
  async keep(request: LeaveRequestRow, key: string): Promise<string | null> {
    const kept = this.#places.get(key);
    if (kept !== undefined) return kept;
    const content = this.#missing.has(key) ? null : await this.#open(key);
    if (content === null) {
      this.#missing.set(key, this.#missing.get(key) ?? request);
      if (this.#missing.size > MOST_MISSING) throw notInStore(request.id);
      return null;
    }
    const place = await this.#parts.keep(content);
    if (this.#places.size >= DOCUMENTS_REMEMBERED) this.#places.clear();
    this.#places.set(key, place);
    return place;
  }

  /**
   * Asks of each document that was not there whether a request still has it, by what is committed now. Asked after the
   * export's snapshot has ended: exports that held a connection and waited for another one would wait for each other.
   * Throws `state_conflict` for a document that a request has and the store has not.
   */
  async assertRemoved(committedNow: CompanyScope): Promise<void> {
    for (const [key, { id, employeeId }] of this.#missing) {
      if (await isDocumentUsed(committedNow, employeeId, key)) throw notInStore(id);
    }
  }

  async #open(key: string): Promise<Readable | null> {
    const { companyId, store } = this.#parts;
    try {
      return store === null ? null : await store.open(companyId, key);
    } catch (error) {
      if (isShaonError(error, 'not_found')) return null;
      throw error;
    }
  }
}

function notInStore(leaveRequestId: number): ShaonError {
  return new ShaonError(
    'state_conflict',
    `The document of the leave request ${leaveRequestId} is not in the store. Put the folder of documents back, or take it off the request.`,
    { leaveRequestId },
  );
}
