import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { textOf, yesOrNo } from '../../src/http/host-functions.ts';

describe('a function of the host that answers with a promise', () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  let others: NodeJS.UnhandledRejectionListener[] = [];
  before(() => {
    others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  });
  after(() => {
    process.off('unhandledRejection', note);
    for (const other of others) process.on('unhandledRejection', other);
  });

  for (const [name, library] of [
    ['Node', Promise],
    // A promise of another realm is no instance of this one's Promise.
    ['another library', runInNewContext('Promise') as PromiseConstructor],
  ] as const) {
    it(`is refused, and a later rejection of ${name}'s promise ends nothing`, async () => {
      const answer = () => library.reject(new Error('later')) as never;
      expect(yesOrNo('isSecure', answer)).to.throw(TypeError, 'and no promise');
      expect(textOf('clientAddress', answer)).to.throw(TypeError, 'and no promise');
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).to.deep.equal([]);
    });
  }
});
