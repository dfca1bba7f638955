import { EVENT_TYPES } from '@shaon/core';
import { expect } from 'chai';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { refusal, withWebhooks } from '../support.ts';

withWebhooks("an attempt's request", (test) => {
  let endpointId: number;
  let id: number;

  before(async () => {
    const { endpoint } = await test.webhooks.endpoints.register(test.company, {
      url: `${test.receiver.url}/hook?key=topsecret&empty=&bare`,
      events: ['employee.created'],
    });
    endpointId = endpoint.id;
    test.receiver.behave(answer(503));
    await hire(test);
    await test.webhooks.drainOnce();
    const { items } = await test.webhooks.deliveries.list(test.company, {}, { page: 1, per_page: 1 });
    id = items[0]!.id;
  });

  const request = (attempt: number, of = id) => test.webhooks.deliveries.request(test.company, of, attempt);

  it('is shown as it was sent, without what could send it again', async () => {
    const [sent] = test.receiver.requests;
    const shown = await request(1);
    expect(shown.url).to.equal(`${test.receiver.url}/hook?key=…&empty=…&…`);
    expect(shown).to.include({ method: 'POST', body: sent!.body.toString('utf8'), urlIsAsSent: true });
    const { headers } = shown;
    expect(headers.filter(({ isMasked }) => isMasked)).to.deep.equal([
      { name: 'X-Service-Signature', value: 'sha256=…', isMasked: true },
      { name: 'webhook-signature', value: 'v1,…', isMasked: true },
    ]);
    expect(
      headers.filter(({ value }) => value === null).map(({ name }) => name),
      'is not stored',
    ).to.deep.equal(['webhook-timestamp']);
    for (const { name, value, isMasked } of headers) {
      expect(sent!.headers, name).to.have.property(name.toLowerCase());
      if (!isMasked && value !== null) expect(sent!.headers[name.toLowerCase()]).to.equal(value);
    }
    const text = JSON.stringify(shown);
    expect(text).not.to.contain('topsecret');
    expect(text).not.to.contain(sent!.headers['x-service-signature']!.slice('sha256='.length));
  });

  it('that is to come is shown as it would be sent', async () => {
    const next = await request(2);
    expect(next).to.include({ attempt: 2, startedAt: null });
    expect(next.headers.find(({ name }) => name === 'X-Service-Attempt')?.value).to.equal('2');
  });

  it('of a test says so', async () => {
    const test_ = await test.webhooks.deliveries.sendTest(test.company, endpointId);
    expect((await request(1, test_)).headers.at(-1)).to.deep.equal({
      name: 'X-Service-Test',
      value: '1',
      isMasked: false,
    });
  });

  it('may have gone elsewhere when the endpoint was edited since', async () => {
    test.clock.advance(1_000);
    await test.webhooks.endpoints.update(test.company, endpointId, { url: `${test.receiver.url}/elsewhere` });
    expect(await request(1)).to.include({ urlIsAsSent: false, url: `${test.receiver.url}/elsewhere` });
    expect(await request(2)).to.include({ urlIsAsSent: true });
  });

  it('of an attempt that there is not, or of another company, does not exist', async () => {
    const foreign = () => test.webhooks.deliveries.request(test.foreign, id, 1);
    for (const ask of [() => request(0), () => request(3), () => request(1.5), foreign]) {
      expect(await refusal(ask())).to.have.property('code', 'not_found');
    }
  });

  it('stays readable when its endpoint was deleted', async () => {
    await test.webhooks.endpoints.remove(test.company, endpointId);
    expect(await request(1)).to.include({ attempt: 1 });
    expect(await refusal(request(2)), 'a next one is not to come').to.have.property('code', 'not_found');
  });
});

withWebhooks('the sample events', (test) => {
  it('are what a test sends, in the zone of the company', async () => {
    const { endpoints, deliveries } = test.webhooks;
    const { id } = (await endpoints.register(test.company, { url: test.receiver.url, events: [...EVENT_TYPES] }))
      .endpoint;
    for (const zone of ['Asia/Jerusalem', 'America/New_York']) {
      await test.core.companies.update(test.company, { zone });
      const samples = await deliveries.samples(test.company);
      expect(samples.map(({ type }) => type)).to.deep.equal([...EVENT_TYPES]);
      for (const { type, body } of samples) {
        const sent = await deliveries.sendTest(test.company, id, type);
        expect((await deliveries.get(test.company, sent)).body).to.equal(body);
      }
      const { data } = JSON.parse(samples[0]!.body);
      expect(data.check_in).to.equal(`2026-01-04T08:30:00${zone === 'Asia/Jerusalem' ? '+02:00' : '-05:00'}`);
    }
  });
});
