import { expect } from 'chai';
import { PASSWORD } from '../support.ts';
import { withWebhookPages } from './support.ts';

const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;

withWebhookPages(
  'the pages of webhook endpoints',
  (test) => {
    const endpoints = () => test.webhooks.endpoints.list(test.company);
    const fill = (overrides = {}) => ({
      description: 'Payroll',
      url: test.receiver.url,
      events: ['employee.created'],
      max_inflight: '3',
      ...overrides,
    });
    afterEach(async () => {
      for (const { id } of await endpoints()) await test.webhooks.endpoints.remove(test.company, id);
    });

    it('say what they are for where there is none', async () => {
      const browser = await test.signedIn(test.admin);
      const page = await browser.get('/admin/webhooks');
      expect(page.main).to.include('No webhook endpoints yet');
      expect(page.document.querySelector('.empty a.btn')?.getAttribute('href')).to.equal('/admin/webhooks/new');
    });

    it('ask for the password before a secret is made', async () => {
      const browser = await test.signedIn(test.admin);
      test.clock.advance(11 * 60_000);
      const page = await browser.get('/admin/webhooks/new');
      expect(page.path).to.equal('/admin/confirm?next=%2Fwebhooks%2Fnew');
      const after = await browser.submit('/confirm', { password: PASSWORD });
      expect(after.path).to.equal('/admin/webhooks/new');
    });

    it('show the secret once, and make one endpoint of a form that is sent twice', async () => {
      const browser = await test.signedIn(test.admin);
      await browser.get('/admin/webhooks/new');
      const form = new URLSearchParams();
      for (const input of browser.formOf('/webhooks/new').querySelectorAll('input[type=hidden]')) {
        form.append(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
      }
      for (const [name, value] of Object.entries(fill())) form.append(name, String(value));
      const shown = await browser.request('POST', '/admin/webhooks/new', form);
      expect(shown.status).to.equal(200);
      const secret = SECRET.exec(shown.text)?.[0] ?? '';
      expect(shown.document.querySelector('#secret')?.textContent).to.equal(secret);
      expect(shown.headers.get('cache-control')).to.equal('no-store');
      expect(shown.text).to.match(/once\.[^"]*js/);

      const again = await browser.request('POST', '/admin/webhooks/new', form);
      expect(again.path).to.equal('/admin/webhooks');
      expect(again.main).to.include('The secret was shown and will not be again');
      expect(again.text).not.to.match(SECRET);
      expect(await endpoints()).to.have.lengthOf(1);
      const [{ id, maxInflight, description } = { id: 0 }] = await endpoints();
      expect([maxInflight, description]).to.deep.equal([3, 'Payroll']);
      for (const path of ['', '/edit', '/verify', '/signature', '/rotate']) {
        expect((await browser.get(`/admin/webhooks/${id}${path}`)).text).not.to.include(secret);
      }
    });

    it('warn of a second endpoint with the same URL', async () => {
      const browser = await test.signedIn(test.admin);
      for (const expected of [false, true]) {
        await browser.get('/admin/webhooks/new');
        const page = await browser.submit('/webhooks/new', fill());
        expect(page.main.includes('another endpoint with the same URL')).to.equal(expected);
      }
    });

    it('name a wrong URL together with the other fields that are wrong', async () => {
      const browser = await test.signedIn(test.admin);
      await browser.get('/admin/webhooks/new');
      const page = await browser.submit('/webhooks/new', fill({ url: 'http://hooks.example/x', events: [] }));
      expect(page.document.querySelector('#f-url-error')?.textContent).to.include('must start with https://');
      expect(page.document.querySelector('#f-events-error')?.textContent).not.to.equal(undefined);
      const links = page.document.querySelectorAll('.flash[role=alert] a').map((link) => link.getAttribute('href'));
      expect(links).to.deep.equal(['#f-url', '#f-events']);
    });

    const refused: readonly (readonly [string, object, string, string])[] = [
      ['a URL that is not https', { url: 'http://hooks.example/x' }, 'url', 'must start with https://'],
      ['a private address', { url: 'https://10.0.0.7/x' }, 'url', 'private or reserved network address'],
      ['a server of this machine', { url: 'https://localhost:8443/x' }, 'url', 'a name that the internet knows'],
      ['no URL', { url: '' }, 'url', ''],
      ['what is no URL', { url: '<script>alert(1)</script>' }, 'url', 'not a whole URL'],
      ['no events', { events: [] }, 'events', ''],
      ['a number that is none', { max_inflight: 'many' }, 'max_inflight', ''],
      ['too many at a time', { max_inflight: '101' }, 'max_inflight', '100'],
      ['far too many', { max_inflight: '99999999999' }, 'max_inflight', 'greater than 100'],
      ['a name that turns the reading round', { description: 'a\u202Eb' }, 'description', ''],
    ];
    for (const [name, overrides, field, text] of refused) {
      it(`refuse ${name} beside its field, with everything that was typed`, async () => {
        const browser = await test.signedIn(test.admin);
        await browser.get('/admin/webhooks/new');
        const page = await browser.submit('/webhooks/new', fill(overrides));
        expect(page.status, page.main).to.equal(422);
        const error = page.document.querySelector(`#f-${field}-error`)?.textContent ?? '';
        expect(error).not.to.equal('');
        expect(error).to.include(text);
        expect(page.document.querySelector('.flash[role=alert] a')?.getAttribute('href')).to.equal(`#f-${field}`);
        const kept = fill(overrides);
        expect(page.document.querySelector('#f-url')?.getAttribute('value')).to.equal(kept.url);
        expect(page.document.querySelector('#f-description')?.getAttribute('value')).to.equal(kept.description);
        expect(page.document.querySelectorAll('input[name=events][checked]')).to.have.lengthOf(kept.events.length);
        expect(await endpoints()).to.deep.equal([]);
      });
    }

    it('say how many there may be', async () => {
      const browser = await test.signedIn(test.admin);
      for (let number = 0; number < 3; number++) await test.register(`${number}`);
      await browser.get('/admin/webhooks/new');
      const page = await browser.submit('/webhooks/new', fill());
      expect(page.status).to.equal(422);
      expect(page.main).to.include('at most');
    });

    it('save an edit, and tell the second of two that somebody else has changed it', async () => {
      const id = await test.register('<script>alert(1)</script>');
      const [one, other] = [await test.signedIn(test.admin), await test.signedIn(test.admin)];
      const before = await one.get(`/admin/webhooks/${id}/edit`);
      expect(before.text).not.to.include('<script>alert');
      await other.get(`/admin/webhooks/${id}/edit`);
      const saved = await one.submit(`/webhooks/${id}/edit`, { description: 'First' });
      expect(saved.path).to.equal(`/admin/webhooks/${id}`);
      expect(saved.main).to.include('The changes are saved.').and.include('First');
      const told = await other.submit(`/webhooks/${id}/edit`, { description: 'Second' });
      expect(told.status).to.equal(409);
      expect(told.main).to.include('Somebody else changed this');
      expect(told.document.querySelector('#f-description')?.getAttribute('value')).to.equal('Second');
      expect(told.document.querySelector('#f-description-saved')?.textContent).to.equal('Saved now: First');
      expect((await endpoints())[0]?.description).to.equal('First');
      const agreed = await other.submit(`/webhooks/${id}/edit`, { description: 'Second' });
      expect(agreed.main).to.include('The changes are saved.');
      const wrong = await (async () => {
        await other.get(`/admin/webhooks/${id}/edit`);
        return other.submit(`/webhooks/${id}/edit`, { url: 'http://x.example/' });
      })();
      expect(wrong.status).to.equal(422);
      expect(wrong.document.querySelector('#f-url-error')?.textContent).to.include('must start with https://');
    });

    it('take an edit that is sent twice for one', async () => {
      const id = await test.register('Payroll');
      const browser = await test.signedIn(test.admin);
      const form = await browser.get(`/admin/webhooks/${id}/edit`);
      for (let time = 0; time < 2; time++) {
        browser.page = form;
        const saved = await browser.submit(`/webhooks/${id}/edit`, { description: 'Wages' });
        expect(saved).to.include({ status: 200, path: `/admin/webhooks/${id}` });
      }
    });

    it('show health, chart, secret, events and what was sent', async () => {
      const id = await test.register('Payroll');
      await test.deliver(204);
      await test.deliver(500);
      const browser = await test.signedIn(test.admin);
      const page = await browser.get(`/admin/webhooks/${id}`);
      expect(page.main).to.include('50%').and.include('1 of 2').and.include('status 204');
      expect(page.document.querySelector('.figures')?.textContent).to.include('Send it again');
      expect(page.document.querySelector('svg[role=img]')?.getAttribute('aria-label')).to.include(
        '1 delivered at once, 0 after a retry, 1 failed',
      );
      expect(page.document.querySelectorAll('.list.mid tbody tr')).to.have.lengthOf(2);
      expect(page.main).to.include('1 of 6. Not sent:').and.include('In use since');
      const list = await browser.get('/admin/webhooks');
      expect(list.main).to.include('50%').and.include('Payroll');
    });

    it('rotate the secret in stages', async () => {
      const id = await test.register('Payroll');
      const browser = await test.signedIn(test.admin);
      await browser.get(`/admin/webhooks/${id}/rotate`);
      const made = await browser.submit(`/webhooks/${id}/rotate`, { overlap_hours: '72' });
      expect(made.text).to.match(SECRET);
      expect((await browser.get(`/admin/webhooks/${id}`)).main).to.include('A new secret is waiting');
      await browser.get(`/admin/webhooks/${id}/rotate`);
      const second = await browser.submit(`/webhooks/${id}/rotate`);
      expect(second.main).to.include('A new secret is waiting already');
      await browser.get(`/admin/webhooks/${id}/switch`);
      const switched = await browser.submit(`/webhooks/${id}/switch`);
      expect(switched.main).to.include('The new secret is in use.').and.include('The previous secret still signs');
      await browser.get(`/admin/webhooks/${id}/switch`);
      expect((await browser.submit(`/webhooks/${id}/switch`)).main).to.include('No new secret is waiting.');
      await browser.get(`/admin/webhooks/${id}/revoke`);
      const revoked = await browser.submit(`/webhooks/${id}/revoke`);
      expect(revoked.text).to.match(SECRET);
      const { secrets } = await test.webhooks.endpoints.get(test.company, id);
      expect(secrets.map(({ state }) => state)).to.deep.equal(['revoked', 'revoked', 'current']);
      await browser.get(`/admin/webhooks/${id}/rotate`);
      const wrong = await browser.submit(`/webhooks/${id}/rotate`, { overlap_hours: '9999' });
      expect(wrong.status).to.equal(422);
      expect(wrong.document.querySelector('#f-overlap_hours-error')).not.to.equal(null);
    });

    it('switch an endpoint off and on, with or without what was held', async () => {
      const id = await test.register('Payroll');
      const browser = await test.signedIn(test.admin);
      for (const [held, said] of [
        ['send', '1 held delivery is going out now'],
        ['discard', '1 held delivery was cancelled'],
      ] as const) {
        await browser.get(`/admin/webhooks/${id}/disable`);
        const off = await browser.submit(`/webhooks/${id}/disable`);
        expect(off.main).to.include('The endpoint is disabled.').and.include('Disabled by hand');
        await test.deliver(200);
        const ask = await browser.get(`/admin/webhooks/${id}/enable`);
        expect(ask.main).to.include('1 delivery held');
        expect((await browser.submit(`/webhooks/${id}/enable`, { held: 'other' })).status).to.equal(422);
        expect((await browser.submit(`/webhooks/${id}/enable`, { held })).main).to.include(said);
        await test.webhooks.drainOnce();
      }
    });

    it('remove an endpoint after a question, and leave its deliveries', async () => {
      const id = await test.register('Payroll');
      const delivery = await test.deliver(200);
      const browser = await test.signedIn(test.admin);
      const ask = await browser.get(`/admin/webhooks/${id}/remove`);
      expect(ask.main).to.include('Remove Payroll? This is final');
      const after = await browser.submit(`/webhooks/${id}/remove`);
      expect(after).to.include({ path: '/admin/webhooks' });
      expect(after.main).to.include('The endpoint is removed.');
      expect((await browser.get(`/admin/webhooks/${id}`)).status).to.equal(404);
      const kept = await browser.get(`/admin/deliveries/${delivery}`);
      expect(kept.main).to.include('Removed endpoint');
      expect(kept.document.querySelector('form[action*=resend]')).to.equal(null);
    });

    it('warn of an endpoint that keeps failing', async () => {
      const id = await test.register('Payroll');
      for (let number = 0; number < 5; number++) await test.deliver(503);
      const browser = await test.signedIn(test.admin);
      expect((await browser.get('/admin/webhooks')).main).to.include('Keeps failing');
      expect((await browser.get(`/admin/webhooks/${id}`)).main).to.include('Deliveries have failed since');
    });
  },
  { waitsMs: [], maxEndpoints: 3 },
);
