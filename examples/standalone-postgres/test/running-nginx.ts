import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningNginx, startNginx } from '@shaon/testing';

const SITE = new URL('../nginx/shaon.conf', import.meta.url);

export interface ExampleNginx extends RunningNginx {
  /** Its certificate, which is its own authority. */
  readonly ca: string;
}

/** Runs the example's site, with a port, a certificate and two upstreams of this machine put in. */
export async function startExampleNginx(openssl: string, upstreams: readonly number[]): Promise<ExampleNginx> {
  let ca = '';
  const nginx = await startNginx((port, folder) => {
    const [cert, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
    execFileSync(
      openssl,
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
        ...['-subj', '/CN=shaon.example', '-addext', 'subjectAltName=DNS:shaon.example', '-out', cert, '-keyout', key],
      ],
      { stdio: 'pipe' },
    );
    ca = readFileSync(cert, 'utf8');
    return readFileSync(SITE, 'utf8')
      .replace(/127\.0\.0\.1:808(\d)/g, (_all, index) => `127.0.0.1:${upstreams[Number(index)]}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/ssl/shaon', folder);
  });
  return { ...nginx, ca };
}
