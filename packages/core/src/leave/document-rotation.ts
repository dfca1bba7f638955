import type { CompanyReads } from '../database/database.ts';
import { everyCompanySql } from '../database/statement.ts';
import { isShaonError } from '../errors.ts';
import type { RotationStep } from '../keys/key-rotation.ts';
import type { CoreLog } from '../log.ts';
import type { DocumentStore } from './document-store.ts';
import { leaveRequestTable } from './leave-request.ts';

const DOCUMENTS_AFTER = everyCompanySql`SELECT DISTINCT company_id, document_key FROM ${leaveRequestTable}
  WHERE document_key IS NOT NULL AND document_key > $1 ORDER BY document_key LIMIT $2`;

/** The documents of leave requests, if their store encrypts by the key ring. One that is gone or damaged is counted. */
export function documentRotation(parts: {
  readonly database: CompanyReads;
  readonly log: CoreLog;
  readonly documents: DocumentStore | null;
}): RotationStep {
  const { database, log, documents } = parts;
  return {
    name: 'documents',
    async rotateBatch({ after, limit }) {
      if (documents?.rotate === undefined) return { rotated: 0, failed: 0, next: null };
      const rows = await database.readAllCompanies().rows(DOCUMENTS_AFTER, [after ?? '', limit]);
      let rotated = 0;
      let failed = 0;
      for (const row of rows) {
        const companyId = Number(row.company_id);
        try {
          if (await documents.rotate(companyId, String(row.document_key))) rotated += 1;
        } catch (error) {
          if (!isShaonError(error)) throw error;
          failed += 1;
          log.error({ companyId, code: error.code }, 'A document could not be re-encrypted');
        }
      }
      const last = rows.at(-1);
      return { rotated, failed, next: rows.length < limit || last === undefined ? null : String(last.document_key) };
    },
  };
}
