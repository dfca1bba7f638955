import type { AddressInfo } from 'node:net';
import { type MailMessage, smtpSender } from '@shaon/core';
import { runsAll } from '@shaon/testing';
import { expect } from 'chai';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { refusal } from '../support.ts';
import { selfSigned } from './certificates.ts';

/* A real SMTP server takes what nodemailer sends. */

const MAIL: MailMessage = {
  to: 'dana@example.test',
  subject: 'בקשת ההיעדרות אושרה',
  text: 'שלום\n',
  html: '<p>שלום</p>',
  reference: 'shaon-1-1',
};

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly user: unknown;
  readonly isSecure: boolean;
}

describe('the sender of e-mails', () => {
  const servers: SMTPServer[] = [];
  let certificate: { cert: string; key: string };
  before(async () => {
    certificate = await selfSigned();
  });
  after(() => Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done())))));

  async function listening(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
    const received: Received[] = [];
    const server = new SMTPServer({
      ...certificate,
      authOptional: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'hr@x' && password === 'p/w%'
          ? done(null, { user: username })
          : done(new Error('Invalid login of hr@x')),
      onData: (stream, session, done) => {
        let raw = '';
        stream.setEncoding('utf8');
        stream.on('data', (part: string) => {
          raw += part;
        });
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw,
            user: session.user,
            isSecure: session.secure,
          });
          done();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return { port: (server.server.address() as AddressInfo).port, received };
  }

  const FROM = 'from=Shaon%20%3Chr%40example.test%3E';
  const USER = 'hr%40x:p%2Fw%25@';

  for (const [scheme, secure] of [
    ['smtps', true],
    ['smtp', false],
  ] as const) {
    it(`signs in by ${scheme}: with TLS, and sends both parts`, async () => {
      const { port, received } = await listening({ secure, authOptional: false });
      const sender = smtpSender({ url: `${scheme}://${USER}127.0.0.1:${port}?${FROM}`, ca: certificate.cert });
      await sender.verify();
      await sender.send(MAIL);
      expect(received).to.have.lengthOf(1);
      const [mail] = received;
      expect(mail).to.deep.include({
        from: 'hr@example.test',
        to: ['dana@example.test'],
        user: 'hr@x',
        isSecure: true,
      });
      expect(mail?.raw)
        .to.match(/^From: Shaon <hr@example\.test>/m)
        .and.match(/^To: dana@example\.test\r?$/m);
      expect(mail?.raw).to.contain('multipart/alternative').and.contain('Auto-Submitted: auto-generated');
      expect(mail?.raw).to.contain('text/plain').and.contain('text/html');
    });
  }

  it('gives no password to a server without TLS, and none to one whose certificate it does not know', async () => {
    const { port, received } = await listening({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    const plain = await refusal(smtpSender({ url: `smtp://${USER}127.0.0.1:${port}?${FROM}` }).send(MAIL));
    const { port: unknown } = await listening({ secure: true });
    const foreign = await refusal(smtpSender({ url: `smtps://${USER}127.0.0.1:${unknown}?${FROM}` }).send(MAIL));
    for (const error of [plain, foreign]) {
      expect(error).to.include({ name: 'SendFailure', isFinal: false });
      expect(String(error)).not.to.contain('p/w').and.not.to.contain('hr@x');
    }
    expect(received).to.deep.equal([]);
  });

  it('gives up what a server refuses of one address for good, and tries the rest again', async () => {
    const answers = { 'gone@example.test': 550, 'later@example.test': 451 } as Readonly<Record<string, number>>;
    const { port, received } = await listening({
      onRcptTo: ({ address }, _session, done) => {
        const code = answers[address];
        done(code === undefined ? null : Object.assign(new Error(`No ${address}`), { responseCode: code }));
      },
    });
    const sender = smtpSender({ url: `smtp://127.0.0.1:${port}?${FROM}`, ca: certificate.cert });
    const outcome = async (to: string) => {
      const { reason, isFinal, message } = (await refusal(sender.send({ ...MAIL, to }))) as Record<string, unknown>;
      expect(message).not.to.contain(to);
      return [reason, isFinal];
    };
    expect(await outcome('gone@example.test')).to.deep.equal(['smtp_550', true]);
    expect(await outcome('later@example.test')).to.deep.equal(['smtp_451', false]);
    await sender.send(MAIL);
    expect(received).to.have.lengthOf(1);
  });

  it('waits for the operator where the server refuses the sign-in, or does not answer', async () => {
    const { port } = await listening({ secure: true });
    const wrong = smtpSender({ url: `smtps://hr%40x:wrong@127.0.0.1:${port}?${FROM}`, ca: certificate.cert });
    expect(await refusal(wrong.verify())).to.deep.include({ reason: 'smtp_535', isFinal: false });
    expect(await refusal(wrong.send(MAIL))).to.deep.include({ reason: 'smtp_535', isFinal: false });
    const nobody = smtpSender({ url: `smtp://127.0.0.1:1?${FROM}` });
    expect(await refusal(nobody.send(MAIL))).to.include({ isFinal: false });
  });

  it('sends one mail to one address, whatever a value holds', async () => {
    const { port, received } = await listening();
    const sender = smtpSender({ url: `smtp://127.0.0.1:${port}?${FROM}`, ca: certificate.cert });
    const subject = 'One\r\nBcc: other@example.test\r\n\r\nbody';
    await sender.send({ ...MAIL, subject });
    expect(received[0]?.to).to.deep.equal(['dana@example.test']);
    expect(received[0]?.raw).not.to.match(/^Bcc:/m);
    const two = await refusal(sender.send({ ...MAIL, to: 'a@example.test, b@example.test' }));
    expect(two).to.have.property('name', 'SendFailure');
    expect(received).to.have.lengthOf(1);
  });

  it('sends an e-mail under the same id on every try, and no other one', async () => {
    const { port, received } = await listening();
    const sender = smtpSender({ url: `smtp://127.0.0.1:${port}?${FROM}`, ca: certificate.cert });
    await sender.send(MAIL);
    await sender.send(MAIL);
    await sender.send({ ...MAIL, reference: 'shaon-1-2' });
    await sender.send({ ...MAIL, text: 'Of another installation' });
    const ids = received.map(({ raw }) => /^Message-ID: <([0-9a-f]{32})@example\.test>\r?$/im.exec(raw)?.[1]);
    expect(ids).not.to.include(undefined);
    expect([ids[1] === ids[0], new Set(ids).size]).to.deep.equal([true, 3]);
  });

  (runsAll ? it : it.skip)('ends a try that takes long, however often the server says something', async () => {
    const slowly = (done: () => void) => void setTimeout(done, 9_000);
    let close: () => void;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const { port } = await listening({
      onConnect: (_session, done) => slowly(done),
      onMailFrom: (_address, _session, done) => slowly(done),
      onRcptTo: (_address, _session, done) => slowly(done),
      onClose: () => close(),
    });
    const begun = performance.now();
    const sender = smtpSender({ url: `smtp://127.0.0.1:${port}?${FROM}`, ca: certificate.cert });
    expect(await refusal(sender.send(MAIL))).to.include({ reason: 'timeout', isFinal: false });
    expect(performance.now() - begun).to.be.within(24_900, 29_000);
    await closed;
  }).timeout(60_000);

  it('is refused without a sender, and with what it does not know, without its password', () => {
    for (const url of [
      'smtps://hr:geheim@smtp.example',
      'smtps://hr:geheim@smtp.example?from=',
      'smtps://hr:geheim@smtp.example?from=nobody',
      'smtps://hr:geheim@smtp.example?from=a@b.example&pool=true',
      'smtps://hr:geheim@smtp.example?from=a@b.example%0d%0aBcc:c@d.example',
      'https://hr:geheim@smtp.example?from=a@b.example',
      'smtps://hr:geheim%@smtp.example?from=a@b.example',
      'nothing',
    ]) {
      expect(() => smtpSender({ url }), url)
        .to.throw(/^url/)
        .and.not.to.match(/geheim/);
    }
  });
});
