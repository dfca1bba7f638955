import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { packageManager } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const version = String(packageManager).slice('pnpm@'.length);

/** What a registry says of the installer, which npx has kept from the install of this very project. */
const INSTALLER = JSON.stringify({
  name: 'pnpm',
  'dist-tags': {},
  versions: {
    [version]: {
      name: 'pnpm',
      version,
      bin: { pnpm: 'bin/pnpm.cjs' },
      dist: { tarball: 'http://registry.invalid/pnpm.tgz' },
    },
  },
});

/** A registry, or a proxy, that knows the installer and answers everything else alike. */
export async function startRegistry(status: number, body = '{}', { hasInstaller = true } = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isOfInstaller = hasInstaller && request.url?.endsWith('/pnpm') === true;
    response.writeHead(isOfInstaller ? 200 : status, { 'Content-Type': 'application/json' });
    response.end(isOfInstaller ? INSTALLER : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** The targets of its requests. */
    asked,
    close: () => server.close(),
  };
}
