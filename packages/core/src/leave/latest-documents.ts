import type { AllCompanies } from '../database/sql/all-companies.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { documentPath } from './document-files.ts';
import { leaveRequestTable } from './leave-request.ts';

const LATEST = everyCompanySql`SELECT company_id, document_key FROM ${leaveRequestTable}
  WHERE document_key IS NOT NULL ORDER BY id DESC LIMIT 100`;

/** The paths that the documents of the latest hundred leave requests with one have in the folder of `fileDocumentStore`. */
export async function latestDocumentPaths(all: AllCompanies, directory: string): Promise<ReadonlySet<string>> {
  const rows = await all.run(LATEST);
  return new Set(rows.map((row) => documentPath(directory, Number(row.company_id), String(row.document_key))));
}
