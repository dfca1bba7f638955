import { execFileSync } from 'node:child_process';
import { expect } from 'chai';

/** Hashes and verifies many passwords at once; prints by how many MiB the process was larger meanwhile. */
const PROGRAM = `
  import { hashPassword, verifyPassword } from './dist/accounts/password.js';
  const most = () => process.resourceUsage().maxRSS / 1024;
  const hash = await hashPassword('x');
  const before = most();
  const all = Array.from({ length: 12 }, (_, index) => (index % 2 ? hashPassword('y') : verifyPassword(hash, 'x')));
  const results = await Promise.all(all);
  console.log(JSON.stringify({ grown: most() - before, fitting: results.filter((result) => result === true).length }));
`;

describe('password hashes', () => {
  it('of many at once hold the memory of two', function () {
    this.timeout(60_000);
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: new URL('../..', import.meta.url),
      encoding: 'utf8',
    });
    const { grown, fitting } = JSON.parse(printed) as { grown: number; fitting: number };
    expect(fitting).to.equal(6);
    // The first hash has shown its 7 MiB already: four at once are 21 more.
    expect(grown).to.be.below(14);
  });
});
