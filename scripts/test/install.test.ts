import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { listen } from '../../tools/testing/src/index.ts';
import { installerEnvironment, packageFolders } from '../project.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { packageManager: string };

describe('the dependencies of package.json', () => {
  const manifest = (path: string) => JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));

  it('are all that the standalone host may load, and the same versions as those of the tests', () => {
    const { peerDependencies, devDependencies } = manifest('packages/http-koa');
    const { dependencies } = manifest('.');
    for (const peer of Object.keys(peerDependencies)) {
      if (!peer.startsWith('@shaon/')) expect(dependencies[peer], peer).to.equal(devDependencies[peer]);
      else expect(dependencies).to.have.property(peer);
    }
  });
});

describe('the environment of an installer', () => {
  it('keeps what somebody has set, and leaves out what npm says of itself and what is empty', () => {
    const kept = {
      npm_config_registry: 'https://registry.example/',
      npm_config_https_proxy: 'http://proxy.example:3128',
      NPM_CONFIG_CAFILE: '/etc/authority.pem',
      npm_config_userconfig: '/home/dana/.npmrc-of-work',
      npm_config_nodedir: '/usr',
      HTTPS_PROXY: 'http://proxy.example:3128',
      PATH: '/usr/bin',
    };
    const leftOut = { npm_config_user_agent: 'npm/11', npm_config_prefix: '/usr', npm_config_noproxy: '' };
    expect(installerEnvironment({ ...kept, ...leftOut })).to.deep.equal(kept);
  });
});

/** In a copy of the project without its packages. */
describe('npm run setup', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'shaon-install-'));
  const emptyStore = { npm_config_store_dir: join(folder, 'store') };

  before(() => {
    const manifests = packageFolders(['packages', 'examples', 'tools']).map((path) => `${path}/package.json`);
    const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'bench/package.json', ...manifests];
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(ROOT, file), join(folder, file));
    }
    cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('asks the registry that npm is told of, shows what the installer says, and ends with 1', async () => {
    const registry = await startRegistry(401);
    const { code, output } = await setUp({ npm_config_registry: registry.url, ...emptyStore }).finally(registry.close);
    expect(code, output).to.equal(1);
    expect(registry.asked.filter((url) => url.endsWith('.tgz'))).not.to.be.empty;
    expect(output).to.include('ERR_PNPM_FETCH_401').and.to.include(`${packageManager} ended with exit code 1`);
  });

  it('goes by the proxy that npm is told of', async () => {
    const proxy = await startRegistry(502);
    const settings = { npm_config_registry: 'http://registry.invalid/', npm_config_proxy: proxy.url };
    const { code, output } = await setUp({ ...settings, ...emptyStore }).finally(proxy.close);
    expect(code, output).to.equal(1);
    expect(proxy.asked.filter((url) => /^http:\/\/registry\.invalid\/.*\.tgz$/.test(url))).not.to.be.empty;
    expect(output).to.include('ERR_PNPM_FETCH_502');
  });

  it('takes no tool of the tests away that was installed before', async () => {
    const tool = join(folder, 'node_modules/mocha');
    const registry = await startRegistry(401);
    const settings = { npm_config_registry: registry.url, ...emptyStore };
    const output = async () => (await setUp(settings)).output;
    expect(await output()).to.match(/Scope: \d+ of \d+ workspace projects/);
    mkdirSync(tool, { recursive: true });
    expect(await output().finally(registry.close)).to.include('Scope: all');
    rmSync(tool, { recursive: true });
  });

  it('tells of an installer that cannot be fetched', async () => {
    const registry = await startRegistry(404, { hasInstaller: false });
    const settings = { npm_config_registry: registry.url, npm_config_cache: join(folder, 'cache') };
    const { code, output } = await setUp(settings).finally(registry.close);
    expect(code, output).to.equal(1);
    expect(output).to.include('npm error code E404').and.to.include('ended with exit code 1');
  });

  function setUp(settings: Record<string, string>): Promise<{ code: unknown; output: string }> {
    const script = join(folder, 'scripts/setup.mjs');
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_fetch_retries: '0', ...settings };
    return new Promise((resolve) => {
      execFile(process.execPath, [script], { env, cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
  }
});

/** What a registry says of the installer, which npx has kept from the install of this very project. */
function installerFacts() {
  const version = packageManager.slice('pnpm@'.length);
  const dist = { tarball: 'http://registry.invalid/pnpm.tgz' };
  const facts = { name: 'pnpm', version, bin: { pnpm: 'bin/pnpm.cjs' }, dist };
  return JSON.stringify({ name: 'pnpm', 'dist-tags': {}, versions: { [version]: facts } });
}

/** A registry, or a proxy, that knows the installer and answers everything else alike. */
async function startRegistry(status: number, { hasInstaller = true } = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isOfInstaller = hasInstaller && request.url?.endsWith('/pnpm') === true;
    response.writeHead(isOfInstaller ? 200 : status, { 'Content-Type': 'application/json' });
    response.end(isOfInstaller ? installerFacts() : '{}');
  });
  const { url } = await listen(server);
  return { url, asked, close: () => server.close() };
}
