import { createServer, type IncomingMessage, request } from 'node:http';
import { listen } from '@shaon/testing';
import { expect } from 'chai';
import { hasDroppedHeaders } from '../../src/http/dropped-headers.ts';

/** Whether a server finds that headers were dropped of a request with `sent` headers. */
async function isNoticed(sent: number, maxHeadersCount?: number): Promise<boolean> {
  const found: boolean[] = [];
  const server = createServer((incoming, response) => {
    found.push(hasDroppedHeaders(incoming));
    response.end();
  });
  if (maxHeadersCount !== undefined) server.maxHeadersCount = maxHeadersCount;
  const { url, close } = await listen(server);
  const headers = ['Host', 'a', 'Connection', 'close', ...Array.from({ length: sent - 2 }, () => ['x', '1']).flat()];
  await new Promise<void>((resolve, reject) => {
    request(url, { headers }, (answer: IncomingMessage) => answer.resume().once('end', resolve))
      .once('error', reject)
      .end();
  });
  await close();
  return found[0] === true;
}

describe('headers that Node dropped', () => {
  // The parser passes headers on in groups of 31.
  for (const count of [50, 62, 1_000, 992]) {
    it(`are noticed above a count of ${count}, and not below`, async () => {
      expect([await isNoticed(count - 1, count), await isNoticed(count + 40, count)]).to.deep.equal([false, true]);
    });
  }

  it('are noticed above Node’s own count, where a server has none', async () => {
    expect([await isNoticed(999), await isNoticed(1_040)]).to.deep.equal([false, true]);
    const none = { rawHeaders: Array(2_100).fill('a'), socket: {} };
    expect(hasDroppedHeaders(none as never as IncomingMessage)).to.equal(true);
  });

  it('are none where their count is not limited', async () => {
    expect(await isNoticed(1_200, 0)).to.equal(false);
  });
});
