import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { type CoreLog, silentLog } from '@shaon/core';
import { expect } from 'chai';
import { drainBody } from '../../src/v1/drain-body.ts';

describe('reading on in a refused body', () => {
  const failed: unknown[] = [];
  const log: CoreLog = { ...silentLog, error: (fields) => failed.push(fields.handler) };
  const request = () => new PassThrough({ objectMode: true }) as PassThrough & IncomingMessage;

  beforeEach(() => {
    failed.length = 0;
  });

  it('ends with the body', async () => {
    const body = request();
    body.end(Buffer.alloc(1_000));
    await drainBody(body, log);
    expect(failed).to.deep.equal([]);
  });

  it('ends after 10 MB of it', async () => {
    const body = request();
    const drained = drainBody(body, log);
    for (let count = 0; count < 11; count++) body.write(Buffer.alloc(1024 * 1024));
    await drained;
    expect(body.readableEnded).to.equal(false);
  });

  it('keeps what its listener throws from the process', async () => {
    const body = request();
    const drained = drainBody(body, log);
    body.emit('data', undefined);
    expect(failed).to.deep.equal(['refused body']);
    body.end();
    await drained;
  });
});
