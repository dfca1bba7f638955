import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { withSmallYoungSpace } from '../../src/host/heap.ts';

/** Holds 30 MB and makes garbage that young collections cannot take; prints how far the old space grew. */
const PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { keepHeapSmall } from './dist/host/heap.js';
  if (process.argv[1] === 'small') keepHeapSmall();
  const old = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
  const held = Array.from({ length: 300_000 }, (_, index) => ({ index, text: 'held ' + index }));
  const passing = Array.from({ length: 100_000 }, () => null);
  let most = 0;
  for (let made = 0; made < 3_000_000; made++) {
    passing[made % passing.length] = { made, text: 'passing ' + made };
    if (made % 10_000 === 0) most = Math.max(most, old());
  }
  console.log(JSON.stringify({ most, held: held.length }));
`;

describe('the heap of a server', () => {
  it('follows what is held, where Node lets garbage grow to several times that', function () {
    this.timeout(60_000);
    const [small, unbounded] = ['small', 'own'].map((how) => {
      const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, how], {
        cwd: new URL('../..', import.meta.url),
        encoding: 'utf8',
      });
      return (JSON.parse(printed) as { most: number }).most;
    }) as [number, number];
    expect(small).to.be.below(unbounded * 0.8);
  });
});

describe('the options of a process of many', () => {
  it('make the space for new objects small', () => {
    expect(withSmallYoungSpace([])).to.deep.equal(['--max-semi-space-size=8']);
    expect(withSmallYoungSpace(['--inspect'], '--no-warnings')).to.deep.equal(['--inspect', '--max-semi-space-size=8']);
  });

  it('are the operator’s where they have said them', () => {
    expect(withSmallYoungSpace(['--max-semi-space-size=32'])).to.deep.equal(['--max-semi-space-size=32']);
    expect(withSmallYoungSpace([], '--max-semi-space-size=32')).to.deep.equal([]);
    expect(withSmallYoungSpace([], '--max_semi_space_size=32')).to.deep.equal([]);
  });
});
