import { Readable } from 'node:stream';
import type { Database } from '../database/database.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { deleteOf } from '../database/sql/statement.ts';
import { invalidOption, notFound, ShaonError } from '../errors.ts';
import { guardedHandler } from '../guarded-handler.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { CoreLog } from '../log.ts';
import { callPort } from '../port-fault.ts';
import { leaveDocumentTable, openedDocument, sealedDocument } from './leave-document.ts';
import { isDocumentUsed } from './leave-queries.ts';
import type { LeaveRequestRow } from './leave-request.ts';

/** Where documents are: in the database, or in a product's store. */
export interface KeptDocuments {
  /** Reads a document to its end, before the transaction that stores it. Throws `limit_reached` and a store's errors. */
  receive(companyId: number, content: Readable): Promise<ReceivedDocument>;
  /** Throws `not_found`, `keys_missing`, `ciphertext_corrupt` and a store's errors. */
  open(scope: CompanyScope, key: string): Promise<Readable>;
  /** Deletes those documents of changed requests that no request has any more. Their employees are locked. */
  removeUnused(
    company: CompanyTransaction,
    requests: readonly Pick<LeaveRequestRow, 'employeeId' | 'documentKey'>[],
  ): Promise<void>;
}

export interface ReceivedDocument {
  /** Returns the key of the document. */
  store(company: CompanyTransaction): Promise<string>;
  /** After a rollback. */
  discard(): Promise<void>;
}

const MAX_BYTES = 10 * 1024 * 1024;
const REMOVE = deleteOf(leaveDocumentTable, { where: 'key = $2' });

/** Encrypted rows (D:A32). */
export function documentsInDatabase(keys: KeyRing): KeptDocuments {
  return {
    async receive(companyId, content) {
      const document = sealedDocument(keys, companyId, await bytesOf(content));
      return {
        async store(company) {
          await company.append(leaveDocumentTable, document);
          return document.key;
        },
        discard: async () => undefined,
      };
    },
    async open(scope, key) {
      const row = await scope.findOne(leaveDocumentTable, { key });
      if (row === null) throw notFound('document');
      return Readable.from([openedDocument(keys, row)]);
    },
    async removeUnused(company, requests) {
      for (const key of await unusedKeys(company, requests)) await company.change(REMOVE, [key]);
    },
  };
}

async function bytesOf(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of content) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(part);
    total += bytes.length;
    if (total > MAX_BYTES) {
      throw new ShaonError('limit_reached', `A document has at most ${MAX_BYTES} bytes.`, { maxBytes: MAX_BYTES });
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/**
 * A product's store, which no transaction covers: a document is put there before, and deleted after the commit. A crash
 * in between leaves it there.
 */
export function documentsInStore(
  store: DocumentStore,
  { database, log }: { readonly database: Database; readonly log: CoreLog },
): KeptDocuments {
  const reportBroken = guardedHandler(log, 'leave document', (error: Error) => {
    log.warn({ err: error }, 'A leave document could not be read to its end.');
  });
  const remove = (companyId: number, key: string) =>
    callPort('documents', () => store.remove(companyId, key)).catch((error: unknown) => {
      log.warn({ err: error }, 'A document that is no longer used could not be removed from its store.');
    });

  return {
    async receive(companyId, content) {
      const key: unknown = await callPort('documents', () => store.put(companyId, content));
      // Without a key the document could never be found again.
      if (typeof key !== 'string' || key === '') {
        throw invalidOption('The document store gave no key: put() resolves with a text that is not empty.');
      }
      return { store: async () => key, discard: () => remove(companyId, key) };
    },
    async open({ companyId }, key) {
      const content = await callPort('documents', () => store.open(companyId, key));
      // Without a listener, a document that fails while it is read would end the process.
      content.on('error', reportBroken);
      return content;
    },
    async removeUnused(company, requests) {
      for (const key of await unusedKeys(company, requests)) {
        database.unitOfWork.afterCommit(company.manager, () => void remove(company.companyId, key));
      }
    },
  };
}

async function unusedKeys(
  company: CompanyTransaction,
  requests: readonly Pick<LeaveRequestRow, 'employeeId' | 'documentKey'>[],
): Promise<string[]> {
  const employees = new Map<string, number>();
  for (const { employeeId, documentKey } of requests) if (documentKey !== null) employees.set(documentKey, employeeId);
  const unused: string[] = [];
  for (const [key, employeeId] of employees) {
    if (!(await isDocumentUsed(company, employeeId, key))) unused.push(key);
  }
  return unused;
}

/** Where a product keeps the documents of leave requests, if not in Shaon's database. */
export interface DocumentStore {
  /** Stores a document and returns its key; resolves when it is on disk. Keys are unique over all companies. */
  put(companyId: number, content: Readable): Promise<string>;
  /** The content. Throws `not_found` for a key that this company does not have. */
  open(companyId: number, key: string): Promise<Readable>;
  /** Deletes a document; a missing one is no error. */
  remove(companyId: number, key: string): Promise<void>;
}
