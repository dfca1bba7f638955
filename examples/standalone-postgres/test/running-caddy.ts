import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startServerProgram } from '@shaon/testing';
import type { ExampleNginx } from './running-nginx.ts';

const CADDYFILE = new URL('../caddy/Caddyfile', import.meta.url);

/** Runs the example's Caddyfile, with a port, an authority and an upstream of this machine put in. */
export async function startExampleCaddy(upstream: number): Promise<ExampleNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'shaon-caddy-'));
  const port = await freePort();
  const log = join(folder, 'log');
  const file = join(folder, 'Caddyfile');
  const local = `admin off\n local_certs\n skip_install_trust\n auto_https disable_redirects\n storage file_system ${folder}`;
  const configuration = readFileSync(CADDYFILE, 'utf8')
    .replace('{\n', `{\n ${local}\n default_bind 127.0.0.1\n`)
    .replace('log default {', `log default {\n output file ${log}`)
    .replace('{$DOMAIN}', `shaon.example:${port}`)
    .replace(/dynamic a serve 8080 \{[^}]*\}/, `to 127.0.0.1:${upstream}`);
  writeFileSync(file, configuration);
  const stop = await startServerProgram({
    program: 'caddy',
    args: ['run', '--config', file],
    output: 'stderr',
    ready: 'using provided configuration',
    signal: 'SIGTERM',
    folder,
  });
  const accessLog = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  while (!accessLog().includes('serving initial configuration')) await sleep(20);
  const ca = readFileSync(join(folder, 'pki/authorities/local/root.crt'), 'utf8');
  return { port, ca, accessLog, stop };
}
