import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { allPages, blocksOf } from './blocks.ts';

const ROOT = new URL('../../../', import.meta.url);

/** Every shell block of every page, and where it is run, or why it is not. */
const COMMANDS: Readonly<Record<string, string>> = {
  'README.md start': 'readme.release.test.ts, but for the clone: it is run in this one',
  'README.md first-request': 'readme.release.test.ts',
  'README.md receiver': 'readme.release.test.ts',
  'README.md first-webhook': 'readme.release.test.ts',
  'README.md test': 'not run: this very run is it',
  'docs/client-sdk.md install': 'client-sdk.release.test.ts',
  'docs/client-sdk.md run-first': 'packages/client-sdk/test/docs/client-sdk.test.ts',
  'docs/compatibility.md compatibility': 'not run: `npm run test:all` does the quick rows after the suites',
  'docs/embedding.md install': 'not run: as above',
  'docs/first-hour.md prepare': 'first-hour.test.ts, but for the installation',
  'docs/first-hour.md run': 'first-hour.test.ts',
  'docs/import.md import': 'import.test.ts',
  'docs/maintenance.md backup-sqlite': 'operating.release.test.ts',
  'docs/maintenance.md restore-sqlite': 'operating.release.test.ts',
  'docs/maintenance.md backup-postgres': 'operating.release.test.ts',
  'docs/maintenance.md restore-postgres': 'operating.release.test.ts',
  'docs/maintenance.md backup-container': 'containers.release.test.ts, without an engine',
  'docs/maintenance.md restore-container': 'containers.release.test.ts, without an engine',
  'docs/maintenance.md backup-compose': 'containers.release.test.ts, without an engine',
  'docs/maintenance.md restore-compose': 'containers.release.test.ts, without an engine',
  'docs/maintenance.md drill-sqlite': 'upgrading.release.test.ts',
  'docs/maintenance.md drill-postgres': 'upgrading.release.test.ts',
  'docs/maintenance.md upgrade-sqlite': 'upgrading.release.test.ts',
  'docs/maintenance.md upgrade-postgres': 'upgrading.release.test.ts',
  'docs/maintenance.md go-back-sqlite': 'upgrading.release.test.ts',
  'docs/maintenance.md export': 'moving.release.test.ts',
  'docs/maintenance.md company-to-postgres': 'moving.release.test.ts',
  'docs/maintenance.md move': 'moving.release.test.ts',
  'docs/maintenance.md after-move': 'moving.release.test.ts',
  'docs/maintenance.md rotate-sqlite': 'operating.release.test.ts',
  'docs/operating.md install-debian':
    'not run: the packages are not published yet; `npm test -- packaging` installs their tarballs',
  'docs/operating.md sqlite': 'operating.release.test.ts',
  'docs/operating.md postgres': 'operating.release.test.ts',
  'docs/operating.md one-container':
    'not run, for want of an engine: examples/standalone-postgres/test/container.release.test.ts',
  'docs/operating.md compose':
    'not run, for want of an engine: examples/standalone-postgres/test/container.release.test.ts',
  'docs/operating.md compose-tls':
    'not run, for want of an engine: examples/standalone-postgres/test/container.release.test.ts',
  'docs/payroll.md hours': 'payroll.test.ts',
  'docs/scaling.md replication-role': 'replicas.release.test.ts',
  'docs/scaling.md standby': 'replicas.release.test.ts',
  'docs/scaling.md read-url': 'replicas.release.test.ts',
  'docs/scaling.md promote': 'replicas.release.test.ts',
  'docs/scaling.md new-primary': 'replicas.release.test.ts',
  'docs/security.md audit': 'not run: a registry must answer it',
  'bench/README.md bench': 'bench.release.test.ts, the short one and shorter',
  'bench/README.md mixes': 'bench.release.test.ts, the short one and shorter',
  'bench/README.md memory': 'bench.release.test.ts, the short one and shorter',
  'bench/README.md stalls': 'bench.release.test.ts, the short one and shorter',
  'bench/README.md webhooks': 'bench.release.test.ts, the short one and the load, and shorter',
  'examples/embed-in-express/README.md embed-in-express': 'examples.release.test.ts',
  'examples/embed-in-hr-product/README.md embed-in-hr-product': 'examples.release.test.ts',
  'examples/embed-in-hr-product/README.md sign-up': 'examples.release.test.ts',
  'examples/frameworks/README.md frameworks': 'not run: `npm test` does the same after the suites',
  'examples/import-sample/README.md import-sample': 'import.test.ts',
  'examples/payroll-export/README.md payroll-export': 'readme.release.test.ts',
  'examples/receive-webhooks/README.md receive-webhooks': 'examples.release.test.ts',
  'examples/recipes/README.md recipes': 'examples/recipes/test/reading.test.ts',
  'examples/standalone-postgres/README.md install-units': 'not run: it changes the machine',
  'examples/standalone-postgres/README.md start-units': 'not run: it changes the machine',
  'examples/standalone-postgres/README.md run-as-unit': 'not run: it needs systemd as the first process',
  'examples/sync-existing-people/README.md sync-existing-people': 'examples.release.test.ts',
  'packages/client-sdk/README.md install-client-sdk': 'not run: as above',
  'packages/core/README.md install-core': 'not run: as above',
  'packages/http-koa/README.md install-http-koa': 'not run: as above',
  'packages/webhooks/README.md install-webhooks': 'not run: as above',
};

