import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@shaon/testing';
import { expect } from 'chai';
import { blocksOf } from './blocks.ts';

const run = promisify(execFile);
/** Inside this package, so that the programs find what it depends on; dist is never committed. */
const FOLDER = fileURLToPath(new URL('../dist/packages/', import.meta.url));
const PUBLISHED = ['client-sdk', 'core', 'http-koa', 'webhooks'];

describe("the packages' README.md", function () {
  this.timeout(60_000);
  let folder: string;

  before(() => {
    mkdirSync(FOLDER, { recursive: true });
    folder = mkdtempSync(join(FOLDER, 'run-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const name of PUBLISHED)
    it(`of ${name} has the parts that each has`, () => {
      const text = readFileSync(new URL(`../../../packages/${name}/README.md`, import.meta.url), 'utf8');
      expect([...text.matchAll(/^#+ .*$/gm)].map(([heading]) => heading)).deep.equal([
        `# @shaon/${name}`,
        '## Install',
        '## Ten lines',
        '## More',
      ]);
    });

  it('of core runs as it stands', async () => {
    expect(await printed('core', programOf('core'))).equal('open\n');
  });

  it('of webhooks runs as it stands', async () => {
    expect(await printed('webhooks', programOf('webhooks'))).equal('whsec_\n');
  });

  it('of http-koa runs as it stands but for its port, and goes on serving', async () => {
    const port = await freePort();
    const file = place('http-koa', programOf('http-koa').replaceAll('8080', `${port}`));
    const child = spawn(process.execPath, [file.path], { cwd: file.cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(child.stdout, 'data');
      expect(String(line)).equal('200 []\n');
      expect((await fetch(`http://localhost:${port}/api/v1/employees`)).status).equal(401);
    } finally {
      child.kill();
    }
  });

  const programOf = (name: string) => blocksOf(`packages/${name}/README.md`, 'js')[0]?.code ?? '';

  async function printed(name: string, program: string): Promise<string> {
    const file = place(name, program);
    return (await run(process.execPath, [file.path], { cwd: file.cwd })).stdout;
  }

  /** In an empty folder of its own, where its database will be. */
  function place(name: string, program: string) {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'program.mjs'), program);
    return { cwd, path: join(cwd, 'program.mjs') };
  }
});
