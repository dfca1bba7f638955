import { expect } from 'chai';
import { withWebhookPages } from './support.ts';

withWebhookPages('the page that checks signatures', (test) => {
  let id: number;
  let headers: string;
  let body: string;

  before(async () => {
    id = await test.register('Payroll');
    await test.deliver(200);
    const request = test.receiver.requests.at(-1)!;
    body = request.body;
    headers = Object.entries(request.headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n');
  });

  const check = async (pasted: string, lines: string) => {
    const browser = await test.signedIn(test.admin);
    await browser.get(`/admin/webhooks/${id}/signature`);
    return browser.submit(`/webhooks/${id}/signature`, { body: pasted, headers: lines });
  };

  it('says by which secret a request was signed', async () => {
    const page = await check(body, headers);
    expect(page.status).to.equal(200);
    expect(page.main).to.include('The signature is right.').and.include('Fits the current secret');
    expect(page.main).to.include('The pasted body is the one that was sent.');
    expect(page.text).not.to.match(/whsec_[A-Za-z0-9+/]{40}/);
    expect(page.document.querySelector('#f-headers')?.textContent?.trim()).to.include('x-service-signature');
  });

  it('says what is wrong, and escapes what was pasted', async () => {
    const page = await check(`${body} <script>alert(1)</script>`, headers);
    expect(page.main).to.include('The body is not the one that was signed.').and.include('from character');
    expect(page.text).not.to.include('<script>alert');
    expect((await check(body, 'X-Service-Signature: sha256=12')).main).to.include('Wrong length or characters');
    expect((await check(body, 'nothing: here')).main).to.include('There is no signature');
  });

  it('is audited', async () => {
    await check(body, headers);
    const { items } = await test.core.auditReads.list(test.company);
    expect(items.find(({ action }) => action === 'webhook.signature.examine')?.caller).to.equal('Ada Admin');
  });

  it('refuses what is too long', async () => {
    const page = await check('x'.repeat(200_001), headers);
    expect(page.status).to.equal(422);
    expect(page.document.querySelector('#f-body-error')).not.to.equal(null);
  });
});
