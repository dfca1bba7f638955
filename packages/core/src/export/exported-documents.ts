import type { Readable } from 'node:stream';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { isShaonError, type ShaonError, stateConflict } from '../errors.ts';
import type { DocumentStore } from '../leave/document-store.ts';
import { isDocumentUsed } from '../leave/leave-queries.ts';
import type { LeaveRequestRow } from '../leave/leave-request.ts';

/** Stores the content of a document with the export and returns its path, which depends only on the content. */
export type KeepDocument = (content: Readable) => Promise<string>;

/** A leave of a year is one document on 366 requests. */
const DOCUMENTS_REMEMBERED = 1_000;

/** An export cannot lose more documents to deletion while it runs; so many mean that the store's folder is missing. */
const MAX_MISSING = 1_000;

interface DocumentParts {
  readonly companyId: number;
  readonly store: DocumentStore | null;
  readonly keep: KeepDocument;
}

/**
 * The documents of an exported company. Its rows come from a snapshot, but the store has none: a document that is
 * deleted while the export runs is gone, although a row still names it.
 */
export class ExportedDocuments {
  readonly #parts: DocumentParts;
  readonly #paths = new Map<string, string>();
  /** The keys of missing documents, each with a request that named it. */
  readonly #missing = new Map<string, LeaveRequestRow>();

  constructor(parts: DocumentParts) {
    this.#parts = parts;
  }

  /**
   * Stores the document of a request and returns its path; null if the store no longer has it, which `assertRemoved`
   * checks. All requests of a leave share one document, which is stored once.
   */
  async keep(request: LeaveRequestRow, key: string): Promise<string | null> {
    const kept = this.#paths.get(key);
    if (kept !== undefined) return kept;
    const content = this.#missing.has(key) ? null : await this.#open(key);
    if (content === null) {
      this.#missing.set(key, this.#missing.get(key) ?? request);
      if (this.#missing.size > MAX_MISSING) throw notInStore(request.id);
      return null;
    }
    const path = await this.#parts.keep(content);
    if (this.#paths.size >= DOCUMENTS_REMEMBERED) this.#paths.clear();
    this.#paths.set(key, path);
    return path;
  }

  /**
   * Checks in current data whether a request still has one of the missing documents. Called after the export's snapshot
   * has ended, because exports that held a connection and waited for another could wait for one another. Throws
   * `state_conflict` for a document that a request has but the store does not.
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
  return stateConflict(
    `The document of the leave request ${leaveRequestId} is not in the store. Put the folder of documents back, or take it off the request.`,
    { leaveRequestId },
  );
}
