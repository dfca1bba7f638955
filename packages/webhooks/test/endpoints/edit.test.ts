import { type AuditRow, versionOf } from '@shaon/core';
import { expect } from 'chai';
import { refusal, withWebhooks } from '../support.ts';

withWebhooks('an edit of an endpoint', (test) => {
  let id: number;

  beforeEach(async () => {
    const { endpoint } = await test.webhooks.endpoints.register(test.company, {
      url: `${test.receiver.url}/old?key=topsecret`,
      events: ['employee.created'],
      description: 'Payroll',
    });
    id = endpoint.id;
  });
  afterEach(() => test.webhooks.endpoints.remove(test.company, id));

  const edits = async (): Promise<AuditRow[]> => {
    const { items } = await test.core.auditReads.list(test.company);
    return items.filter((row) => row.action === 'webhook.update' && JSON.parse(row.detail ?? '{}').endpoint_id === id);
  };
  const update = (change: object, seen?: Date) =>
    test.webhooks.endpoints.update(test.company, id, change, {
      expectedVersion: seen && versionOf({ updatedAt: seen }),
    });
  const updatedAt = async () => (await test.webhooks.endpoints.get(test.company, id)).updatedAt;

  it('says in the audit which fields it changed, and of a URL its origin alone', async () => {
    await update({
      url: `${test.receiver.url}/new?key=othersecret`,
      description: 'Wages',
      events: ['employee.created'],
    });
    const [row] = await edits();
    expect(JSON.parse(row!.detail!)).to.deep.equal({
      endpoint_id: id,
      changed: ['url', 'description'],
      changes: { description: ['Payroll', 'Wages'] },
    });
    expect(row!.detail).not.to.match(/secret|old\?|new\?/);
  });

  it('says where events went before, by the origins alone', async () => {
    await update({ url: 'https://93.184.216.34/new?key=othersecret' });
    const [row] = await edits();
    const { changes } = JSON.parse(row!.detail!);
    expect(changes).to.deep.equal({ url: [new URL(test.receiver.url).origin, 'https://93.184.216.34'] });
  });

  it('says which events there are then', async () => {
    await update({ events: ['employee.updated', 'employee.created'], max_inflight: 7 });
    const [row] = await edits();
    expect(JSON.parse(row!.detail!)).to.deep.equal({
      endpoint_id: id,
      changed: ['max_inflight', 'events'],
      changes: { max_inflight: [5, 7] },
      events: ['employee.updated', 'employee.created'],
    });
  });

  it('that changes nothing leaves no trace', async () => {
    const before = await updatedAt();
    test.clock.advance(1_000);
    await update({ description: 'Payroll', events: ['employee.created'] });
    expect(await edits()).to.deep.equal([]);
    expect(await updatedAt()).to.deep.equal(before);
  });

  it('does not overwrite another that was made meanwhile, also within a millisecond', async () => {
    const seen = await updatedAt();
    await update({ description: 'First' }, seen);
    const error = await refusal(update({ description: 'Second' }, seen));
    expect(error).to.have.property('code', 'state_conflict');
    expect(error).to.have.deep.property('details', { changed: 'endpoint' });
    const first = await updatedAt();
    await update({ description: 'Third' }, first);
    expect(await refusal(update({ description: 'Fourth' }, first))).to.have.property('code', 'state_conflict');
    expect(await test.webhooks.endpoints.get(test.company, id)).to.include({ description: 'Third' });
  });

  it('says in the audit what became of held deliveries, of a replay and of a test', async () => {
    await test.webhooks.endpoints.disable(test.company, id);
    await test.webhooks.endpoints.enable(test.company, id, 'discard');
    const from = new Date(test.clock.now().getTime() - 1_000);
    await test.webhooks.deliveries.replay(test.company, id, from);
    const delivery_id = await test.webhooks.deliveries.sendTest(test.company, id, 'employee.created');
    const again = await test.webhooks.deliveries.resend(test.company, delivery_id);
    const { items } = await test.core.auditReads.list(test.company);
    const details = items.slice(0, 4).map(({ action, detail }) => ({ action, ...JSON.parse(detail ?? '{}') }));
    expect(details).to.deep.equal([
      { action: 'webhook.resend', endpoint_id: id, delivery_id, new_delivery_id: again },
      { action: 'webhook.test', endpoint_id: id, event: 'employee.created', delivery_id },
      { action: 'webhook.replay', endpoint_id: id, from: from.toISOString(), deliveries: 0 },
      { action: 'webhook.enable', endpoint_id: id, held: 'discard', deliveries: 0 },
    ]);
  });
});
