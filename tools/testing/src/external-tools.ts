import { accessSync, appendFileSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Dialect, testedDialects } from './dialects.ts';

export type ExternalTool =
  | 'redis-server'
  | 'chromium'
  | 'headless-chromium'
  | 'openssl'
  | 'nginx'
  | 'caddy'
  | 'systemd-analyze'
  | 'sqlite3'
  | 'pg_dump'
  | 'pg_basebackup'
  | 'pgbouncer'
  | 'curl'
  | 'bun'
  | 'python'
  | 'php'
  | 'go'
  | 'csharp'
  | 'java';

const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const TOOLS: Record<ExternalTool, { programs: readonly string[]; variable: string; howToGet: string }> = {
  'redis-server': {
    programs: ['redis-server', 'valkey-server'],
    variable: 'SHAON_TEST_REDIS_SERVER',
    howToGet: 'Debian: apt-get install redis-server; macOS: brew install redis',
  },
  openssl: {
    programs: ['openssl'],
    variable: 'SHAON_TEST_OPENSSL',
    howToGet: 'Debian: apt-get install openssl',
  },
  nginx: {
    programs: ['nginx'],
    variable: 'SHAON_TEST_NGINX',
    howToGet: 'Debian: apt-get install nginx; macOS: brew install nginx',
  },
  caddy: {
    programs: ['caddy'],
    variable: 'SHAON_TEST_CADDY',
    howToGet: 'Debian: apt-get install caddy; macOS: brew install caddy',
  },
  'systemd-analyze': {
    programs: ['systemd-analyze'],
    variable: 'SHAON_TEST_SYSTEMD_ANALYZE',
    howToGet: 'Debian: apt-get install systemd',
  },
  sqlite3: {
    programs: ['sqlite3'],
    variable: 'SHAON_TEST_SQLITE3',
    howToGet: 'Debian: apt-get install sqlite3',
  },
  curl: {
    programs: ['curl'],
    variable: 'SHAON_TEST_CURL',
    howToGet: 'Debian: apt-get install curl',
  },
  pg_dump: {
    programs: ['pg_dump'],
    variable: 'SHAON_TEST_PG_DUMP',
    howToGet: 'Debian: apt-get install postgresql',
  },
  pg_basebackup: {
    programs: ['pg_basebackup'],
    variable: 'SHAON_TEST_PG_BASEBACKUP',
    howToGet: 'Debian: apt-get install postgresql',
  },
  pgbouncer: {
    programs: ['pgbouncer'],
    variable: 'SHAON_TEST_PGBOUNCER',
    howToGet: 'Debian: apt-get install pgbouncer; macOS: brew install pgbouncer',
  },
  bun: {
    programs: ['bun'],
    variable: 'SHAON_TEST_BUN',
    howToGet: 'npm install -g bun',
  },
  python: {
    programs: ['python3'],
    variable: 'SHAON_TEST_PYTHON',
    howToGet: 'Debian: apt-get install python3',
  },
  php: {
    programs: ['php'],
    variable: 'SHAON_TEST_PHP',
    howToGet: 'Debian: apt-get install php-cli; macOS: brew install php',
  },
  go: {
    programs: ['go'],
    variable: 'SHAON_TEST_GO',
    howToGet: 'Debian: apt-get install golang-go; macOS: brew install go',
  },
  csharp: {
    programs: ['dotnet', 'mcs'],
    variable: 'SHAON_TEST_CSHARP',
    howToGet: 'the .NET SDK from https://dotnet.microsoft.com, or of Debian: apt-get install mono-mcs',
  },
  java: {
    programs: ['java'],
    variable: 'SHAON_TEST_JAVA',
    howToGet: 'Debian: apt-get install default-jre-headless; macOS: brew install openjdk',
  },
  chromium: {
    programs: CHROMIUMS,
    variable: 'SHAON_TEST_CHROMIUM',
    howToGet: 'Debian: apt-get install chromium; or name a Chrome by SHAON_TEST_CHROMIUM=/path/to/it',
  },
  // The headless shell takes a third of the CPU. It does not request a page's icon.
  'headless-chromium': {
    programs: ['/usr/lib/chromium/chromium-headless-shell', ...CHROMIUMS],
    variable: 'SHAON_TEST_CHROMIUM',
    howToGet: 'Debian: apt-get install chromium-headless-shell; or name a Chrome by SHAON_TEST_CHROMIUM=/path/to/it',
  },
};

/** Read by scripts/test.mjs, which lists skipped tests at its end. */
const REPORT_VARIABLE = 'SHAON_TEST_MISSING_TOOLS';

/**
 * Skips the test, or in a `before` hook the whole suite, if a program is not installed.
 *
 * @returns the program's path
 */
export function skipWithout(context: Pick<Mocha.Context, 'skip'>, tool: ExternalTool): string {
  const path = find(tool);
  if (path !== undefined) return path;
  return skipFor(context, `${tool}: ${TOOLS[tool].howToGet}`);
}

/** Skips the test or the suite because something is not installed. */
export function skipFor(context: Pick<Mocha.Context, 'skip'>, missing: string): never {
  const report = process.env[REPORT_VARIABLE];
  if (report !== undefined) appendFileSync(report, `${missing}\n`);
  else console.warn(`Skipped for what is not installed: ${missing}`);
  return context.skip(); // The missing program is named above.
}

/** Skips the test or the suite if SHAON_TEST_ONLY leaves out one of the databases. */
export function skipUnlessTested(context: Pick<Mocha.Context, 'skip'>, ...dialects: readonly Dialect[]): void {
  const missing = dialects.filter((dialect) => !testedDialects().includes(dialect));
  if (missing.length > 0) skipFor(context, `${missing.join(' and ')}: SHAON_TEST_ONLY leaves it out`);
}

/** Path of Debian's Chromium or of Chrome; undefined if neither is installed. */
export function chromiumPath(): string | undefined {
  return find('chromium');
}

/** Path of the program; the error for a missing one says how to install it. */
export function requireTool(tool: ExternalTool): string {
  const path = find(tool);
  if (path === undefined) throw new Error(`${tool} is not installed. ${TOOLS[tool].howToGet}`);
  return path;
}

function find(tool: ExternalTool): string | undefined {
  const { programs, variable } = TOOLS[tool];
  const named = process.env[variable];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return programs
    .flatMap((program) => (isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program))))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
