import { createCore, systemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { createWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { serviceSignature } from '../../src/signature.ts';
import { hire, TEST_KEYS } from '../hire.ts';
import { loopback, refusal, withWebhooks } from '../support.ts';

withWebhooks(
  'endpoints',
  (test) => {
    const register = (overrides = {}) =>
      test.webhooks.endpoints.register(test.company, {
        url: test.receiver.url,
        events: ['employee.created'],
        ...overrides,
      });

    const lastRequest = async () => {
      await hire(test);
      await test.webhooks.drainOnce();
      return test.receiver.requests.at(-1)!;
    };

    const verifies = (secret: string, request: Awaited<ReturnType<typeof lastRequest>>) => {
      const service = request.headers['x-service-signature'] === serviceSignature(secret, request.body);
      let standard = true;
      // The library's own limit of five minutes is not what is asked here.
      const headers = { ...request.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
      const signed = request.headers['webhook-timestamp'] === headers['webhook-timestamp'] ? headers : request.headers;
      try {
        new Webhook(secret).verify(request.body, signed as Record<string, string>);
      } catch (error) {
        standard = /timestamp/i.test(String(error)) ? fail() : false;
      }
      return { service, standard };
    };
    const fail = (): never => {
      throw new Error('The clock of the test left the five minutes of the verifier.');
    };

    it('show their secret once and store it encrypted', async () => {
      const { endpoint, secret } = await register();
      expect(secret).to.match(/^whsec_/);
      const listed = await test.webhooks.endpoints.list(test.company);
      expect(JSON.stringify(listed)).not.to.contain(secret.slice(6));
      const rows = await test.core.extension.database
        .allCompanies()
        .run(rawSql('SELECT ciphertext FROM "shaon_webhook_secret"'));
      expect(JSON.stringify(rows)).not.to.contain(secret.slice(6));
      expect(String(rows[0]!.ciphertext)).to.match(/^v1\.test\./);
      await test.webhooks.endpoints.remove(test.company, endpoint.id);
    });

    const refused: readonly (readonly [object, object])[] = [
      [{ url: 'http://localhost/' }, { code: 'invalid_input', rule: 'scheme' }],
      [{ url: 'https://localhost:22/' }, { rule: 'port' }],
      [{ url: `https://${'a'.repeat(64)}.example.com/` }, { rule: 'name_length' }],
      [{ url: 'https://intranet/' }, { rule: 'name' }],
      [{ url: 'https://10.0.0.1/' }, { rule: 'address' }],
      [{ url: `https://localhost:4443/${'x'.repeat(2050)}` }, { rule: 'length' }],
      [{ url: undefined }, { code: 'invalid_input' }],
      [{ events: [] }, { code: 'invalid_input' }],
      [{ events: undefined }, { code: 'invalid_input' }],
      [{ events: ['employee.deleted'] }, { code: 'invalid_input' }],
      [{ max_inflight: 0 }, { code: 'invalid_input' }],
    ];
    for (const [input, expected] of refused) {
      it(`are refused with ${JSON.stringify(input).slice(0, 60)}`, async () => {
        expect(await refusal(register(input))).to.include(expected);
      });
    }

    it('are refused with the errors of all fields, a wrong URL among them', async () => {
      const wrong = { url: 'http://localhost/', events: [], max_inflight: 0 };
      const all = await refusal(register(wrong));
      expect(all).to.include({ rule: 'scheme', message: 'The URL must start with https://.' });
      expect(all).to.have.property('errors').that.has.all.keys('url', 'events', 'max_inflight');
      const { endpoint } = await register();
      const edit = await refusal(test.webhooks.endpoints.update(test.company, endpoint.id, wrong));
      expect(edit).to.have.property('errors').that.has.all.keys('url', 'events', 'max_inflight');
      await test.webhooks.endpoints.remove(test.company, endpoint.id);
    });

    it('may share a URL, with a warning, up to the cap', async () => {
      const first = await register();
      const second = await register();
      expect([first.warnings, second.warnings]).to.deep.equal([[], ['duplicate_url']]);
      expect(await refusal(register())).to.have.property('code', 'limit_reached');
      await test.webhooks.endpoints.remove(test.company, first.endpoint.id);
      await test.webhooks.endpoints.remove(test.company, second.endpoint.id);
      expect(await test.webhooks.endpoints.list(test.company)).to.deep.equal([]);
    });

    it('are managed by admins alone', async () => {
      const manager = {
        kind: 'account',
        companyId: test.company.companyId,
        loginId: 1,
        role: 'manager',
        name: 'M',
        employeeId: null,
      } as const;
      expect(await refusal(test.webhooks.endpoints.list(manager as never))).to.have.property('code', 'not_permitted');
      expect(
        await refusal(test.webhooks.deliveries.list(manager as never, {}, { page: 1, per_page: 1 })),
      ).to.have.property('code', 'not_permitted');
    });

    it('rotate their secret in stages (D:V15)', async () => {
      const { endpoint, secret: old } = await register();
      test.clock.set(new Date());
      for (const hours of [-1, 1.5, 169, Number.NaN]) {
        const wrong = await refusal(test.webhooks.endpoints.rotateSecret(test.company, endpoint.id, hours));
        expect(wrong, String(hours)).to.have.property('errors').that.has.property('overlap_hours');
      }
      const next = await test.webhooks.endpoints.rotateSecret(test.company, endpoint.id, 1);
      let request = await lastRequest();
      expect(verifies(old, request), 'old, waiting').to.deep.equal({ service: true, standard: true });
      expect(verifies(next, request), 'new, waiting').to.deep.equal({ service: false, standard: true });
      expect(await refusal(test.webhooks.endpoints.rotateSecret(test.company, endpoint.id))).to.have.property(
        'code',
        'state_conflict',
      );

      await test.webhooks.endpoints.switchSecret(test.company, endpoint.id);
      request = await lastRequest();
      expect(verifies(old, request), 'old, overlapping').to.deep.equal({ service: false, standard: true });
      expect(verifies(next, request), 'new, current').to.deep.equal({ service: true, standard: true });

      test.clock.advance(3_600_000);
      request = await lastRequest();
      expect(request.headers['webhook-signature']!.split(' ')).to.have.lengthOf(1);
      expect(request.headers['x-service-signature']).to.equal(serviceSignature(next, request.body));

      const third = await test.webhooks.endpoints.rotateSecret(test.company, endpoint.id);
      test.clock.advance(24 * 3_600_000);
      request = await lastRequest();
      expect(request.headers['x-service-signature'], 'by itself after 24 h').to.equal(
        serviceSignature(third, request.body),
      );
      expect(request.headers['webhook-signature']!.split(' ')).to.have.lengthOf(2);

      const fresh = await test.webhooks.endpoints.revokeOldSecrets(test.company, endpoint.id);
      request = await lastRequest();
      expect(request.headers['x-service-signature']).to.equal(serviceSignature(fresh!, request.body));
      expect(request.headers['webhook-signature']!.split(' '), 'nothing of the old ones').to.have.lengthOf(1);
      await test.webhooks.endpoints.remove(test.company, endpoint.id);
    });

    it('keep an old secret for a day unless told otherwise, and switch to none that was not made', async () => {
      const { endpoint } = await register();
      const { rotateSecret, switchSecret, revokeOldSecrets, get } = test.webhooks.endpoints;
      const states = async () => (await get(test.company, endpoint.id)).secrets.map(({ state }) => state);
      expect(await refusal(switchSecret(test.company, endpoint.id))).to.have.property('code', 'state_conflict');
      expect(await states()).to.deep.equal(['current']);

      await rotateSecret(test.company, endpoint.id);
      await switchSecret(test.company, endpoint.id);
      test.clock.advance(24 * 3_600_000 - 1);
      expect(await states()).to.deep.equal(['previous', 'current']);
      test.clock.advance(1);
      expect(await states(), 'a day is over').to.deep.equal(['revoked', 'current']);

      await rotateSecret(test.company, endpoint.id);
      test.clock.advance(24 * 3_600_000 - 1);
      expect(await states()).to.deep.equal(['revoked', 'current', 'pending']);
      test.clock.advance(1);
      expect(await states(), 'it takes over by itself').to.deep.equal(['revoked', 'previous', 'current']);
      await revokeOldSecrets(test.company, endpoint.id);
      expect(await states()).to.deep.equal(['revoked', 'revoked', 'revoked', 'current']);
      await test.webhooks.endpoints.remove(test.company, endpoint.id);
    });

    it('are not to be found any more when they were deleted, and hear of nothing', async () => {
      const { endpoint } = await register();
      const { endpoints, deliveries } = test.webhooks;
      await endpoints.remove(test.company, endpoint.id);
      for (const ask of [
        () => endpoints.get(test.company, endpoint.id),
        () => endpoints.update(test.company, endpoint.id, { description: 'x' }),
        () => endpoints.enable(test.company, endpoint.id, 'send'),
        () => endpoints.rotateSecret(test.company, endpoint.id),
        () => endpoints.remove(test.company, endpoint.id),
        () => deliveries.sendTest(test.company, endpoint.id),
      ]) {
        expect(await refusal(ask())).to.have.property('code', 'not_found');
      }
      await hire(test);
      const found = await deliveries.list(test.company, { endpointId: endpoint.id }, { page: 1, per_page: 1 });
      expect(found.total).to.equal(0);
    });

    it('stop and hold everything when their secret cannot be read, and go on when its key is back', async () => {
      const { endpoint } = await register();
      const all = test.core.extension.database;
      const [row] = await all
        .allCompanies()
        .run(rawSql(`SELECT id, ciphertext FROM "shaon_webhook_secret" WHERE endpoint_id = $1`), [endpoint.id]);
      const setCiphertext = (text: string) =>
        all.writeAllCompanies('test', {}, async (writer) => {
          await writer.run(rawSql(`UPDATE "shaon_webhook_secret" SET ciphertext = $2 WHERE id = $1`), [
            Number(row!.id),
            text,
          ]);
        });
      await setCiphertext(String(row!.ciphertext).replace('v1.test.', 'v1.lost.'));
      test.receiver.requests.length = 0;
      await hire(test);
      await hire(test);
      await test.webhooks.drainOnce();
      expect(await test.webhooks.endpoints.get(test.company, endpoint.id)).to.include({
        enabled: false,
        disabledReason: 'secret_unreadable',
        held: 2,
      });
      expect(test.receiver.requests).to.be.empty;
      const [held] = (await test.webhooks.deliveries.list(test.company, {}, { page: 1, per_page: 1 })).items;
      const attempts = await test.webhooks.deliveries.attempts(test.company, held!.id);
      expect(
        attempts.map(({ nextDueAt }) => nextDueAt),
        'no next attempt is named',
      ).to.deep.equal([null]);
      await setCiphertext(String(row!.ciphertext));
      expect(await test.webhooks.endpoints.enable(test.company, endpoint.id, 'send')).to.equal(2);
      await test.webhooks.drainOnce();
      expect(test.receiver.requests).to.have.lengthOf(2);
      await test.webhooks.endpoints.remove(test.company, endpoint.id);
    });

    it('keep their secrets when the keys are rotated', async () => {
      // One process holds a SQLite file's core; here the same database is opened a second time only after the first.
      const { endpoint, secret } = await register();
      const keys = `next:${Buffer.alloc(32, 9).toString('base64')},${TEST_KEYS}`;
      const core = await createCore({ database: test.database.connection(), keys, clock: test.clock });
      try {
        const webhooks = await createWebhooks(core, loopback(test.authority));
        const progress = await core.rotateKeys();
        expect(progress.find(({ name }) => name === 'webhook secrets')?.rotated).to.be.greaterThan(0);
        const rows = await core.extension.database
          .allCompanies()
          .run(rawSql('SELECT ciphertext FROM "shaon_webhook_secret"'));
        expect(rows.every((row) => String(row.ciphertext).startsWith('v1.next.'))).to.equal(true);
        await hire({ core, company: systemActor(test.company.companyId) });
        await webhooks.drainOnce();
        const request = test.receiver.requests.at(-1)!;
        expect(request.headers['x-service-signature']).to.equal(serviceSignature(secret, request.body));
        await webhooks.endpoints.remove(test.company, endpoint.id);
      } finally {
        await core.close();
      }
    });
  },
  { maxEndpoints: 2 },
);
