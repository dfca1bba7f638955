import { expect } from 'chai';
import { deliveryRoutes } from '../../../src/admin/pages/deliveries/delivery-routes.ts';
import { webhookRoutes } from '../../../src/admin/pages/webhooks/webhook-routes.ts';
import { withWebhookPages } from './support.ts';

const HEBREW = /[֐-׿]/;

withWebhookPages('who may see the pages of webhooks', (test) => {
  let endpoint: number;
  let delivery: number;

  before(async () => {
    endpoint = await test.register('Payroll');
    delivery = await test.deliver(200);
  });

  const paths = () =>
    [...webhookRoutes, ...deliveryRoutes].map(({ method, path }) => {
      const id = path.startsWith('/deliveries') ? delivery : endpoint;
      return { method, path: `/admin${path.replace(':id', String(id))}`, hasId: path.includes(':id') };
    });
  const token = async (browser: Awaited<ReturnType<typeof test.signedIn>>) => {
    const page = await browser.get('/admin/');
    return page.document.querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
  };

  it('is an admin alone', async () => {
    for (const who of [test.manager, test.employee]) {
      const browser = await test.signedIn(who);
      const csrf = await token(browser);
      for (const { method, path } of paths()) {
        const body = method === 'POST' ? new URLSearchParams({ _csrf: csrf }) : undefined;
        expect((await browser.request(method, path, body)).status, `${who.name}: ${method} ${path}`).to.equal(403);
      }
    }
  });

  it('is nobody of another company, and nothing is changed by their ids', async () => {
    const browser = await test.signedIn(test.foreignAdmin);
    const csrf = await token(browser);
    for (const { method, path, hasId } of paths()) {
      if (!hasId) continue;
      const form = new URLSearchParams({ _csrf: csrf, url: test.receiver.url, held: 'send', overlap_hours: '24' });
      for (const [name, value] of [
        ['events', 'employee.created'],
        ['type', 'employee.created'],
        ['headers', 'x'],
        ['from', '2026-06-01T00:00'],
      ] as const)
        form.append(name, value);
      const { status } = await browser.request(method, path, method === 'POST' ? form : undefined);
      expect(status, `${method} ${path}`).to.equal(404);
    }
    expect(await test.webhooks.endpoints.get(test.company, endpoint)).to.include({
      enabled: true,
      description: 'Payroll',
    });
    expect((await browser.get('/admin/webhooks')).main).not.to.include('Payroll');
    const foreign = await browser.get(`/admin/deliveries?endpoint=${endpoint}`);
    expect(foreign.main).to.include('Nothing matches this filter');
  });

  it('sends no form without its token', async () => {
    const browser = await test.signedIn(test.admin);
    for (const { method, path } of paths()) {
      if (method !== 'POST') continue;
      expect((await browser.request(method, path, new URLSearchParams())).status, path).to.equal(403);
    }
  });

  it('answers ids that cannot be with 404', async () => {
    const browser = await test.signedIn(test.admin);
    for (const id of ['0', '-1', '1.5', '99999999', '1e3', '%3Cb%3E', '9999999999999999999']) {
      for (const path of [`/admin/webhooks/${id}`, `/admin/webhooks/${id}/edit`, `/admin/deliveries/${id}`]) {
        expect((await browser.get(path)).status, path).to.equal(404);
      }
    }
  });

  it('reads every page in Hebrew from right to left, and in English without a word of Hebrew', async () => {
    const browser = await test.signedIn(test.admin);
    const samples = ['/webhooks/new', '/edit', '/test', '/verify'];
    for (const { method, path } of paths()) {
      if (method !== 'GET') continue;
      const page = await browser.get(path);
      expect(page.status, path).to.equal(200);
      // A sample body tells of people with Hebrew names.
      if (!samples.some((end) => path.endsWith(end))) expect(HEBREW.test(page.main), path).to.equal(false);
    }
    await test.core.companies.update(test.company, { locale: 'he' });
  });
});
