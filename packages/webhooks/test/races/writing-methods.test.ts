import { anyValue, recordedServices, serviceMethods } from '@shaon/testing';
import { expect } from 'chai';
import { withWebhooks } from '../support.ts';
import { ACTS, type ActName } from './acts.ts';

/** The methods that no race calls, by the reason. */
const WITHOUT_RACE: Readonly<Record<string, readonly string[]>> = {
  'It writes nothing.': [
    'deliveries.attempts',
    'deliveries.countReplay',
    'deliveries.get',
    'deliveries.list',
    'deliveries.request',
    'deliveries.samples',
    'endpoints.get',
    'endpoints.health',
    'endpoints.healthOfAll',
    'endpoints.list',
    'signatures.examine',
  ],
};

/** What calls no method of these services: the sender, a domain change, and retention. */
const WITHOUT_METHOD: readonly ActName[] = ['send well', 'send in vain', 'queue by a domain change', 'prune'];

withWebhooks('the race of every two writes of webhooks', (test) => {
  it('is run by each method of each service that writes', async () => {
    const raced = await racedMethods();
    const without = Object.values(WITHOUT_RACE).flat();
    expect([...raced, ...without].sort()).to.deep.equal(serviceMethods(test.webhooks).sort());
  });
});

/** The methods that the acts call. */
async function racedMethods(): Promise<string[]> {
  const { services, calls } = recordedServices();
  const raced = { webhooks: services, core: anyValue, company: anyValue, endpointId: 1, deliveryId: 1 };
  const names = (Object.keys(ACTS) as ActName[]).filter((name) => !WITHOUT_METHOD.includes(name));
  for (const name of names) await ACTS[name].run({ ...raced, url: '', queuedFrom: anyValue });
  return [...calls];
}
