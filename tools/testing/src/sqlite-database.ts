import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FreshDatabase, Migrate } from './fresh-database.ts';
import { keepFolder, makeFolder } from './run-directory.ts';

const templates = new Map<Migrate, Promise<string>>();

/** A file in a folder of its own, because Shaon creates other files in the same folder. */
export async function createSqliteDatabase(migrate: Migrate | undefined): Promise<FreshDatabase> {
  const folder = makeFolder('sqlite');
  const path = join(folder, 'shaon.sqlite');
  if (migrate !== undefined) copyFileSync(await template(migrate), path);
  return {
    connection: { type: 'sqlite', path },
    name: path,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
    keep: () => keepFolder(folder),
  };
}

function template(migrate: Migrate): Promise<string> {
  const made = templates.get(migrate) ?? makeTemplate(migrate);
  templates.set(migrate, made);
  return made;
}

async function makeTemplate(migrate: Migrate): Promise<string> {
  const path = join(makeFolder('sqlite-template'), 'shaon.sqlite');
  await migrate({ type: 'sqlite', path });
  // Closing the last connection empties the write-ahead log; before that, a copy of the file would be incomplete.
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) throw new Error('The migrate function left its SQLite connection open.');
  return path;
}
