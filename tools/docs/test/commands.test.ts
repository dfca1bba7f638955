import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { blocksOf, pages } from './blocks.ts';

/** Every shell block of README.md and docs/, and where it is run, or why it is not. */
const COMMANDS: Readonly<Record<string, string>> = {
  'README.md start': 'readme.test.ts, but for the clone: it is run in this one',
  'README.md first-request': 'readme.test.ts',
  'README.md receiver': 'readme.test.ts',
  'README.md first-webhook': 'readme.test.ts',
  'README.md test': 'not run: this very run is it',
  'docs/client-sdk.md install':
    'not run: the packages are not published yet; `npm test -- packed` installs their tarballs',
  'docs/import.md import': 'import.test.ts',
  'docs/operating.md sqlite': 'operating.test.ts',
  'docs/operating.md postgres': 'operating.test.ts',
  'docs/operating.md backup-sqlite': 'operating.test.ts',
  'docs/operating.md restore-sqlite': 'operating.test.ts',
  'docs/operating.md backup-postgres': 'operating.test.ts',
  'docs/operating.md restore-postgres': 'operating.test.ts',
  'docs/operating.md rotate-sqlite': 'operating.test.ts',
  'docs/webhooks.md kill': 'not run at this length: the suite of packages/webhooks runs it with fewer kills',
};

describe('the commands of README.md and docs/', () => {
  it('are all accounted for', () => {
    const found = pages().flatMap((page) => blocksOf(page, 'sh').map(({ name }) => `${page} ${name}`));
    expect(found).deep.equal(Object.keys(COMMANDS));
  });
});

describe('the links of README.md and docs/', () => {
  for (const page of [...pages(), 'bench/README.md', 'CONTRIBUTING.md'])
    it(`lead somewhere: ${page}`, () => {
      const home = new URL(`../../../${page}`, import.meta.url);
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
