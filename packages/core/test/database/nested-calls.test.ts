import { expect } from 'chai';
import { EntityManager } from 'typeorm';
import { NestedCalls } from '../../src/database/transactions/nested-calls.ts';

/** Nanoseconds for a promise, the least of some rounds. */
async function priceOfPromise(): Promise<number> {
  const prices: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const begin = process.hrtime.bigint();
    for (let each = 0; each < 1_000; each += 1) await Promise.resolve();
    prices.push(Number(process.hrtime.bigint() - begin) / 1_000);
  }
  return Math.min(...prices);
}

describe('nested calls', () => {
  const manager = Object.create(EntityManager.prototype);

  it('are told apart by core, also in the transactions of two cores', async () => {
    const [one, other] = [new NestedCalls(), new NestedCalls()];
    const isRefused = (calls: NestedCalls) => {
      try {
        calls.assertOutside('a call');
        return false;
      } catch {
        return true;
      }
    };
    const seen: boolean[][] = [];
    const look = () => seen.push([isRefused(one), isRefused(other)]);
    await one.watch('of one', manager, async () => {
      look();
      await other.watch('of the other', manager, async () => void look());
      look();
    });
    look();
    expect(seen).to.deep.equal([
      [true, false],
      [true, true],
      [true, false],
      [false, false],
    ]);
  });

  it('cost the promises of the process no more after a hundred cores than after one', async () => {
    await new NestedCalls().watch('the first', manager, async () => undefined);
    const first = await priceOfPromise();
    for (let core = 0; core < 100; core += 1) await new NestedCalls().watch('another', manager, async () => undefined);
    expect(await priceOfPromise()).to.be.below(8 * first);
  });
});
