import { ShaonError } from '../../errors.ts';

/** Which versions fit, and what needs the package, as the beginning of a sentence. */
export interface OptionalPackage {
  readonly range: string;
  readonly need: string;
}

export const DATABASE_PACKAGES = {
  'better-sqlite3': { range: '12', need: 'SQLite' },
  pg: { range: '8', need: 'PostgreSQL' },
} as const satisfies Record<string, OptionalPackage>;

/** Loads a package that not every installation needs. Throws `options_invalid`, which says what needs it and how to add it. */
export async function loadPackage<Module>(
  name: string,
  { range, need }: OptionalPackage,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const isMissing = (cause as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
    const cure = isMissing
      ? `${need} needs the package ${name}. Add it: npm install ${name}@${range}`
      : `The package ${name}, which ${need} needs, cannot be loaded. Install it again with this Node: npm rebuild ${name}`;
    throw new ShaonError('options_invalid', cure, { peer: name }, { cause });
  }
}

/**
 * The driver of PostgreSQL. Throws `options_invalid`. The caller imports it, because our declarations must not name the
 * driver's types, which embedders may lack.
 */
export function loadPg<Module>(load: () => Promise<Module>): Promise<Module> {
  return loadPackage('pg', DATABASE_PACKAGES.pg, load);
}

/** Makes sure of SQLite's driver, which TypeORM loads by itself. Throws `options_invalid`. */
export async function requireSqlite(): Promise<void> {
  await loadPackage('better-sqlite3', DATABASE_PACKAGES['better-sqlite3'], async () => {
    const { default: Sqlite } = await import('better-sqlite3');
    // The binary fits one major version of Node and is loaded only with the first database, so one is opened here.
    new Sqlite(':memory:').close();
  });
}
