import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TESTS = 'packages/webhooks/test/';

/** Variables that a test file takes its size from. */
function sizesIn(path: string): string[] {
  return [...readFileSync(ROOT + path, 'utf8').matchAll(/proofSize\('(\w+)'/g)].map((match) => match[1]!);
}

describe('the table of proofs in bench/README.md', () => {
  const page = readFileSync(`${ROOT}bench/README.md`, 'utf8');
  const files = readdirSync(ROOT + TESTS, { recursive: true })
    .map((name) => TESTS + String(name).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts'));
  const rows = [...page.matchAll(/^\|[^|]+\| `(SHAON_\w+)=(\d+)` (\S+) \|/gm)].map(
    ([, variable = '', size = '', pattern = '']) => ({
      variable,
      size: Number(size),
      files: files.filter(
        (path) => path === pattern || `${path.slice(0, path.lastIndexOf('/'))}/*.test.ts` === pattern,
      ),
    }),
  );

  it('names every size that a test takes, with a file that takes it', () => {
    const wanted = files.flatMap((path) => sizesIn(path));
    expect(rows.map(({ variable }) => variable)).to.have.members([...new Set(wanted)]);
    for (const { variable, files: named } of rows) {
      expect(named.flatMap(sizesIn), `the file of ${variable}`).to.include(variable);
    }
  });

  it('names files that there are', () => {
    const named = [...page.matchAll(/packages\/webhooks\/test\/[\w/-]+\.test\.ts/g)].map(([path]) => path);
    expect(named.filter((path) => !files.includes(path))).to.deep.equal([]);
  });
});
