import { expect } from 'chai';
import { blocksOf, pages } from './blocks.ts';

/** Every shell block of README.md and docs/, and where it is run, or why it is not. */
const COMMANDS: Readonly<Record<string, string>> = {
  'README.md start': 'readme.test.ts, but for the clone: it is run in this one',
  'README.md first-request': 'readme.test.ts',
  'README.md test': 'not run: this very run is it',
  'docs/client-sdk.md install':
    'not run: the packages are not published yet; `npm test -- packed` installs their tarballs',
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
