import { expect } from 'chai';
import * as undici from 'undici';
import { createAddressGuard } from '../../src/address-guard/address-guard.ts';
import { type AttemptSender, createAttemptSender } from '../../src/dispatch/send-attempt.ts';

/** The kernel refuses to connect to it at once, as to any address without a route, and sends nothing. */
const UNREACHABLE = '255.255.255.255';

/* mocha fails a test during which an exception reaches the process. */
describe('a receiver to whose address there is no route', () => {
  let sender: AttemptSender;
  afterEach(() => sender?.close());

  for (const answers of [[UNREACHABLE], [UNREACHABLE, UNREACHABLE]]) {
    it(`fails the attempt and nothing else, with ${answers.length} address(es) of a name`, async () => {
      sender = createAttemptSender(undici, {
        guard: createAddressGuard({ allow: [`${UNREACHABLE}/32`], resolveName: async () => answers }),
        connectTimeoutMs: 5_000,
        deadlineMs: 10_000,
        extraCa: null,
      });
      const result = await sender.send({ url: 'https://hooks.example.com/', headers: {}, body: Buffer.from('{}') });
      expect(result).to.include({ outcome: 'connection', errorCode: 'unreachable', status: null, remoteAddress: null });
    });
  }
});
