import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { blocksOf, pages } from './blocks.ts';

/** Inside this package, so that the blocks find what it depends on; dist is never committed. */
const FOLDER = fileURLToPath(new URL('../dist/blocks/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CONTEXTS = fileURLToPath(new URL('contexts/', import.meta.url));
const TSC = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));

describe('the TypeScript of README.md and docs/', function () {
  this.timeout(60_000);
  after(() => rmSync(FOLDER, { recursive: true, force: true }));

  for (const page of pages().filter((name) => blocksOf(name, 'ts').length > 0))
    it(`compiles: ${page}`, async () => {
      const folder = join(FOLDER, basename(page, '.md'));
      mkdirSync(folder, { recursive: true });
      const files = blocksOf(page, 'ts').map(({ code, line }) => {
        // Empty lines before it, so that an error names the line of the page.
        const file = join(folder, `line-${line}.ts`);
        writeFileSync(file, `${'\n'.repeat(line - 1)}${code}\nexport {};\n`);
        return file;
      });
      const context = join(CONTEXTS, `${basename(page, '.md')}.ts`);
      const config = join(folder, 'tsconfig.json');
      writeFileSync(
        config,
        JSON.stringify({
          extends: '../../../../../tsconfig.base.json',
          compilerOptions: { noEmit: true, composite: false, declaration: false },
          files: [...files, ...(existsSync(context) ? [context] : [])],
        }),
      );
      expect(await errorsOf(config)).equal('');
    });
});

describe('the test that CONTRIBUTING.md shows', function () {
  this.timeout(60_000);

  it('passes', async () => {
    const [block] = blocksOf('CONTRIBUTING.md', 'ts');
    mkdirSync(FOLDER, { recursive: true });
    const file = join(FOLDER, 'contributing.test.ts');
    writeFileSync(file, block?.code ?? '');
    const mocha = fileURLToPath(new URL('bin/mocha.js', import.meta.resolve('mocha/package.json')));
    const { stdout } = await promisify(execFile)(process.execPath, [mocha, file], { cwd: ROOT });
    expect(stdout).to.match(/\d passing/);
  });
});

async function errorsOf(config: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [TSC, '-p', config]);
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
