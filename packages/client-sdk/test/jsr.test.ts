import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const sdk = fileURLToPath(new URL('..', import.meta.url));
const deno = fileURLToPath(import.meta.resolve('deno/bin.cjs'));

const manifestOf = async (name: string) => JSON.parse(await readFile(join(sdk, name), 'utf8'));

describe('the manifest for JSR', () => {
  it('has the version, licence and dependencies of the package', async () => {
    const [jsr, npm] = await Promise.all([manifestOf('jsr.json'), manifestOf('package.json')]);
    expect(jsr).to.include({ name: npm.name, version: npm.version, license: npm.license });
    const pinned = Object.entries(npm.dependencies).map(([name, version]) => [name, `npm:${name}@${version}`]);
    expect(jsr.imports).to.deep.equal(Object.fromEntries(pinned));
  });

  it('exports the sources of the doors that are modules', async () => {
    const [jsr, npm] = await Promise.all([manifestOf('jsr.json'), manifestOf('package.json')]);
    const doors = Object.entries<{ default: { default: string } } | string>(npm.exports).flatMap(([door, target]) =>
      typeof target === 'string'
        ? []
        : [[door, target.default.default.replace('./dist/', './src/').replace('.js', '.ts')]],
    );
    expect(jsr.exports).to.deep.equal(Object.fromEntries(doors));
  });

  it('passes the checks of a publication: explicit types, and no file that is missing', async () => {
    const project = await mkdtemp(join(tmpdir(), 'shaon-jsr-'));
    try {
      for (const name of ['src', 'README.md', 'jsr.json', 'package.json'])
        await cp(join(sdk, name), join(project, name), { recursive: true });
      // The dependency as it is installed, so that no registry is asked.
      const installed = await realpath(join(sdk, 'node_modules/p-retry'));
      await mkdir(join(project, 'node_modules'));
      for (const name of ['p-retry', 'is-network-error'])
        await cp(join(dirname(installed), name), join(project, 'node_modules', name), {
          recursive: true,
          dereference: true,
        });
      const command = [deno, 'publish', '--dry-run', '--allow-dirty', '--config', 'jsr.json'];
      const { stderr } = await run(process.execPath, command, {
        cwd: project,
        env: { ...process.env, NO_COLOR: '1', DENO_DIR: join(project, 'deno') },
      });
      expect(stderr).to.include('Checking for slow types').and.to.include('Dry run complete');
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  }).timeout(120_000);
});