describe('the commands of README.md, docs/ and the other pages', () => {
  it('are all accounted for', () => {
    const found = allPages().flatMap((page) => blocksOf(page, 'sh').map(({ name }) => `${page} ${name}`));
    expect(found).deep.equal(Object.keys(COMMANDS));
  });
});

describe('the commands of CONTRIBUTING.md', () => {
  const text = readFileSync(new URL('CONTRIBUTING.md', ROOT), 'utf8');
  const commands = [...text.matchAll(/`((?:npm|npx) [^`]+)`/g)].map((match) => match[1] as string);
  const scripts = Object.keys(JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).scripts);

  it('name scripts that there are', () => {
    const named = commands.flatMap((command) => /^npm (?:run )?(start|test|(?<=run )[\w:-]+)/.exec(command)?.[1] ?? []);
    expect(named).to.include.members(['start', 'test', 'mocha', 'shaon']);
    expect(named.filter((name) => !scripts.includes(name))).deep.equal([]);
  });

  it('name checks and test files that there are', () => {
    const runner = readFileSync(new URL('scripts/test.mjs', ROOT), 'utf8');
    const checks = [...runner.matchAll(/\{ name: '(\w+)'/g)].map((match) => match[1] as string);
    const secondRuns = [...runner.matchAll(/\brun: '(\w+)'/g)].map((match) => match[1] as string);
    const given = commands.flatMap(
      (command) => /^npm (?:test|run mocha) -- (.*)$/.exec(command)?.[1]?.split(' ') ?? [],
    );
    const isThere = (name: string) =>
      [...checks, ...secondRuns].includes(name) ||
      existsSync(new URL(name, ROOT)) ||
      existsSync(new URL(`packages/${name}`, ROOT));
    expect(given).to.include.members(['core', 'lint']);
    expect(given.filter((name) => !isThere(name))).deep.equal([]);
    const row = /some checks: (.*) \|/.exec(text)?.[1] ?? '';
    expect([...row.matchAll(/`(\w+)`/g)].map((match) => match[1])).to.have.members(checks);
  });

  it('work: the build, one file under mocha, the command of the host', async () => {
    const npm = (...args: string[]) => promisify(execFile)('npm', ['--silent', ...args], { cwd: ROOT });
    expect(commands).to.include.members(['npm run build', 'npm run shaon -- config']);
    await npm('run', 'build');
    const [, file = ''] =
      commands.map((command) => /^npm run mocha -- (\S+)$/.exec(command)).find((match) => match !== null) ?? [];
    expect((await npm('run', 'mocha', '--', file)).stdout).to.match(/\d+ passing/);
    expect((await npm('run', 'shaon', '--', 'config')).stdout).to.include('SHAON_KEYS');
  }).timeout(60_000);
});

describe('the links of README.md, docs/ and the other pages', () => {
  for (const page of allPages())
    it(`lead somewhere: ${page}`, () => {
      const home = new URL(page, ROOT);
      const links = [...readFileSync(home, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] as string);
      const broken = links.filter((link) => !/^(https?:|#)/.test(link) && !leads(new URL(link, home)));
      expect(broken).deep.equal([]);
    });

  /** To a file or folder, and with a `#part` to a heading of it. */
  function leads(url: URL): boolean {
    const part = decodeURIComponent(url.hash.slice(1));
    url.hash = '';
    if (!existsSync(url)) return false;
    const headings = () =>
      [...readFileSync(url, 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => anchor(match[1] as string));
    return part === '' || headings().includes(part);
  }

  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
});
