import { rawSql } from '@shaon/testing';
import { newSecret, type SignatureReport, serviceSignature, standardSignature } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire } from '../hire.ts';
import { refusal, withWebhooks } from '../support.ts';

const JSON_BODY = '{"event":"employee.created","data":{"name":"נועה 😀"},"sent_at":"2026-06-01T12:00:00+03:00"}';

withWebhooks('a pasted request', (test) => {
  let id: number;
  let secret: string;
  /** What the receiver got. */
  let sent: { readonly body: string; readonly headers: string };

  before(async () => {
    const registered = await test.webhooks.endpoints.register(test.company, {
      url: test.receiver.url,
      events: ['employee.created'],
    });
    id = registered.endpoint.id;
    secret = registered.secret;
    await hire(test);
    await test.webhooks.drainOnce();
    const { body, head } = test.receiver.requests.at(-1)!;
    sent = { body: body.toString('utf8'), headers: head };
  });

  const examine = (body: string, headers: string) =>
    test.webhooks.signatures.examine(test.company, id, { body, headers });
  const withoutLine = (name: string) =>
    sent.headers
      .split(/\r?\n/)
      .filter((line) => !line.toLowerCase().startsWith(`${name}:`))
      .join('\n');
  const service = (body: string, key = secret) => `X-Service-Signature: ${serviceSignature(key, Buffer.from(body))}`;
  const standard = (body: string, at = test.clock.now()) => {
    const seconds = Math.floor(at.getTime() / 1000);
    const signature = standardSignature([secret], 'msg_x', seconds, Buffer.from(body));
    return `webhook-id: msg_x\nwebhook-timestamp: ${seconds}\nwebhook-signature: ${signature}`;
  };

  it('as it was sent is right in both headers', async () => {
    const report = await examine(sent.body, sent.headers);
    expect(report).to.deep.include({ fault: null, unreadableSecrets: 0 });
    expect(report.service).to.deep.include({ is: 'match', body: 'as_given', isRightKey: true });
    expect(report.standard).to.deep.include({ is: 'match', body: 'as_given', isRightKey: true });
    expect(report.sent).to.include({ differsAt: null });
    expect(report.ageSeconds).to.be.within(0, 5);
  });

  it('says where its body differs from the one that was sent', async () => {
    const at = sent.body.indexOf('😀');
    const report = await examine(sent.body.replace('😀', '?'), sent.headers);
    expect(report.fault).to.equal('body');
    expect(report.sent?.differsAt).to.equal([...sent.body.slice(0, at)].length);
    expect(report.sent?.sentLength).to.equal([...sent.body].length);
  });

  it('of quotes, commas or blanks without end is examined at once', async () => {
    const begin = performance.now();
    for (const value of [`${`"'`.repeat(70_000)}x`, `${`',`.repeat(70_000)}x'`, `${' '.repeat(140_000)}x\u2028x`]) {
      expect((await examine('', `${service('')}\nx:${value}`)).fault).to.equal(null);
    }
    expect(performance.now() - begin).to.be.below(10_000);
  });

  const spaced = JSON.stringify(JSON.parse(JSON_BODY), null, 2);
  const faults: readonly (readonly [string, () => string, () => string, SignatureReport['fault'], object])[] = [
    ['nothing but a body', () => JSON_BODY, () => '', 'no_signature', { service: { is: 'absent' } }],
    [
      'a lone signature',
      () => JSON_BODY,
      () => service(JSON_BODY).split(': ')[1]!,
      null,
      { standard: { is: 'absent' } },
    ],
    ['a body that was parsed and written again', () => spaced, () => service(JSON_BODY), 'body', {}],
    ['a body with a line break at its end', () => `${JSON_BODY}\r\n`, () => service(JSON_BODY), 'body', {}],
    [
      'a body and a signature that do not fit',
      () => '{}',
      () => service(JSON_BODY),
      'body_or_secret',
      { service: { is: 'no_match' } },
    ],
    [
      "another endpoint's secret",
      () => sent.body,
      () => `${service(sent.body, newSecret())}\n${idLine()}`,
      'other_secret',
      {},
    ],
    ['the decoded secret as key', () => JSON_BODY, () => service(JSON_BODY, decoded()), 'key', {}],
    [
      'no prefix',
      () => JSON_BODY,
      () => `X-Service-Signature: ${'0'.repeat(64)}`,
      'header',
      { service: { is: 'malformed', reason: 'prefix' } },
    ],
    [
      'half a digest',
      () => JSON_BODY,
      () => 'x-service-signature: sha256=abc',
      'header',
      { service: { is: 'malformed', reason: 'encoding' } },
    ],
    [
      'upper case',
      () => JSON_BODY,
      () => upper(service(JSON_BODY)),
      'header',
      { service: { is: 'malformed', reason: 'upper_case' } },
    ],
    [
      'no id',
      () => JSON_BODY,
      () => lines(standard(JSON_BODY), 1),
      'header',
      { standard: { is: 'malformed', reason: 'id_missing' } },
    ],
    [
      'no time',
      () => JSON_BODY,
      () => `${lines(standard(JSON_BODY), 0, 1)}\n${lines(standard(JSON_BODY), 2)}`,
      'header',
      { standard: { is: 'malformed', reason: 'timestamp_missing' } },
    ],
    [
      'a time in words',
      () => JSON_BODY,
      () => standard(JSON_BODY).replace(/timestamp: \d+/, 'timestamp: now'),
      'header',
      { standard: { is: 'malformed', reason: 'timestamp_form' } },
    ],
    [
      'a time that was changed',
      () => JSON_BODY,
      () => `${standard(JSON_BODY).replace(/timestamp: \d/, 'timestamp: 2')}\n${service(JSON_BODY)}`,
      'time',
      { standard: { is: 'no_match' } },
    ],
    [
      'a time of six minutes ago',
      () => JSON_BODY,
      () => standard(JSON_BODY, new Date(test.clock.now().getTime() - 360_000)),
      'time',
      { ageSeconds: 360 },
    ],
    [
      'headers as JSON',
      () => JSON_BODY,
      () => `  "${service(JSON_BODY).replace(': ', '": "').toLowerCase()}",`,
      null,
      {},
    ],
    [
      'headers as PHP writes them',
      () => JSON_BODY,
      () => service(JSON_BODY).replace('X-Service-Signature:', 'HTTP_X_SERVICE_SIGNATURE =>'),
      null,
      {},
    ],
  ];
  const upper = (line: string) => line.replace(/[0-9a-f]{64}/, (digest) => digest.toUpperCase());
  const lines = (text: string, from: number, to?: number) => text.split('\n').slice(from, to).join('\n');
  const idLine = () => sent.headers.split(/\r?\n/).find((line) => /^webhook-id/i.test(line))!;
  const decoded = () => secret.slice('whsec_'.length);

  for (const [name, body, headers, fault, expected] of faults) {
    it(`with ${name}: ${fault ?? 'right'}`, async () => {
      const report = await examine(body(), headers());
      expect(report.fault, JSON.stringify(report)).to.equal(fault);
      expect(report).to.deep.include(expected);
      expect(JSON.stringify(report)).not.to.contain(decoded());
    });
  }

  it('names the secret of a rotation that signed it, a revoked one too', async () => {
    const states = async (): Promise<string[]> => {
      const { service: ours, standard: theirs, tried, fault } = await examine(sent.body, sent.headers);
      return [ours, theirs]
        .map((verdict): string => (verdict.is === 'match' ? tried[verdict.secret]!.state : verdict.is))
        .concat(String(fault));
    };
    await test.webhooks.endpoints.rotateSecret(test.company, id);
    await test.webhooks.endpoints.switchSecret(test.company, id);
    expect(await states()).to.deep.equal(['previous', 'previous', 'null']);
    await test.webhooks.endpoints.revokeOldSecrets(test.company, id);
    expect(await states()).to.deep.equal(['revoked', 'revoked', 'revoked_secret']);
    expect((await examine(sent.body, withoutLine('webhook-signature'))).standard).to.deep.equal({ is: 'absent' });
  });

  it('is tried with the twenty newest secrets, however many there have been', async () => {
    const { url } = test.receiver;
    const registered = await test.webhooks.endpoints.register(test.company, { url, events: ['employee.created'] });
    const endpointId = registered.endpoint.id;
    const verdict = async () => {
      const pasted = { body: JSON_BODY, headers: service(JSON_BODY, registered.secret) };
      return (await test.webhooks.signatures.examine(test.company, endpointId, pasted)).service.is;
    };
    for (let older = 1; older < 20; older += 1)
      await test.webhooks.endpoints.revokeOldSecrets(test.company, endpointId);
    expect(await verdict()).to.equal('match');
    await test.webhooks.endpoints.revokeOldSecrets(test.company, endpointId);
    expect(await verdict()).to.equal('no_match');
  });

  it('is audited, because secrets are opened for it', async () => {
    await examine('secret body', 'X-Service-Signature: sha256=abc');
    const { items } = await test.core.auditReads.list(test.company);
    expect(items[0]).to.include({ action: 'webhook.signature.examine', detail: `{"endpoint_id":${id}}` });
  });

  it('is compared with what can be read of the secrets', async () => {
    await test.core.extension.database.writeAllCompanies('test', {}, async (all) => {
      await all.run(rawSql(`UPDATE "shaon_webhook_secret" SET ciphertext = 'v1.lost.x.y.z' WHERE endpoint_id = $1`), [
        id,
      ]);
    });
    expect(await examine(sent.body, sent.headers)).to.include({ unreadableSecrets: 3, fault: 'other_secret' });
  });

  it('is refused when it is none, too long, or for an endpoint of another company', async () => {
    for (const pasted of [
      { body: 1, headers: '' },
      { body: '', headers: null },
      { body: 'x'.repeat(200_001), headers: '' },
    ]) {
      const asked = test.webhooks.signatures.examine(test.company, id, pasted as never);
      expect(await refusal(asked)).to.have.property('code', 'invalid_input');
    }
    const foreign = test.webhooks.signatures.examine(test.foreign, id, { body: '', headers: '' });
    expect(await refusal(foreign)).to.have.property('code', 'not_found');
  });
});
