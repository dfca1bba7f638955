import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpsGatewaySender, type SendFailure, spoolFileSender, twilioSender } from '@shaon/core';
import { startConnectProxy } from '@shaon/testing';
import { expect } from 'chai';
import { refusal } from '../support.ts';
import { startGateway, type TestGateway } from './gateway.ts';

const MESSAGE = { to: '+972501234567', text: 'סיסמה: a&b={to} c', reference: 'shaon-1-7' };

async function reason(promise: Promise<unknown>): Promise<string> {
  const error = (await refusal(promise)) as SendFailure;
  const told = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
  for (const hidden of [MESSAGE.to, MESSAGE.text, 'api-key', '127.0.0.1']) expect(told).not.to.contain(hidden);
  return error.reason;
}

describe('message senders', () => {
  let gateway: TestGateway;

  before(async () => {
    gateway = await startGateway();
  });
  after(() => gateway.close());
  beforeEach(() => {
    gateway.calls.length = 0;
    gateway.answer = { status: 200, body: 'OK' };
  });

  describe('https gateway', () => {
    it('posts JSON, with the places of the address encoded', async () => {
      const sender = httpsGatewaySender({
        url: `${gateway.url}/send/{reference}?to={to}`,
        headers: { 'x-api-key': 'api-key' },
        ca: gateway.ca,
      });
      await sender.send(MESSAGE);
      const [call] = gateway.calls;
      expect(call?.url).to.equal('/send/shaon-1-7?to=%2B972501234567');
      expect(call?.headers).to.include({ 'x-api-key': 'api-key', 'content-type': 'application/json' });
      expect(JSON.parse(call?.body ?? '')).to.deep.equal(MESSAGE);
    });

    it('posts a form with the gateway’s own names, and gets by GET', async () => {
      const fields = { phone: '{to}', msg: '{text}', user: 'me' };
      const url = `${gateway.url}/sms`;
      await httpsGatewaySender({ url, fields, format: 'form', ca: gateway.ca }).send(MESSAGE);
      expect([...new URLSearchParams(gateway.calls[0]?.body)]).to.deep.equal([
        ['phone', MESSAGE.to],
        ['msg', MESSAGE.text],
        ['user', 'me'],
      ]);
      await httpsGatewaySender({ url: `${url}?m={text}`, method: 'GET', ca: gateway.ca }).send(MESSAGE);
      expect(gateway.calls[1]).to.include({ method: 'GET', body: '' });
      expect(new URL(gateway.calls[1]?.url ?? '', url).searchParams.get('m')).to.equal(MESSAGE.text);
    });

    it('is reached by a proxy, and is still who its certificate says', async () => {
      const proxy = await startConnectProxy(() => gateway.port);
      try {
        const by = { proxy: `http://shaon:key@127.0.0.1:${proxy.port}` };
        await httpsGatewaySender({ url: `${gateway.url}/sms`, ca: gateway.ca, ...by }).send(MESSAGE);
        expect(gateway.calls[0]?.url).to.equal('/sms');
        expect(proxy.asked).to.deep.equal([`127.0.0.1:${gateway.port} Basic ${btoa('shaon:key')}`]);
        const other = httpsGatewaySender({ url: 'https://sms.example.com/', ca: gateway.ca, ...by });
        expect(await reason(other.send(MESSAGE))).to.equal('err_tls_cert_altname_invalid');
        expect(gateway.calls).to.have.lengthOf(1);
      } finally {
        await proxy.close();
      }
    });

    it('fails in one word, without number, text, key or address', async () => {
      const url = `${gateway.url}/sms?key=api-key`;
      const sender = httpsGatewaySender({ url, ca: gateway.ca, successText: 'OK' });
      gateway.answer = { status: 503, body: MESSAGE.text };
      expect(await reason(sender.send(MESSAGE))).to.equal('http_503');
      gateway.answer = { status: 200, body: 'ERROR 17' };
      expect(await reason(sender.send(MESSAGE))).to.equal('not_confirmed');
      gateway.answer = { status: 302, body: '', headers: { location: `${gateway.url}/elsewhere` } };
      expect(await reason(sender.send(MESSAGE))).to.equal('http_302');
      expect(gateway.calls).to.have.lengthOf(3);
      expect(await reason(httpsGatewaySender({ url }).send(MESSAGE))).to.match(/self_signed|unable_to_verify/);
      const nobody = await startGateway();
      await nobody.close();
      const unreachable = httpsGatewaySender({ url: `${nobody.url}/`, ca: gateway.ca });
      expect(await reason(unreachable.send(MESSAGE))).to.equal('econnrefused');
    });

    it('does not wait forever', async () => {
      gateway.answer = null;
      const sender = httpsGatewaySender({ url: gateway.url, ca: gateway.ca, timeoutMs: 100 });
      expect(await reason(sender.send(MESSAGE))).to.equal('timeout');
    });

    it('refuses an address that is not https, or whose host the message would choose', () => {
      const secret = 'http://gateway.example/?key=api-key';
      for (const url of [secret, 'ftp://x', 'nothing', 'https://u:p@gateway.example/', 'https://{to}.example/']) {
        expect(() => httpsGatewaySender({ url }))
          .to.throw()
          .with.property('code', 'options_invalid');
      }
      expect(() => httpsGatewaySender({ url: secret })).to.throw(/^(?!.*api-key)/);
      expect(() => httpsGatewaySender({ url: 'https://x.example', timeoutMs: 0 })).to.throw(/timeoutMs/);
    });
  });

  describe('what a sender is made of', () => {
    it('is checked when it is made, not with the first message', () => {
      const url = 'https://gateway.example/';
      const wrong: readonly unknown[] = [
        undefined,
        { url: undefined },
        { url, successTxt: 'OK' },
        { url, method: 'PUT' },
        { url, format: 'xml' },
        { url, fields: 'to' },
        { url, successText: 1 },
        { url, ca: 'garbage' },
        { url, ca: [] },
        { url, proxy: 'proxy:3128' },
        { url, headers: { 'x-key': 'api-key\r\nx-other: 1' } },
      ];
      for (const options of wrong) {
        expect(() => httpsGatewaySender(options as never), JSON.stringify(options))
          .to.throw(/^(?!.*api-key)/)
          .with.property('code', 'options_invalid');
      }
      const account = { accountSid: 'AC0', authToken: 'x', from: 'Bakery' };
      for (const options of [
        { ...account, form: 'x' },
        { ...account, authToken: undefined },
        { ...account, ca: 'garbage' },
      ]) {
        expect(() => twilioSender(options as never), JSON.stringify(options))
          .to.throw()
          .with.property('code', 'options_invalid');
      }
      twilioSender(account);
    });
  });

  describe('Twilio', () => {
    const account = { accountSid: 'AC0123456789abcdef0123456789abcdef', authToken: 'api-key' };

    it('posts the form of its Messages resource', async () => {
      gateway.answer = { status: 201, body: '{"sid":"SM1"}' };
      await twilioSender({ ...account, from: '+15005550006', baseUrl: gateway.url, ca: gateway.ca }).send(MESSAGE);
      const [call] = gateway.calls;
      expect(call).to.include({ method: 'POST', url: `/2010-04-01/Accounts/${account.accountSid}/Messages.json` });
      const credentials = Buffer.from(`${account.accountSid}:api-key`).toString('base64');
      expect(call?.headers.authorization).to.equal(`Basic ${credentials}`);
      expect(Object.fromEntries(new URLSearchParams(call?.body))).to.deep.equal({
        To: MESSAGE.to,
        Body: MESSAGE.text,
        From: '+15005550006',
      });
    });

    it('names Twilio’s own error number, else the status', async () => {
      const sender = twilioSender({ ...account, from: `MG${'0'.repeat(32)}`, baseUrl: gateway.url, ca: gateway.ca });
      gateway.answer = { status: 400, body: JSON.stringify({ code: 21211, message: `The number ${MESSAGE.to}` }) };
      expect(await reason(sender.send(MESSAGE))).to.equal('twilio_21211');
      expect(new URLSearchParams(gateway.calls[0]?.body).has('MessagingServiceSid')).to.equal(true);
      gateway.answer = { status: 500, body: 'oops' };
      expect(await reason(sender.send(MESSAGE))).to.equal('http_500');
    });
  });

  it('spools to a file that only its owner may read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shaon-spool-'));
    try {
      const path = join(folder, 'new', 'sms.jsonl');
      const sender = spoolFileSender(path, { now: () => new Date('2026-06-02T06:00:00Z') });
      await sender.send(MESSAGE);
      chmodSync(path, 0o644);
      await Promise.all([sender.send(MESSAGE), sender.send(MESSAGE)]);
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line))).to.deep.equal(
        Array.from({ length: 3 }, () => ({ at: '2026-06-02T06:00:00.000Z', ...MESSAGE })),
      );
      expect(statSync(path).mode & 0o777).to.equal(0o600);
      writeFileSync(join(folder, 'file'), '');
      expect((await refusal(spoolFileSender(join(folder, 'file', 'x')).send(MESSAGE))) as Error).to.be.instanceOf(
        Error,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
