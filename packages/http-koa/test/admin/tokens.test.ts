import type { Ability } from '@shaon/core';
import { expect } from 'chai';
import { TEST_NOW } from '../support.ts';
import type { HtmlBrowser, ShownPage } from './html-browser.ts';
import { withPages } from './support.ts';

const DAY = 86_400_000;
const SECRET = /shn_[\w-]{43}[0-9a-z]{6}/;

withPages('the pages of tokens', (test) => {
  let browser: HtmlBrowser;
  let counter = 0;

  beforeEach(async () => {
    browser = await test.signedIn(test.admin);
  });

  const issue = async (name: string, abilities: Ability[] = ['leave:read']) =>
    (await test.core.tokens.issue(test.company, { name, abilities })).summary;
  const listed = async () => (await test.core.tokens.list(test.company)).map(({ name }) => name);
  const errorOf = (page: ShownPage, field: string) =>
    page.document.querySelector(`#f-${field}-error`)?.textContent.trim();
  const call = (tokenId: number, entry: object) =>
    test.core.audit.commit({
      kind: 'api',
      companyId: test.company.companyId,
      tokenId,
      method: 'GET',
      route: '/attendance',
      ability: 'attendance:read',
      status: 200,
      requestId: `call-${++counter}`,
      ...entry,
    });

  it('begin with what to do next, and where a program finds the API', async () => {
    const foreigner = await test.signedIn(test.foreignAdmin);
    const page = await foreigner.get('/admin/tokens');
    expect(page.main).to.include('No tokens yet').and.include(`${test.origin}/api/v1`).and.include('60 calls a minute');
    expect(page.document.querySelectorAll('main a[href$="/tokens/new"]')).to.have.length(1);
    // Documentation is linked to where its address is known, which only the product knows.
    expect(page.document.querySelectorAll('.facts a')).to.have.length(0);
  });

  it('make a token that calls the API, and show it this once', async () => {
    const form = await browser.get('/admin/tokens/new');
    expect(form.main).to.include('Sensitive').and.include('National ID numbers');
    expect(form.document.querySelectorAll('input[name=abilities]')).to.have.length(6);
    const page = await browser.submit('/tokens/new', {
      name: 'Payroll <script>',
      abilities: ['attendance:read', 'attendance:location:read'],
      expires_at: '30',
    });
    expect(page.status).to.equal(200);
    expect(page.headers.get('cache-control')).to.equal('no-store');
    expect(page.document.querySelectorAll('script').map((script) => script.getAttribute('src'))).to.satisfy(
      (all: string[]) => all.some((source) => source.endsWith('/once.js')),
    );
    const secret = page.document.querySelector('#secret')?.textContent ?? '';
    expect(secret).to.match(SECRET);
    expect(page.document.querySelector('#secret')?.hasAttribute('data-secret')).to.equal(true);
    const curl = page.document.querySelector('#curl')?.textContent;
    expect(curl).to.include(`'Authorization: Bearer ${secret}'`).and.include(`${test.origin}/api/v1/attendance`);
    expect(page.main).to.include('where punches were made').and.include('Cannot read');
    expect(page.text).not.to.include('Payroll <script>');
    expect(await test.core.tokens.authenticate(secret)).to.include({ outcome: 'accepted' });
    const [token] = await test.core.tokens.list(test.company);
    expect(token?.createdBy).to.include(test.admin.name);
    for (const path of ['/admin/tokens', `/admin/tokens/${token?.id}`, '/admin/audit']) {
      expect((await browser.get(path)).text, path).not.to.include(secret);
    }
  });

  it('make one token of a form that is sent twice, and show it once', async () => {
    await browser.get('/admin/tokens/new');
    const fields = { name: 'Twice', abilities: ['leave:read'] };
    const form = browser.formOf('/tokens/new');
    const first = await browser.submit('/tokens/new', fields);
    expect(first.text).to.match(SECRET);
    const body = new URLSearchParams({ ...fields, abilities: 'leave:read', expires_at: 'none' });
    for (const name of ['_csrf', '_once']) {
      body.set(name, form.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? '');
    }
    const second = await browser.request('POST', '/admin/tokens/new', body);
    expect(second.status).to.equal(409);
    expect(second.main).to.include('The token was shown and will not be again');
    expect(second.text).not.to.match(SECRET);
    expect((await listed()).filter((name) => name === 'Twice')).to.have.length(1);
  });

  it('say beside each field what is wrong, and keep what was filled in', async () => {
    await browser.get('/admin/tokens/new');
    const page = await browser.submit('/tokens/new', {
      name: ' ',
      abilities: [],
      expires_at: 'date',
      expires_on: '2026-02-30x',
    });
    expect(page.status).to.equal(422);
    expect(errorOf(page, 'name')).to.include('required');
    expect(errorOf(page, 'abilities')).to.include('required');
    expect(errorOf(page, 'expires_on')).to.include('Choose an expiry');
    expect(page.document.querySelector('[role=alert] a[href="#f-expires_on"]')).not.to.equal(null);
    const past = await browser.submit('/tokens/new', {
      name: 'Kept',
      abilities: ['leave:read', 'nonsense'],
      expires_at: 'date',
      expires_on: '2020-01-01',
    });
    expect(past.status).to.equal(422);
    expect(past.document.querySelector('#f-name')?.getAttribute('value')).to.equal('Kept');
    expect(past.document.querySelector('input[value="leave:read"]')?.hasAttribute('checked')).to.equal(true);
    expect(past.text).not.to.match(SECRET);
    for (const expires_on of ['9999-12-31', '2027-02-30', '+10000-01-01']) {
      const noDate = await browser.submit('/tokens/new', { name: 'Kept', expires_at: 'date', expires_on });
      expect(errorOf(noDate, 'expires_on'), expires_on).to.include('Choose an expiry');
    }
    const late = await browser.submit('/tokens/new', {
      name: 'Kept',
      abilities: ['leave:read'],
      expires_on: '2020-01-01',
    });
    expect(errorOf(late, 'expires_on')).to.include('has passed');
    const none = await browser.submit('/tokens/new', { expires_at: 'nonsense', expires_on: '' });
    expect(errorOf(none, 'expires_at')).to.include('Choose an expiry');
    const unused = await browser.submit('/tokens/new', { expires_at: 'none', expires_on: '2026-12-31' });
    expect(unused.status, 'a date that would be passed over').to.equal(422);
    expect(errorOf(unused, 'expires_on')).to.include('clear the date');
    expect(await listed()).not.to.include('Kept');
    const good = await browser.submit('/tokens/new', { expires_at: 'date', expires_on: '2026-12-31' });
    expect(good.text).to.match(SECRET);
    const token = (await test.core.tokens.list(test.company)).find(({ name }) => name === 'Kept');
    expect(token?.expiresAt, 'the end of the day in the company’s zone').to.deep.equal(
      new Date('2026-12-31T22:00:00Z'),
    );
  });

  it('keep the date that the form showed, also if it is sent after midnight', async () => {
    test.clock.set(new Date('2026-11-23T21:58:00Z'));
    const other = await test.signedIn(test.admin);
    const form = await other.get('/admin/tokens/new');
    expect(form.main).to.include('30 days (until 23 Dec 2026)');
    test.clock.set(new Date('2026-11-23T22:01:00Z'));
    const refused = await other.submit('/tokens/new', { name: '', abilities: ['leave:read'], expires_at: '30' });
    expect(refused.status).to.equal(422);
    expect(refused.main, 'the refused form').to.include('30 days (until 23 Dec 2026)');
    const made = await other.submit('/tokens/new', { name: 'Late' });
    expect(made.main).to.include('until the end of 23 Dec 2026, Israel Time');
    const token = (await test.core.tokens.list(test.company)).find(({ name }) => name === 'Late');
    expect(token?.expiresAt).to.deep.equal(new Date('2026-12-23T22:00:00Z'));
    expect((await other.get('/admin/tokens')).main).to.include('until 23 Dec 2026');
    const page = await other.get(`/admin/tokens/${token?.id}`);
    expect(page.main).to.include('until the end of 23 Dec 2026').and.not.include('24 Dec');
    expect((await other.get(`/admin/tokens/${token?.id}/edit`)).main).to.include('Unchanged (until 23 Dec 2026)');
    for (const [now, words] of [
      ['2026-12-21T22:00:00Z', 'Expires in a day'],
      ['2026-12-22T21:59:00Z', 'Expires in a day'],
      ['2026-12-22T22:00:00Z', 'Expires today'],
      ['2026-12-23T21:59:00Z', 'Expires today'],
    ] as const) {
      test.clock.set(new Date(now));
      const later = await test.signedIn(test.admin);
      expect((await later.get(`/admin/tokens/${token?.id}`)).main, now).to.include(words);
    }
    test.clock.set(new Date('2026-11-23T10:00:00Z'));
    await other.get('/admin/tokens/new');
    test.clock.set(new Date('2026-12-30T10:00:00Z'));
    const next = await test.signedIn(test.admin);
    await next.get('/admin/tokens/new');
    const late = { name: 'Later', abilities: ['leave:read'], expires_at: '30' };
    const past = await next.submit('/tokens/new', { ...late, counted_from: '2026-11-23' });
    expect(errorOf(past, 'expires_at'), 'a span that has passed').to.include('has passed');
    expect(past.main, 'and is counted anew').to.include('30 days (until 29 Jan 2027)');
    const none = await next.submit('/tokens/new', { ...late, counted_from: 'x' });
    expect(errorOf(none, 'expires_at')).to.include('Choose an expiry');
    test.clock.set(TEST_NOW);
  });

  it('ask for the password again before a secret, and lead back', async () => {
    test.clock.advance(11 * 60_000);
    const asked = await browser.get('/admin/tokens/new');
    expect(asked.path).to.match(/^\/admin\/confirm\?next=/);
    expect((await browser.submit('/confirm', { password: 'not the one' })).status).to.equal(422);
    const { PASSWORD } = await import('./support.ts');
    expect((await browser.submit('/confirm', { password: PASSWORD })).path).to.equal('/admin/tokens/new');
    test.clock.advance(11 * 60_000);
    const like = `/admin/tokens/new?like=${(await issue('Original')).id}`;
    expect((await browser.get(like)).path).to.match(/^\/admin\/confirm\?next=/);
    const filled = await browser.submit('/confirm', { password: PASSWORD });
    expect(filled.path).to.equal(like);
    expect(filled.document.querySelector('#f-name')?.getAttribute('value')).to.equal('Original');
    test.clock.advance(-22 * 60_000);
  });

  it('list tokens by their state, with what an admin should look at', async () => {
    const now = test.clock.now();
    test.clock.advance(-100 * DAY);
    const sleeping = await issue('Sleeping', ['leave:read']);
    const half = await issue('Half used', ['attendance:read', 'shifts:read']);
    test.clock.set(now);
    await test.core.tokens.noteUse({ ...tokenActor(half.id), tokenName: 'Half used' }, '192.0.2.9');
    await call(half.id, { detail: '{"records":1,"people":1}' });
    await call(half.id, { status: 429 });
    const revoked = await issue('Gone');
    await test.core.tokens.revoke(test.admin.actor, revoked.id);
    for (let count = 0; count < 3; count++) await call(revoked.id, { status: 401, detail: '{"token":"revoked"}' });
    const probing = await issue('Probing', ['employees:write']);
    const taken = { method: 'POST', status: 422, detail: '{"errors":{"email":["unique"]}}' };
    for (let count = 0; count < 10; count++) await call(probing.id, taken);

    const page = await browser.get('/admin/tokens');
    const rowOf = (name: string) =>
      page.document
        .querySelectorAll('tbody tr')
        .find((row) => row.textContent.includes(name))
        ?.structuredText.replace(/\s+/g, ' ');
    expect(rowOf('Sleeping')).to.include('Unused for 100 days').and.include('Active');
    expect(rowOf('Half used'))
      .to.include('shifts:read not used for 60 days')
      .and.include('192.0.2.9')
      .and.include('1 refused');
    expect(rowOf('Gone')).to.include('Revoked').and.include('3 refused since');
    const warning = '10 calls in one hour met taken values';
    expect(rowOf('Probing')).to.include(warning);
    expect(page.main.split(warning), 'on one row only').to.have.lengthOf(2);
    expect((await browser.get(`/admin/tokens/${probing.id}`)).main).to.include(warning);
    expect((await browser.get('/admin/tokens?state=revoked')).main)
      .to.include('Gone')
      .and.not.include('Sleeping');
    expect((await browser.get('/admin/tokens?state=expired')).main).to.include('No tokens in this state');
    expect((await browser.get('/admin/tokens?state=<x>')).main).to.include('Sleeping');
    for (const { id } of [sleeping, probing]) await test.core.tokens.revoke(test.company, id);
  });

  const tokenActor = (tokenId: number) => ({
    kind: 'token' as const,
    companyId: test.company.companyId,
    companyZone: 'Asia/Jerusalem',
    companyLocale: 'en' as const,
    tokenId,
    tokenName: '',
    tokenPrefix: '',
    abilities: new Set<Ability>(),
  });

  it('show what one token did and disclosed, its use of the limit, and its days as a picture and a table', async () => {
    const token = await issue('Watched', ['attendance:read', 'attendance:location:read']);
    await call(token.id, { detail: '{"records":50,"people":20,"from":"2026-05-01","to":"2026-05-31","located":7}' });
    await call(token.id, { detail: '{"records":10,"people":5,"from":"2026-04-01","to":"2026-04-30","located":0}' });
    await call(token.id, { status: 422 });
    const page = await browser.get(`/admin/tokens/${token.id}`);
    expect(page.main).to.include('3 of 60 a minute').and.include('20–25').and.include('1 Apr 2026–31 May 2026');
    const cells = page.document.querySelectorAll('section.section tbody tr td').map((cell) => cell.textContent.trim());
    expect(cells.slice(0, 5)).to.deep.equal(['3', '60', '20–25', '1 Apr 2026–31 May 2026', '7']);
    expect(page.document.querySelector('svg[role=img]')?.getAttribute('aria-label')).to.include('Calls: 3, refused: 1');
    expect(page.document.querySelectorAll('details.data tbody tr')).to.have.length(14);
    expect(page.document.querySelector(`a[href$="/audit?who=t${token.id}"]`)).not.to.equal(null);
  });

  it('change name and expiry, and tell the second of two who change one token', async () => {
    const token = await issue('Before');
    const other = await test.signedIn(test.admin);
    await other.get(`/admin/tokens/${token.id}/edit`);
    await browser.get(`/admin/tokens/${token.id}/edit`);
    const changed = await browser.submit('/edit', { name: 'After', expires_at: '365' });
    expect(changed.main).to.include('The token is changed.').and.include('After');
    const late = await other.submit('/edit', { name: 'Mine' });
    expect(late.status).to.equal(409);
    expect(late.main).to.include('Somebody else changed this');
    expect(late.document.querySelector('#f-name')?.getAttribute('value')).to.equal('Mine');
    expect(late.document.querySelector('#f-name-saved')?.textContent).to.equal('Saved now: After');
    expect((await test.core.tokens.get(test.company, token.id)).name).to.equal('After');
    expect((await other.submit('/edit')).main, 'sent again after looking').to.include('The token is changed.');
    await browser.get(`/admin/tokens/${token.id}/edit`);
    const wrong = await browser.submit('/edit', { name: 'x'.repeat(256), expires_at: 'date', expires_on: '' });
    expect(errorOf(wrong, 'name')).to.include('255');
    expect(errorOf(wrong, 'expires_on')).to.include('Choose an expiry');
  });

  it('make another with the same abilities', async () => {
    const token = await issue('Original', ['employees:read', 'shifts:read']);
    await browser.get(`/admin/tokens/${token.id}`);
    const form = await browser.get(`/admin/tokens/new?like=${token.id}`);
    const ticked = form.document
      .querySelectorAll('input[name=abilities][checked]')
      .map((box) => box.getAttribute('value'));
    expect(ticked).to.deep.equal(['employees:read', 'shifts:read']);
    const foreign = (await test.core.tokens.issue(test.foreign, { name: 'x', abilities: ['leave:read'] })).summary.id;
    for (const id of [foreign, 'x', '']) {
      expect((await browser.get(`/admin/tokens/new?like=${id}`)).status, String(id)).to.equal(404);
    }
  });

  it('ask before a token is revoked, show its last use, and prove afterwards that nothing came through', async () => {
    const { token, summary } = await test.core.tokens.issue(test.company, {
      name: '"Quoted" & gone',
      abilities: ['leave:read'],
    });
    await test.core.tokens.noteUse(tokenActor(summary.id), '192.0.2.44');
    await call(summary.id, { route: '/leave', ability: 'leave:read' });
    const other = await test.signedIn(test.admin);
    await other.get(`/admin/tokens/${summary.id}/edit`);
    const confirm = await browser.get(`/admin/tokens/${summary.id}/revoke`);
    expect(confirm.main).to.include('The token is in use.').and.include('192.0.2.44').and.include('Calls today: 1.');
    const done = await browser.submit('/revoke');
    expect(done.main).to.include('The token is revoked.').and.include('0 refused since');
    expect(await test.core.tokens.authenticate(token)).to.include({ outcome: 'revoked' });
    await call(summary.id, { route: '/leave', ability: 'leave:read', status: 401, detail: '{"token":"revoked"}' });
    const page = await browser.get(`/admin/tokens/${summary.id}`);
    expect(page.main).to.include('Last accepted call').and.include('1 refused since.');
    const late = await other.submit('/edit', { name: 'Changed too late' });
    expect([late.path, late.main.includes('revoked already')]).to.deep.equal([`/admin/tokens/${summary.id}`, true]);
    expect((await test.core.tokens.get(test.company, summary.id)).name).to.equal(summary.name);
    for (const path of ['revoke', 'edit']) {
      expect((await browser.get(`/admin/tokens/${summary.id}/${path}`)).main, path).to.include('revoked already');
    }
    const [act] = (await test.core.auditReads.list(test.company, { action: 'token.revoke' })).items;
    expect(act).to.include({ kind: 'admin', loginId: test.admin.actor.loginId });
  });

  it('say it in the account’s language', async () => {
    await test.core.companies.update(test.company, { locale: 'he' });
    const page = await browser.get('/admin/tokens');
    expect(page.main).to.include('אסימוני API').and.include('בוטל');
    expect(page.document.querySelector('html')?.getAttribute('dir')).to.equal('rtl');
    await test.core.companies.update(test.company, { locale: 'en' });
  });
});

withPages(
  'the cap of tokens on its page',
  (test) => {
    it('is said with what to do, and the form can be sent again', async () => {
      const browser = await test.signedIn(test.admin);
      const { summary } = await test.core.tokens.issue(test.company, { name: 'first', abilities: ['leave:read'] });
      await browser.get('/admin/tokens/new');
      const page = await browser.submit('/tokens/new', { name: 'second', abilities: ['leave:read'] });
      expect(page.status).to.equal(422);
      expect(page.main).to.include('Revoke one that nobody uses');
      await test.core.tokens.revoke(test.company, summary.id);
      expect((await browser.submit('/tokens/new')).text).to.match(SECRET);
    });
  },
  { core: { maxTokens: 1 } },
);
