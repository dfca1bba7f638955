import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { makeFolder } from './run-directory.ts';
import { startServerProgram } from './server-program.ts';

export interface RunningNginx {
  readonly port: number;
  /** What its log has of the calls up to now. */
  accessLog(): string;
  stop(): Promise<void>;
}

/**
 * Runs nginx with one site on a free port. Call `skipWithout(this, 'nginx')` first.
 *
 * @param site makes the site's configuration, for its port and the folder of its own files
 */
export async function startNginx(site: (port: number, folder: string) => string): Promise<RunningNginx> {
  const folder = makeFolder('nginx');
  for (const name of ['temp', 'logs']) mkdirSync(join(folder, name));
  const port = await freePort();
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, mainConfiguration(folder, site(port, folder)));
  const stop = await startServerProgram({
    program: 'nginx',
    args: ['-e', 'stderr', '-p', folder, '-c', configuration],
    output: 'stderr',
    ready: 'start worker process',
    signal: 'SIGTERM',
    folder,
  });
  return { port, accessLog: () => readFileSync(join(folder, 'logs/access.log'), 'utf8'), stop };
}

/** What a distribution's nginx.conf does around a site, with all files in one folder. */
function mainConfiguration(folder: string, site: string): string {
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  access_log ${folder}/logs/access.log;
${temps.map((name) => `  ${name}_temp_path ${folder}/temp/${name};`).join('\n')}
${site}
}
`;
}
