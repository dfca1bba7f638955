import { InvalidInputError } from '@shaon/core';
import { expect } from 'chai';
import { hire } from './hire.ts';
import { refusal, withWebhooks } from './support.ts';

const IMPOSSIBLE_IDS: readonly unknown[] = [
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  0,
  -1,
  1e20,
  2 ** 31,
  2 ** 53,
  '1',
  'x',
  null,
  undefined,
  {},
];

const PAGE = { page: 1, per_page: 50 };
const from = new Date('2026-01-01T00:00:00Z');

withWebhooks('an impossible id of an endpoint or delivery', (test) => {
  let endpointId: number;

  before(async () => {
    const { endpoint } = await test.webhooks.endpoints.register(test.company, {
      url: test.receiver.url,
      events: ['employee.created'],
    });
    endpointId = endpoint.id;
    await hire(test);
  });

  const calls: Readonly<Record<string, (id: never) => Promise<unknown>>> = {
    'endpoints.disable': (id) => test.webhooks.endpoints.disable(test.company, id),
    'endpoints.enable': (id) => test.webhooks.endpoints.enable(test.company, id, 'send'),
    'endpoints.health': (id) => test.webhooks.endpoints.health(test.company, id),
    'endpoints.get': (id) => test.webhooks.endpoints.get(test.company, id),
    'endpoints.remove': (id) => test.webhooks.endpoints.remove(test.company, id),
    'endpoints.revokeOldSecrets': (id) => test.webhooks.endpoints.revokeOldSecrets(test.company, id),
    'endpoints.rotateSecret': (id) => test.webhooks.endpoints.rotateSecret(test.company, id),
    'endpoints.switchSecret': (id) => test.webhooks.endpoints.switchSecret(test.company, id),
    'endpoints.update': (id) => test.webhooks.endpoints.update(test.company, id, { description: 'x' }),
    'deliveries.attempts': (id) => test.webhooks.deliveries.attempts(test.company, id),
    'deliveries.countReplay': (id) => test.webhooks.deliveries.countReplay(test.company, id, from),
    'deliveries.request': (id) => test.webhooks.deliveries.request(test.company, id, 1),
    'deliveries.get': (id) => test.webhooks.deliveries.get(test.company, id),
    'deliveries.replay': (id) => test.webhooks.deliveries.replay(test.company, id, from),
    'deliveries.resend': (id) => test.webhooks.deliveries.resend(test.company, id),
    'deliveries.sendTest': (id) => test.webhooks.deliveries.sendTest(test.company, id),
    'signatures.examine': (id) => test.webhooks.signatures.examine(test.company, id, { body: '', headers: '' }),
  };

  it('is looked for in every method', () => {
    const methods = (['endpoints', 'deliveries', 'signatures'] as const).flatMap((service) =>
      Object.keys(test.webhooks[service]).map((method) => `${service}.${method}`),
    );
    const lists = ['endpoints.list', 'endpoints.healthOfAll', 'deliveries.list', 'deliveries.samples'];
    const withoutId = ['endpoints.register', ...lists];
    expect([...Object.keys(calls), ...withoutId].sort()).to.deep.equal(methods.sort());
  });

  for (const [name, call] of Object.entries(calls)) {
    it(`is as unknown as another to ${name}`, async () => {
      for (const id of IMPOSSIBLE_IDS) {
        expect(await refusal(call(id as never)), String(id)).to.have.property('code', 'not_found');
      }
    });
  }

  it('matches nothing in the list of deliveries', async () => {
    const list = (filter: object) => test.webhooks.deliveries.list(test.company, filter, PAGE);
    for (const id of IMPOSSIBLE_IDS.filter((value) => value !== undefined && value !== null)) {
      expect(await list({ endpointId: id }), String(id)).to.deep.equal({ items: [], total: 0 });
    }
    expect((await list({ endpointId, state: 'pending', eventType: 'employee.created' })).total).to.equal(1);
    expect((await list({ endpointId, state: 'failed' })).total).to.equal(0);
    expect((await list({ eventType: 'x\0' })).total).to.equal(0);
  });

  it('and an impossible page: refused with an issue', async () => {
    for (const page of [
      { page: 0, per_page: 1 },
      { page: 1.5, per_page: 1 },
      { page: 1, per_page: 1e20 },
    ]) {
      const refused = await refusal(test.webhooks.deliveries.list(test.company, {}, page));
      expect(refused, JSON.stringify(page)).to.be.instanceOf(InvalidInputError);
    }
  });

  it('and a time that is none, or a word that is unknown: refused with an issue', async () => {
    const bad = new Date(Number.NaN);
    const { deliveries, endpoints } = test.webhooks;
    expect(await refusal(deliveries.replay(test.company, endpointId, bad))).to.have.nested.property('errors.from');
    const refused = await refusal(endpoints.enable(test.company, endpointId, 'other' as never));
    expect(refused).to.have.nested.property('errors.held[0].rule', 'in');
  });
});
