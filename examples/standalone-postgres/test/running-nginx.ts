import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { listen } from '@shaon/testing';

const SITE = new URL('../nginx/shaon.conf', import.meta.url);

export interface RunningNginx {
  readonly port: number;
  /** Its certificate, which is its own authority. */
  readonly ca: string;
  /** What its log has of the calls up to now. */
  accessLog(): string;
  stop(): Promise<void>;
}

/** Runs the example's site, with a port, a certificate and an upstream of this machine put in. */
export async function startNginx(options: {
  readonly nginx: string;
  readonly openssl: string;
  readonly folder: string;
  readonly upstream: number;
}): Promise<RunningNginx> {
  const { nginx, openssl, folder, upstream } = options;
  for (const name of ['temp', 'logs']) mkdirSync(join(folder, name), { recursive: true });
  const [cert, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  execFileSync(
    openssl,
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
      ...['-subj', '/CN=shaon.example', '-addext', 'subjectAltName=DNS:shaon.example', '-out', cert, '-keyout', key],
    ],
    { stdio: 'pipe' },
  );
  const port = await freePort();
  const site = readFileSync(SITE, 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/ssl/shaon', folder);
  writeFileSync(join(folder, 'shaon.conf'), site);
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, mainConfiguration(folder));
  const args = ['-e', 'stderr', '-p', folder, '-c', configuration];
  execFileSync(nginx, ['-t', ...args], { stdio: 'pipe' });

  const child = spawn(nginx, args, { stdio: 'inherit' });
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx has ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    ca: readFileSync(cert, 'utf8'),
    accessLog: () => readFileSync(join(folder, 'logs/access.log'), 'utf8'),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** What a distribution's nginx.conf does around a site, with all files in one folder. */
function mainConfiguration(folder: string): string {
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log stderr error;
events {}
http {
  access_log ${folder}/logs/access.log;
${temps.map((name) => `  ${name}_temp_path ${folder}/temp/${name};`).join('\n')}
  include ${folder}/shaon.conf;
}
`;
}

async function freePort(): Promise<number> {
  const listening = await listen(() => {});
  await listening.close();
  return listening.port;
}
