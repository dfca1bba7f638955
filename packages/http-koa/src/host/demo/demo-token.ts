import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DemoSignIn, demoSignInsPath } from './demo-sign-ins.ts';
import { writePrivateFile } from './private-file.ts';

/** The file with the demo company's token: readable by this user only, shown on a terminal, never logged. */
function demoTokenPath(dataDir: string): string {
  return join(dataDir, 'demo', 'token');
}

/** The token; null if this is not a demo. */
export function readDemoToken(dataDir: string): string | null {
  const path = demoTokenPath(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

export function writeDemoToken(dataDir: string, token: string): void {
  writePrivateFile(demoTokenPath(dataDir), `${token}\n`);
}

/**
 * What `shaon serve` shows of the demo: its address, its log-ins, and a working call. Passwords and the token are shown
 * only on a terminal; a file or a log collector gets their paths.
 */
export function describeDemo(
  demo: {
    readonly dataDir: string;
    readonly baseUrl: string;
    readonly docsUrl: string | null;
    readonly signInUrl: string;
    readonly signIns: readonly DemoSignIn[];
  },
  token: string,
  { isTerminal }: { readonly isTerminal: boolean },
): string {
  const bearer = isTerminal ? token : `$(cat ${demoTokenPath(demo.dataDir)})`;
  return [
    'The demo company is ready.',
    `  Pages: ${demo.signInUrl}`,
    ...(isTerminal
      ? demo.signIns.map(({ role, email, password }) => `    ${role.padEnd(8)}  ${email}  ${password}`)
      : [`    e-mail addresses and passwords: ${demoSignInsPath(demo.dataDir)}`]),
    `  API:   ${demo.baseUrl}`,
    ...(demo.docsUrl === null ? [] : [`  Docs:  ${demo.docsUrl}`]),
    '  Try:',
    `    curl -H "Authorization: Bearer ${bearer}" -H "Accept: application/json" "${demo.baseUrl}/attendance?per_page=5"`,
  ].join('\n');
}
