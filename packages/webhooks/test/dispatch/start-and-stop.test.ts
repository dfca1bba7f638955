import { expect } from 'chai';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { until, withWebhooks } from '../support.ts';

/** A stop that hangs is a failure of the test, not of the whole run. */
const SOON_MS = 15_000;

withWebhooks(
  'a sender that is started and stopped',
  (test) => {
    const isRunning = async () => (await test.webhooks.health()).running;

    afterEach(() => test.webhooks.stop(0));

    it('stops right after its start', async () => {
      await test.webhooks.start();
      await test.webhooks.stop(0);
      expect(await isRunning()).to.equal(false);
    }).timeout(SOON_MS);

    it('stops when nobody has waited for its start', async () => {
      const started = test.webhooks.start();
      await test.webhooks.stop(0);
      await started;
      expect(await isRunning()).to.equal(false);
    }).timeout(SOON_MS);

    it('starts after the stop during which its start came, and sends', async () => {
      await test.webhooks.start();
      const stopped = test.webhooks.stop(0);
      await test.webhooks.start();
      await stopped;
      expect(await isRunning()).to.equal(true);
      test.receiver.behave(answer(200));
      await test.webhooks.endpoints.register(test.company, { url: test.receiver.url, events: ['employee.created'] });
      await hire(test);
      await until(() => test.receiver.requests.length === 1, SOON_MS);
    }).timeout(2 * SOON_MS);

    it('does not start when another stop came after that start', async () => {
      await test.webhooks.start();
      const orders = [test.webhooks.stop(0), test.webhooks.start(), test.webhooks.stop(0)];
      await Promise.all(orders);
      expect(await isRunning()).to.equal(false);
    }).timeout(SOON_MS);
  },
  { pollMs: 60_000 },
);
