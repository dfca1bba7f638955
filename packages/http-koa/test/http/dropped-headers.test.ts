import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { hasDroppedHeaders } from '../../src/http/dropped-headers.ts';

describe('headers that Node dropped', () => {
  const isNoticed = (lines: number, maxHeadersCount?: number | null) =>
    hasDroppedHeaders({
      rawHeaders: Array(lines * 2).fill('a'),
      socket: maxHeadersCount === undefined ? {} : { server: { maxHeadersCount } },
    } as never as IncomingMessage);

  it('are noticed above the count of the server, Node’s own where it has none', () => {
    for (const own of [undefined, null]) {
      expect([isNoticed(1_000, own), isNoticed(1_001, own)]).to.deep.equal([false, true]);
    }
    expect([isNoticed(50, 50), isNoticed(51, 50)]).to.deep.equal([false, true]);
  });

  it('are none where their count is not limited', () => {
    expect(isNoticed(5_000, 0)).to.equal(false);
  });
});
