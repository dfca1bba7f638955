import { expect } from 'chai';
import { applyMutant, locate, mutantsOf } from '../mutation/mutant.mjs';

describe('a mutant', () => {
  const [mutant] = mutantsOf([
    { file: 'packages/core/src/time/zone.ts', tests: ['zone.test.ts'], faults: [['a < b', 'a <= b']] },
  ]);
  const found = (text: string) => applyMutant(text, { find: 'a < b', replace: 'a <= $&' });

  it('has a name, and a reason where it survives', () => {
    expect(mutant).to.deep.equal({
      ...{ name: 'core/time/zone 1', file: 'packages/core/src/time/zone.ts', tests: ['zone.test.ts'] },
      ...{ find: 'a < b', replace: 'a <= b', survives: null, database: null },
    });
    const file = 'packages/webhooks/src/a.ts';
    const groups = [1, 2].map(() => ({ file, tests: [], faults: [['x', 'y', { survives: 'why' }] as const] }));
    expect(mutantsOf(groups).map(({ name, survives }) => [name, survives])).to.deep.equal([
      ['webhooks/a 1', 'why'],
      ['webhooks/a 2', 'why'],
    ]);
  });

  it('replaces the one place of its code, however that is broken into lines', () => {
    expect(found('if (a < b) return;').mutated).to.equal('if (a <= $&) return;');
    expect(found('if (a <\n    b) return;').mutated).to.equal('if (a <= $&) return;');
    expect(found('// a < b\n/** a < b */\n * a < b\nif (a < b)').mutated).to.equal(
      '// a < b\n/** a < b */\n * a < b\nif (a <= $&)',
    );
    expect(found('a > b')).to.deep.equal({ found: 0, mutated: null });
    expect(found('a < b || a < b')).to.deep.equal({ found: 2, mutated: null });
  });

  it('follows its code into another file of its package, and says what it cannot find', () => {
    const sources = (texts: Record<string, string>) => new Map(Object.entries(texts));
    const here = 'packages/core/src/time/zone.ts';
    const there = 'packages/core/src/zones.ts';
    const at = (texts: Record<string, string>) => locate(mutant as NonNullable<typeof mutant>, sources(texts));
    expect(at({ [here]: 'a < b', [there]: 'a < b' })).to.deep.equal({ file: here, mutated: 'a <= b' });
    expect(at({ [here]: '', [there]: 'a < b' })).to.deep.equal({ file: there, mutated: 'a <= b' });
    expect(at({ [there]: 'a < b' })).to.deep.equal({ file: there, mutated: 'a <= b' });
    expect(at({ [here]: 'a < b; a < b' }))
      .to.have.property('fault')
      .that.contains('stands 2 times');
    expect(at({ [there]: 'a < b', 'packages/core/src/c.ts': 'a < b' }))
      .to.have.property('fault')
      .that.contains('several');
    expect(at({ [here]: '', 'packages/webhooks/src/c.ts': 'a < b' }))
      .to.have.property('fault')
      .that.contains('no longer');
  });
});
