import type { Core } from '@shaon/core';
import { latestDocumentPaths } from '@shaon/core/extension';
import { doubtful, type Verdict } from './doctor-finding.ts';
import { fileAccess } from './file-access.ts';

/** A finding about the latest documents; null if all are in their folder. A restore may have left them out. */
export async function examineDocuments(core: Core, folder: string): Promise<Verdict | null> {
  const paths = await latestDocumentPaths(core.extension.database.allCompanies(), folder);
  const gone = [...paths].filter((path) => fileAccess(path) === 'missing').length;
  if (gone === 0) return null;
  const text = `${gone} of the latest ${paths.size} documents are not in ${folder}: restore them, or set SHAON_DATA_DIR`;
  return doubtful(text);
}
