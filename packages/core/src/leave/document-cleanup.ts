import { type Actor, systemActor } from '../actor.ts';
import type { CompanyReads, WriteOptions } from '../database/database.ts';
import { longReading } from '../database/reading.ts';
import { ShaonError } from '../errors.ts';
import type { CoreLog } from '../log.ts';
import { callPort } from '../port-fault.ts';
import type { DocumentStore } from './document-store.ts';
import { isDocumentUsed, listDocumentKeys } from './leave-queries.ts';

/** Removing documents that were left behind. */
export interface DocumentPruning {
  /**
   * Removes documents of all companies that belong to no request: the operator's act. `minAgeMs` (default a day)
   * spares what is being attached now, also by an import, whose requests nobody sees before its end. Gives their number.
   */
  pruneDocuments(options?: { readonly minAgeMs?: number | undefined }): Promise<number>;
}

/** Removes documents that no request refers to. */
export interface DocumentCleanup extends DocumentPruning {
  /**
   * After a write has committed: removes a document that it took off a request. Inside a caller's transaction nothing is
   * removed, because the transaction may yet roll back; pruning finds the document later. A file that cannot be removed is
   * left to pruning too, because the request itself is right already.
   */
  discardUnused(actor: Actor, employeeId: number, key: string, options: WriteOptions): Promise<void>;
}

const A_DAY = 24 * 60 * 60 * 1000;

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
        // By the product, because the actor may have been frozen meanwhile.
        const scope = database.read(systemActor(actor.companyId));
        if (await isDocumentUsed(scope, employeeId, key)) return;
        await callPort('documents', () => documents.remove(actor.companyId, key));
      } catch (error) {
        log.warn({ err: error }, 'A document that is no longer used could not be removed; prune will.');
      }
    },

    async pruneDocuments({ minAgeMs = A_DAY } = {}) {
      const store = requireStore(documents);
      if (store.orphans === undefined) return 0;
      const reading = { ...longReading('leave.pruneDocuments'), isForPrimary: true };
      const known = await listDocumentKeys(database.readAllCompanies(reading));
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
  throw new ShaonError('options_invalid', 'Documents need createCore({ documents }), such as fileDocumentStore.');
}
