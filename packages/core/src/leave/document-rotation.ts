import type { CompanyReads } from '../database/database.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { isShaonError } from '../errors.ts';
import type { RotationStep } from '../keys/key-rotation.ts';
import type { CoreLog } from '../log.ts';
import type { DocumentStore } from './document-store.ts';
import { leaveRequestTable } from './leave-request.ts';

const DOCUMENTS_AFTER = everyCompanySql`SELECT DISTINCT company_id, document_key FROM ${leaveRequestTable}
  WHERE document_key IS NOT NULL AND document_key > $1 ORDER BY document_key LIMIT $2`;
/** The oldest documents, which still need a key that was removed too early, and those that a rotation handles last. */
const SAMPLES = [
  everyCompanySql`SELECT company_id, document_key FROM ${leaveRequestTable}
    WHERE document_key IS NOT NULL ORDER BY id LIMIT $1`,
  everyCompanySql`SELECT company_id, document_key FROM ${leaveRequestTable}
    WHERE document_key IS NOT NULL ORDER BY document_key DESC LIMIT $1`,
];
const SAMPLE_SIZE = 50;

/** The rotation of leave documents, if their store uses the key ring. Missing or damaged documents are counted. */
export function documentRotation(parts: {
  readonly database: CompanyReads;
  readonly log: CoreLog;
  readonly documents: DocumentStore | null;
}): RotationStep {
  const { database, log, documents } = parts;
  /** Null for a missing or damaged document, because another key would not help. */
  async function missingKeyOf(companyId: number, key: string): Promise<string | null> {
    try {
      return (await documents?.missingKey?.(companyId, key)) ?? null;
    } catch (error) {
      if (!isShaonError(error)) throw error;
      return null;
    }
  }

  return {
    name: 'documents',
    /** Each document is a file, so only a sample is read. */
    async missingKey() {
      if (documents?.missingKey === undefined) return null;
      for (const sample of SAMPLES) {
        for (const row of await database.allCompanies().run(sample, [SAMPLE_SIZE])) {
          const missing = await missingKeyOf(Number(row.company_id), String(row.document_key));
          if (missing !== null) return missing;
        }
      }
      return null;
    },
    async rotateBatch({ after, limit }) {
      if (documents?.rotate === undefined) return { rotated: 0, failed: 0, next: null };
      const rows = await database.allCompanies().run(DOCUMENTS_AFTER, [after ?? '', limit]);
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
