import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Connection } from '@shaon/testing';
import { migrateWebhooks } from '@shaon/webhooks';
import { startInstalledPostgres } from './installed-postgres.ts';
import { fillOutdated, RELEASE_KEYS, RELEASES } from './released-database.ts';

/*
 * `npm run release:schema` keeps dumps of a small database of this version. From then on `released-schemas.test.ts`
 * fails if its migrations change, or if a later version cannot bring it up.
 */

const run = promisify(execFile);
const manifest = new URL('../../../packages/core/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };

/** Writes one dump, with the token of its data in the first line. */
async function write(connection: Connection, dump: () => Promise<{ stdout: string }>): Promise<void> {
  const token = await fillOutdated(connection, RELEASE_KEYS);
  await migrateWebhooks(connection);
  // Lines with a backslash are for psql.
  const statements = (await dump()).stdout.replace(/^\\.*\n/gm, '');
  writeFileSync(
    new URL(`released-schemas/${version}/${connection.type}.sql`, import.meta.url),
    `-- token: ${token}\n${statements}`,
  );
}

if (RELEASES.includes(version)) throw new Error(`${version} is released already.`);
mkdirSync(new URL(`released-schemas/${version}/`, import.meta.url), { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'shaon-release-'));
const postgres = await startInstalledPostgres({
  skip: () => {
    throw new Error('The installed PostgreSQL with pg_dump is needed.');
  },
});
try {
  const path = join(folder, 'shaon.sqlite');
  await write({ type: 'sqlite', path }, () => run('sqlite3', [path, '.dump']));
  const url = await postgres.create('shaon');
  const flags = ['--no-owner', '--no-privileges', '--inserts', url];
  await write({ type: 'postgres', url }, () => run(join(postgres.programs, 'pg_dump'), flags));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
