import type { Core } from '@shaon/core';
import { documentPath, everyCompanySql, leaveRequestTable } from '@shaon/core/extension';
import { fileAccess } from './file-access.ts';

const LATEST = everyCompanySql`SELECT company_id, document_key FROM ${leaveRequestTable}
  WHERE document_key IS NOT NULL ORDER BY id DESC LIMIT 100`;

/** A finding about the latest documents; null if all are in their folder. A restore may have left them out. */
export async function describeDocuments(
  core: Core,
  folder: string,
): Promise<{ readonly isRight: boolean; readonly text: string } | null> {
  const rows = await core.extension.database.readAllCompanies().rows(LATEST);
  const paths = new Set(rows.map((row) => documentPath(folder, Number(row.company_id), String(row.document_key))));
  const gone = [...paths].filter((path) => fileAccess(path) === 'missing').length;
  if (gone === 0) return null;
  const text = `${gone} of the latest ${paths.size} documents are not in ${folder}: restore them, or set SHAON_DATA_DIR`;
  return { isRight: false, text };
}
