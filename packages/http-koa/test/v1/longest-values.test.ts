import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { trustedProxyAddress } from '../../src/http/client-address.ts';
import { answerToError } from '../../src/v1/error-responses.ts';

/** Milliseconds that no machine takes for what grows with the length alone; what grows with its square takes minutes. */
const BOUND_MS = 20_000;

describe('the longest values of a call', () => {
  it('in the message of a fault do not hold up the log', () => {
    const logged: unknown[] = [];
    const ignore = () => undefined;
    const log = { error: (fields: object) => logged.push(fields), warn: ignore, info: ignore, debug: ignore };
    for (const filler of ['\n', '\u2028', ' ', '\n at ']) {
      const start = performance.now();
      const answer = answerToError(new Error(`${filler.repeat(400_000)}x`), 'en', log, 'r1');
      expect(answer.status).to.equal(500);
      expect(performance.now() - start, JSON.stringify(filler)).to.be.below(BOUND_MS);
    }
    const { at } = logged[0] as { at: readonly string[] };
    expect(at).to.have.lengthOf.within(1, 8);
    for (const place of at) expect(place).to.match(/^at /);
  });

  it('in X-Forwarded-For are no address: a zone of kilobytes would go into the audit', () => {
    const addressOf = trustedProxyAddress(['127.0.0.1']);
    const named = (hops: string) =>
      addressOf({
        headers: { 'x-forwarded-for': hops },
        rawHeaders: [],
        socket: { remoteAddress: '127.0.0.1' },
      } as never as IncomingMessage);
    expect(named('fe80::1%eth0')).to.equal('fe80::1%eth0');
    expect(named(`fe80::1%${'a'.repeat(8_000)}`)).to.equal('127.0.0.1');
  });
});
