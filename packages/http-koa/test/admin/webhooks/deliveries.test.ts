import { expect } from 'chai';
import { withWebhookPages } from './support.ts';

withWebhookPages('the pages of deliveries', (test) => {
  let endpoint: number;
  let delivered: number;
  let retrying: number;

  before(async () => {
    endpoint = await test.register('Payroll');
    delivered = await test.deliver(200, 'thanks');
    retrying = await test.deliver(503, '{"error":"<script>alert(1)</script> \u202Egone"}');
  });

  it('list what was sent, newest first, with filters', async () => {
    const browser = await test.signedIn(test.admin);
    const rows = async (query: string) => {
      const page = await browser.get(`/admin/deliveries${query}`);
      expect(page.status).to.equal(200);
      return page.document
        .querySelectorAll('.list tbody tr')
        .map((row) => row.querySelector('a')?.getAttribute('href')?.replace(query, ''));
    };
    const [one, two] = [`/admin/deliveries/${delivered}`, `/admin/deliveries/${retrying}`];
    expect(await rows('')).to.deep.equal([two, one]);
    expect(await rows(`?endpoint=${endpoint}&event=employee.created`)).to.deep.equal([two, one]);
    expect(await rows('?state=succeeded')).to.deep.equal([one]);
    expect(await rows('?status=5xx')).to.deep.equal([two]);
    expect(await rows('?status=200')).to.deep.equal([one]);
    expect(await rows('?status=none')).to.deep.equal([]);
    expect(await rows('?event=employee.updated')).to.deep.equal([]);
    expect(await rows('?from=2026-06-02&until=2026-06-02')).to.deep.equal([two, one]);
    expect(await rows('?from=2026-06-03')).to.deep.equal([]);
    expect(await rows('?until=2026-06-01')).to.deep.equal([]);
    for (const date of ['9999-12-28', '9999-12-30', '9999-12-31']) {
      expect(await rows(`?until=${date}`), date).to.deep.equal([two, one]);
    }
    expect(await rows('?from=9999-12-31'), 'a date that no list can begin with').to.deep.equal([two, one]);
    expect(await rows('?endpoint=999999')).to.deep.equal([]);
    expect(await rows('?from=yesterday&state=<b>&status=9xx&endpoint=x&page=-1'), 'what is none').to.have.lengthOf(2);
    const filtered = await browser.get('/admin/deliveries?state=held');
    expect(filtered.main).to.include('Nothing matches this filter').and.include('Clear');
    expect(filtered.document.querySelector('#q-state option[selected]')?.getAttribute('value')).to.equal('held');
  });

  it('show one: the body as it was sent, headers with masked signatures, and each attempt', async () => {
    const browser = await test.signedIn(test.admin);
    const sent = test.receiver.requests.at(-1);
    const page = await browser.get(`/admin/deliveries/${retrying}`);
    expect(page.document.querySelector('#body')?.textContent).to.equal(sent?.body);
    expect(page.main).to.include('Retrying').and.include('Server error').and.include('503').and.include('Attempt 2');
    expect(page.main).to.include('If it fails, attempt 3 follows 30 seconds later.');
    expect(page.text).not.to.include('<script>alert');
    expect(page.main).to.include('X-Service-Signature: sha256=…').and.include('webhook-timestamp: …');
    expect(page.text).not.to.include(sent?.headers['x-service-signature'] ?? 'none');
    expect(page.main).to.include('?key=…');
    const command = page.document.querySelector('#curl-text')?.textContent ?? '';
    expect(command)
      .to.include("curl -X POST '")
      .and.include('--data-raw')
      .and.not.match(/signature/i);
    expect(page.main).to.include('Delivered: 30 days. Failed: 90 days.');
    expect((await browser.get(`/admin/deliveries/${delivered}`)).main).to.include('delivered at attempt 1');
  });

  it('tell a script how far one is, as long as more is to come', async () => {
    const browser = await test.signedIn(test.admin);
    const page = await browser.get(`/admin/deliveries/${retrying}`);
    const live = page.document.querySelector('[data-live]');
    expect(live?.getAttribute('data-live-state')).to.equal('pending 1');
    const state = await browser.get(live?.getAttribute('data-live') ?? '');
    expect(state.headers.get('content-type')).to.include('text/plain');
    expect(state.text).to.equal('pending 1');
    const over = await browser.get(`/admin/deliveries/${delivered}`);
    expect(over.document.querySelector('[data-live]')).to.equal(null);
  });

  it('say in the audit whose data they showed', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get(`/admin/deliveries/${delivered}`);
    const { items } = await test.core.auditReads.list(test.company);
    const row = items.find(({ detail }) => detail?.includes('webhook.delivery'));
    expect(row?.caller).to.equal('Ada Admin');
    const { body } = await test.webhooks.deliveries.get(test.company, delivered);
    expect(row?.detail).to.include(String(JSON.parse(body).data.employee_id));
  });

  it('send a test event once, and lead to its attempts', async () => {
    const browser = await test.signedIn(test.admin);
    test.receiver.answer = { status: 200, body: '' };
    await browser.get(`/admin/webhooks/${endpoint}/test`);
    const first = browser.page;
    expect(first?.main, 'no form of values to be saved').to.include('Back without sending');
    const page = await browser.submit(`/webhooks/${endpoint}/test`, { type: 'leave_request.approved' });
    expect(page.path).to.match(/^\/admin\/deliveries\/\d+$/);
    expect(page.main).to.include('The test event is on its way.').and.include('Waiting');
    await test.webhooks.drainOnce();
    const after = await browser.get(page.path);
    expect(after.main).to.include('Test event').and.include('Delivered').and.include('X-Service-Test: 1');
    browser.page = first;
    const twice = await browser.submit(`/webhooks/${endpoint}/test`, { type: 'leave_request.approved' });
    expect(twice.path).to.equal(`/admin/webhooks/${endpoint}`);
    expect(twice.main).to.include('sent already');
    const wrong = await browser
      .get(`/admin/webhooks/${endpoint}/test`)
      .then(() => browser.submit(`/webhooks/${endpoint}/test`, { type: 'x' }));
    expect(wrong.status).to.equal(422);
    expect(wrong.document.querySelector('#f-type-error')).not.to.equal(null);
  });

  it('send one again, once for each form', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get(`/admin/deliveries/${delivered}`);
    const first = browser.page;
    const again = await browser.submit('/resend');
    expect(again.path).not.to.equal(`/admin/deliveries/${delivered}`);
    expect(again.main).to.include('It is being sent again.').and.include('Resent');
    browser.page = first;
    const twice = await browser.submit('/resend');
    expect(twice.path).to.equal(`/admin/deliveries/${delivered}`);
    expect(twice.main).to.include('Nothing was sent.');
    await test.webhooks.drainOnce();
  });

  it('send again what failed since a time, and tell how far it has come', async () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      test.receiver.answer = { status: 503, body: '' };
      test.clock.advance(1_800_000);
      await test.webhooks.drainOnce();
    }
    const browser = await test.signedIn(test.admin);
    const here = `/admin/webhooks/${endpoint}/replay`;
    expect((await browser.get(here)).main).to.include('What was resent');
    const counted = await browser.get(`${here}?from=2026-06-02T00%3A00`);
    expect(counted.main).to.include('1 delivery since 2 Jun 2026, 00:00 will go out again.');
    const first = browser.page;
    const sent = await browser.submit(`/webhooks/${endpoint}/replay`);
    expect(sent.path).to.match(new RegExp(`^/admin/deliveries\\?endpoint=${endpoint}&trigger=replay&from=2026-`));
    expect(sent.main).to.include('1 delivery is going out again.');
    expect(sent.document.querySelector('tbody')?.textContent).to.include('Waiting');
    browser.page = first;
    expect((await browser.submit(`/webhooks/${endpoint}/replay`)).main).to.include('sent already');
    test.receiver.answer = { status: 200, body: '' };
    await test.webhooks.drainOnce();
    const list = await browser.get(`/admin/deliveries?endpoint=${endpoint}&trigger=replay`);
    expect(list.document.querySelectorAll('tbody tr').length).to.equal(1);
    expect(list.document.querySelector('tbody')?.textContent).to.include('Delivered');
    expect((await browser.get(`${here}?from=2026-06-02T00:00`)).main).to.include('There is nothing to send again');
    for (const [from, error] of [
      ['soon', 'A date and a time'],
      ['2026-06-32T00:00', 'A date and a time'],
      ['2027-01-01T00:00', 'must be in the past'],
      ['2026-03-27T02:30', '02:30 does not exist on this date'],
    ]) {
      const page = await browser.get(`${here}?from=${from}`);
      expect(page.status, from).to.equal(422);
      expect(page.document.querySelector('#f-from-error')?.textContent).to.include(error);
    }
    await test.webhooks.endpoints.disable(test.company, endpoint);
    expect((await browser.get(`${here}?from=2026-06-02T00:00`)).main).to.include('Enable it to send anything again.');
    await test.webhooks.endpoints.enable(test.company, endpoint, 'send');
  });

  it('do not say that nothing was sent where an attempt waits for the next one', async () => {
    const other = await test.register('Slow');
    await test.deliver(503);
    const { main } = await (await test.signedIn(test.admin)).get(`/admin/webhooks/${other}`);
    expect(main).to.include('Nothing delivered yet').and.not.include('Nothing sent');
    await test.webhooks.endpoints.remove(test.company, other);
  });
});
