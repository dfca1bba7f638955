import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { silentLog } from '@shaon/core';
import { expect } from 'chai';
import { drainBody } from '../../src/v1/drain-body.ts';

describe('reading on in a refused body', () => {
  const request = () => new PassThrough({ objectMode: true }) as PassThrough & IncomingMessage;

  it('ends with the body', async () => {
    const body = request();
    body.end(Buffer.alloc(1_000));
    await drainBody(body, silentLog);
    expect(body.readableEnded).to.equal(true);
  });

  it('ends after 10 MB of it', async () => {
    const body = request();
    const drained = drainBody(body, silentLog);
    for (let count = 0; count < 11; count++) body.write(Buffer.alloc(1024 * 1024));
    await drained;
    expect(body.readableEnded).to.equal(false);
  });
});
