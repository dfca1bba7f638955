import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { memoryLimitStore } from '@shaon/http-koa';
import { handlerLog } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { logConnectionErrors } from '../../src/http/connection-errors.ts';
import { drainBody } from '../../src/v1/drain-body.ts';
import { LimitWithFallback } from '../../src/v1/limit-fallback.ts';
import { LimitHealth } from '../../src/v1/limit-health.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

function throws(): never {
  throw new Error('thrown in a handler');
}

describe('a throw in a handler of the routes', () => {
  it('that reads on in a refused body leaves it to be read to its end', async () => {
    const { log, failed } = handlerLog();
    const body = new PassThrough({ objectMode: true }) as PassThrough & IncomingMessage;
    const drained = drainBody(body, log);
    body.emit('data', undefined);
    expect(failed).to.deep.equal(['refused body']);
    body.end();
    await drained;
  });

  it('that hears of the limit’s health leaves calls counted', async () => {
    const { log, failed } = handlerLog();
    const counter = memoryLimitStore({ keyPrefix: 'test', points: 2, duration: 60 }) as RateLimiterMemory;
    const limit = new LimitWithFallback(counter, counter, new LimitHealth(throws), log);
    const unavailable = new LimitWithFallback({ consume: throws } as never, counter, new LimitHealth(throws), log);
    expect((await limit.consume('caller')).remainingPoints).to.equal(1);
    expect((await unavailable.consume('caller')).remainingPoints).to.equal(0);
    expect(failed).to.deep.equal(['limit health']);
  });

  const apps = [
    { level: 'warn', handler: 'v1 connection error' },
    { level: 'warn', handler: 'pages connection error' },
    { level: 'debug', handler: 'host connection error' },
  ] as const;
  for (const { level, handler } of apps) {
    it(`that logs a ${handler} does not reach the app`, () => {
      const { log, failed } = handlerLog({ throws: true });
      const app = new Koa();
      logConnectionErrors(app, level, { log, name: handler });
      app.emit('error', new Error('The other side has hung up.'));
      expect(failed).to.deep.equal([handler]);
    });
  }
});
