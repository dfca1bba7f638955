import { join } from 'node:path';
import type { Core } from '@shaon/core';
import { latestDocumentPaths } from '@shaon/core/extension';
import { doubtful, type Verdict, wrong } from './doctor-finding.ts';
import { OWNER, ownerIn } from './documents-owner.ts';
import { fileAccess } from './file-access.ts';

/**
 * A finding about the folder of documents; null if it is this database's and has the latest ones. A restore may have left
 * them out, or put another installation's in their place.
 */
export async function examineDocuments(core: Core, folder: string): Promise<Verdict | null> {
  const owner = await ownerIn(join(folder, OWNER));
  if (owner !== null && owner !== '' && owner !== core.extension.installation) {
    return wrong(`the documents in ${folder} are those of another database: restore them, or set SHAON_DATA_DIR.`);
  }
  const paths = await latestDocumentPaths(core.extension.database.allCompanies(), folder);
  const gone = [...paths].filter((path) => fileAccess(path) === 'missing').length;
  if (gone === 0) return null;
  const text = `${gone} of the latest ${paths.size} documents are not in ${folder}: restore them, or set SHAON_DATA_DIR`;
  return doubtful(text);
}
