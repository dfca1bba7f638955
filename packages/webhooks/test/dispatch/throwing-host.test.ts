import tls from 'node:tls';
import { handlerLog } from '@shaon/testing';
import type { DeliverySummary, ResolveName } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { until, type WebhooksTest, withWebhooks } from '../support.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

const thrown = new Error('thrown by the host');
function throws(): never {
  throw thrown;
}

/** The log of the host throws with every line but those on handlers. */
const { log, failed } = handlerLog({ throws: true });

/** What the host gives, each to be changed by a test. */
const host = { resolve: (): unknown => ['8.8.8.8'], onFailing: (): unknown => undefined };

async function register({ webhooks, company }: WebhooksTest, url: string): Promise<number> {
  host.resolve = async () => ['8.8.8.8'];
  return (await webhooks.endpoints.register(company, { url, events: ['employee.created'] })).endpoint.id;
}

/** Makes one event, waits until the running sender is done with it, and gives how its attempt ended. */
async function outcomeOfOne(test: WebhooksTest, endpointId: number): Promise<string | null> {
  const { endpoints, deliveries } = test.webhooks;
  await hire(test);
  let newest: DeliverySummary | undefined;
  await until(async () => {
    newest = (await deliveries.list(test.company, { endpointId }, { page: 1, per_page: 1 })).items[0];
    return newest !== undefined && newest.finishedAt !== null;
  });
  const [attempt] = await deliveries.attempts(test.company, newest!.id);
  await endpoints.remove(test.company, endpointId);
  return attempt!.outcome;
}

/** What a resolver may do when a delivery is sent, and what the attempt is then. */
const RESOLVERS: Readonly<Record<string, { readonly resolve: () => unknown; readonly outcome: string }>> = {
  'throws at once': { resolve: throws, outcome: 'connection' },
  'rejects with an error': { resolve: () => Promise.reject(thrown), outcome: 'connection' },
  'rejects with nothing': { resolve: () => Promise.reject(undefined), outcome: 'connection' },
  'rejects with null': { resolve: () => Promise.reject(null), outcome: 'connection' },
  'gives nothing': { resolve: async () => undefined, outcome: 'blocked_address' },
  'gives no addresses': { resolve: async () => [], outcome: 'dns' },
  'gives what is no address': { resolve: async () => ['0x7f.1'], outcome: 'blocked_address' },
};

const HOOKS: Readonly<Record<string, () => unknown>> = {
  'throws at once': throws,
  'rejects later': async () => throws(),
};

withWebhooks(
  'a sender in a host that throws in whatever it is asked, its log too',
  (test) => {
    before(() => test.webhooks.start());
    after(() => test.webhooks.stop(0));

    for (const [name, { resolve, outcome }] of Object.entries(RESOLVERS)) {
      it(`has an attempt on record whose resolver ${name}`, async () => {
        const id = await register(test, 'https://hooks.example.com/');
        host.resolve = resolve;
        expect(await outcomeOfOne(test, id)).to.equal(outcome);
      });
    }

    for (const [name, hook] of Object.entries(HOOKS)) {
      it(`goes on when onFailing ${name}`, async () => {
        const handler = 'onFailing';
        host.onFailing = hook;
        failed.length = 0;
        test.receiver.behave(answer(500));
        expect(await outcomeOfOne(test, await register(test, test.receiver.url))).to.equal('server_error');
        test.receiver.behave(answer(200));
        expect(await outcomeOfOne(test, await register(test, test.receiver.url))).to.equal('success');
        expect(failed).to.deep.equal([handler]);
      });

      it(`goes on when onAttempt ${name}`, async () => {
        const handler = 'onAttempt';
        host.onFailing = () => undefined;
        failed.length = 0;
        test.webhooks.onAttempt = hook;
        test.receiver.behave(answer(200));
        expect(await outcomeOfOne(test, await register(test, test.receiver.url))).to.equal('success');
        test.webhooks.onAttempt = null;
        expect(failed).to.deep.equal([handler]);
      });
    }
  },
  {
    resolveName: (() => host.resolve()) as ResolveName,
    waitsMs: [],
    disableAfter: 1,
    onFailing: () => host.onFailing(),
  },
  { log },
);

withWebhooks(
  'a sender that cannot be set up, because TLS refuses',
  (test) => {
    const { createSecureContext } = tls;
    before(() => {
      tls.createSecureContext = throws;
    });
    after(() => {
      tls.createSecureContext = createSecureContext;
    });

    it('has its attempts on record, is stalled until it can be set up, and stops', async () => {
      await test.webhooks.start();
      const id = await register(test, test.receiver.url);
      expect(await outcomeOfOne(test, id)).to.equal('connection');
      expect(await test.webhooks.health()).to.include({ running: true, stalled: true });
      tls.createSecureContext = createSecureContext;
      test.receiver.behave(answer(200));
      expect(await outcomeOfOne(test, await register(test, test.receiver.url))).to.equal('success');
      expect((await test.webhooks.health()).stalled).to.equal(false);
      await test.webhooks.stop(0);
    });
  },
  { waitsMs: [] },
  { log },
);
