import { expect } from 'chai';
import { trySignal, untilAborted } from '../src/timing.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

describe('a signal that throws when it is asked for its reason', () => {
  const { warn } = console;
  const warnings: string[] = [];
  beforeEach(() => {
    warnings.length = 0;
    console.warn = (line: string) => void warnings.push(line);
  });
  afterEach(() => {
    console.warn = warn;
  });

  it('leaves the call that it cannot end to its own time limit', async () => {
    const controller = new AbortController();
    Object.defineProperty(controller.signal, 'reason', {
      get: () => {
        throw new Error('no reason');
      },
    });
    const limit = trySignal(controller.signal, 20);
    const answer = untilAborted(new Promise<never>(() => undefined), limit.signal);
    controller.abort();
    expect(limit.signal.aborted).to.equal(false);
    expect(warnings).to.deep.equal(['The abort of a call threw and is ignored: no reason']);
    const ended = await answer.catch((error: unknown) => error);
    expect(ended).to.have.property('name', 'TimeoutError');
    expect(limit.timedOut()).to.equal(true);
    limit.release();
  });
});
