import { expect } from 'chai';
import { type CompanyOrOperator, CompanyTurns } from '../../../src/database/readings/company-turns.ts';
import { refusal } from '../../support.ts';

describe('turns of companies', () => {
  const order: string[] = [];
  /** What ends each work that runs, by its name. */
  const ends = new Map<string, () => void>();

  beforeEach(() => {
    order.length = 0;
    ends.clear();
  });

  function ask(turns: CompanyTurns, company: CompanyOrOperator, name: string, waitMs = 10_000) {
    return turns.run({ company, name: `test.${name}`, waitMs }, () => {
      order.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  }

  const untilBegun = () => new Promise((resolve) => setImmediate(resolve));

  async function end(name: string): Promise<void> {
    ends.get(name)?.();
    await untilBegun();
  }

  it('leave one to the others, whatever one company asks for', async () => {
    const turns = new CompanyTurns({ atOnce: 2, ofOneCompany: 1 });
    const all = [ask(turns, 1, 'a1'), ask(turns, 1, 'a2'), ask(turns, 2, 'b1')];
    await untilBegun();
    expect(order).to.deep.equal(['a1', 'b1']);
    await end('a1');
    await end('a2');
    await end('b1');
    expect(await Promise.all(all)).to.deep.equal(['a1', 'a2', 'b1']);
  });

  it('go round the companies that wait, each in its own order', async () => {
    const turns = new CompanyTurns({ atOnce: 2, ofOneCompany: 1 });
    const asked: [CompanyOrOperator, string][] = [
      ...['a1', 'a2', 'a3', 'a4'].map((name): [number, string] => [1, name]),
      [2, 'b1'],
      [2, 'b2'],
      [3, 'c1'],
      [3, 'c2'],
      [null, 'o1'],
    ];
    const all = asked.map(([company, name]) => ask(turns, company, name));
    await untilBegun();
    for (let index = 0; index < asked.length; index += 1) await end(order[index] as string);
    expect(order).to.deep.equal(['a1', 'b1', 'c1', 'o1', 'a2', 'b2', 'c2', 'a3', 'a4']);
    await Promise.all(all);
  });

  it('give one company what the others do not need, up to its bound', async () => {
    const turns = new CompanyTurns({ atOnce: 3, ofOneCompany: 2 });
    const all = ['a1', 'a2', 'a3'].map((name) => ask(turns, 1, name));
    await untilBegun();
    expect(order).to.deep.equal(['a1', 'a2']);
    for (const name of ['a1', 'a2', 'a3']) await end(name);
    await Promise.all(all);
  });

  it('end a wait at its bound, and the next one is begun in its place', async () => {
    const turns = new CompanyTurns({ atOnce: 1, ofOneCompany: 1 });
    const first = ask(turns, 1, 'a1');
    const late = await refusal(ask(turns, 1, 'late', 5));
    expect(late).to.include({ code: 'took_too_long' });
    expect(late).to.have.deep.property('details', { reading: 'test.late' });
    const next = ask(turns, 1, 'next', 10_000);
    await end('a1');
    await end('next');
    expect(await Promise.all([first, next])).to.deep.equal(['a1', 'next']);
    expect(order).to.deep.equal(['a1', 'next']);
  });

  it('refuse at once what a company asks for beyond 100 that wait, and nobody else’s', async () => {
    const turns = new CompanyTurns({ atOnce: 2, ofOneCompany: 1 });
    const all = Array.from({ length: 101 }, (_, index) => ask(turns, 1, `a${index}`));
    const refused = await refusal(ask(turns, 1, 'more'));
    expect(refused).to.include({ code: 'took_too_long' });
    expect(refused).to.have.deep.property('details', { reading: 'test.more', waiting: 100 });
    const other = ask(turns, 2, 'b1');
    await untilBegun();
    await end('b1');
    expect(await other).to.equal('b1');
    for (let index = 0; index < all.length; index += 1) await end(`a${index}`);
    await Promise.all(all);
  });

  it('go on after a work that throws', async () => {
    const turns = new CompanyTurns({ atOnce: 1, ofOneCompany: 1 });
    const thrown = turns.run({ company: 1, name: 'test.thrown', waitMs: 10_000 }, () =>
      Promise.reject(new Error('no')),
    );
    const next = ask(turns, 1, 'next');
    expect(await refusal(thrown)).to.have.property('message', 'no');
    await end('next');
    expect(await next).to.equal('next');
  });
});
