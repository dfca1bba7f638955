import type { Readable } from 'node:stream';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { isShaonError, stateConflict } from '../errors.ts';
import type { KeptDocuments } from '../leave/kept-documents.ts';
import type { LeaveRequestRow } from '../leave/leave-request.ts';

/** Stores the content of a document with the export and returns its path, which depends only on the content. */
export type KeepDocument = (content: Readable) => Promise<string>;

/** The path of a request's document in the export; null if it has none. */
export type DocumentPath = (request: LeaveRequestRow) => Promise<string | null>;

/** A leave of a year is one document on 366 requests. */
const DOCUMENTS_REMEMBERED = 1_000;

/** All requests of a leave share one document, which is stored once. */
export function exportedDocuments(parts: {
  readonly company: CompanyScope;
  readonly documents: KeptDocuments;
  readonly keep: KeepDocument;
}): DocumentPath {
  const { company, documents, keep } = parts;
  const paths = new Map<string, string>();
  return async ({ id, documentKey }) => {
    if (documentKey === null) return null;
    const kept = paths.get(documentKey);
    if (kept !== undefined) return kept;
    const content = await documents.open(company, documentKey).catch((error: unknown) => {
      throw isShaonError(error, 'not_found') ? notInStore(id) : error;
    });
    const path = await keep(content);
    if (paths.size >= DOCUMENTS_REMEMBERED) paths.clear();
    paths.set(documentKey, path);
    return path;
  };
}

/** Only a product's store can lack one: it is not of the snapshot that the rows are read from. */
const notInStore = (leaveRequestId: number) =>
  stateConflict(
    `The document of the leave request ${leaveRequestId} is not in the store. If it was removed just now, export again.`,
    { leaveRequestId },
  );
