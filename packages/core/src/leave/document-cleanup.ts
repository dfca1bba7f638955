import { type Actor, systemActor } from '../actor.ts';
import type { CompanyReads, WriteOptions } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import { invalidOption } from '../errors.ts';
import type { CoreLog } from '../log.ts';
import { callPort } from '../port-fault.ts';
import { DAY_MS } from '../time/durations.ts';
import type { DocumentStore } from './document-store.ts';
import { isDocumentUsed, listDocumentKeys } from './leave-queries.ts';

/** Deleting documents that no request needs. */
export interface DocumentPruning {
  /**
   * Deletes documents of all companies that belong to no request: an operator's act. `minAgeMs` (default a day) spares
   * documents that are just being attached, also by an import, whose requests are invisible until its end. Returns the
   * number.
   */
  pruneDocuments(options?: { readonly minAgeMs?: number | undefined }): Promise<number>;
}

/** Deletes documents that no request refers to. */
export interface DocumentCleanup extends DocumentPruning {
  /**
   * Called after a committed write: deletes a document that the write took off a request. Inside a caller's transaction
   * nothing is deleted, because it may still roll back; pruning finds the document later. A file that cannot be deleted
   * is left to pruning too, because the request is already right.
   */
  discardUnused(actor: Actor, employeeId: number, key: string, options: WriteOptions): Promise<void>;
}

export function createDocumentCleanup(parts: {
  readonly database: CompanyReads;
  readonly log: CoreLog;
  readonly documents: DocumentStore | null;
}): DocumentCleanup {
  const { database, log, documents } = parts;

  return {
    async discardUnused(actor, employeeId, key, options) {
      if (options.manager !== undefined || documents === null) return;
      try {
        // Reads as the product, because the actor may have been frozen meanwhile.
        const scope = database.scope(systemActor(actor.companyId));
        if (await isDocumentUsed(scope, employeeId, key)) return;
        await callPort('documents', () => documents.remove(actor.companyId, key));
      } catch (error) {
        log.warn({ err: error }, 'A document that is no longer used could not be removed; prune will.');
      }
    },

    async pruneDocuments({ minAgeMs = DAY_MS } = {}) {
      const store = requireStore(documents);
      if (store.orphans === undefined) return 0;
      const known = await listDocumentKeys(database.allCompanies(listReading('leave.pruneDocuments')));
      let removed = 0;
      for await (const { companyId, key } of store.orphans(known, minAgeMs)) {
        await callPort('documents', () => store.remove(companyId, key));
        removed += 1;
      }
      return removed;
    },
  };
}

/** Throws `options_invalid` when core was made without a store. */
export function requireStore(documents: DocumentStore | null): DocumentStore {
  if (documents !== null) return documents;
  throw invalidOption('Documents need createCore({ documents }), such as fileDocumentStore.');
}
