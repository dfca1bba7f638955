import { runInNewContext } from 'node:vm';
import { guardedHandler } from '@shaon/core';
import { expect } from 'chai';

describe('a guarded handler', () => {
  const logged: Record<string, unknown>[] = [];
  const log = { info() {}, warn() {}, error: (fields: Record<string, unknown>) => void logged.push(fields) };
  beforeEach(() => logged.splice(0));

  it('hands its values on', () => {
    const heard: unknown[] = [];
    guardedHandler(log, 'test', (...values: unknown[]) => heard.push(...values))(1, 'two');
    expect(heard).to.deep.equal([1, 'two']);
    expect(logged).to.deep.equal([]);
  });

  it('keeps what is thrown to itself and tells the log', () => {
    const error = new Error('boom');
    guardedHandler(log, 'a timer', () => {
      throw error;
    })();
    expect(logged).to.deep.equal([{ err: error, handler: 'a timer' }]);
  });

  it('keeps a rejected promise to itself as well', async () => {
    const error = new Error('later');
    guardedHandler(log, 'a hook', () => Promise.reject(error))();
    await new Promise((resolve) => setImmediate(resolve));
    expect(logged).to.deep.equal([{ err: error, handler: 'a hook' }]);
  });

  it('keeps the rejection of another promise library to itself as well', async () => {
    const error = new Error('later');
    // A promise of another realm is no instance of this one's Promise.
    const foreign: unknown = runInNewContext('Promise').reject(error);
    guardedHandler(log, 'a hook', () => foreign)();
    await new Promise((resolve) => setImmediate(resolve));
    expect(logged).to.deep.equal([{ err: error, handler: 'a hook' }]);
  });

  it('survives a log that throws', () => {
    const broken = {
      ...log,
      error: () => {
        throw new Error('no log');
      },
    };
    expect(() =>
      guardedHandler(broken, 'x', () => {
        throw new Error('boom');
      })(),
    ).not.to.throw();
  });
});
