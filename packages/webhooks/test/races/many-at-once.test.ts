import { isShaonError, type WriteOptions } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { history } from '../queued.ts';
import { refusal, withWebhooks } from '../support.ts';
import { someoneWaitsForALock } from './lock-waits.ts';

const MAX_ENDPOINTS = 4;
const MANY = 6;

withWebhooks(
  'six at once',
  (test) => {
    let id: number;
    const page = { page: 1, per_page: 20 };
    const register = () =>
      test.webhooks.endpoints.register(test.company, { url: test.receiver.url, events: ['employee.created'] });

    beforeEach(async () => {
      for (const endpoint of await test.webhooks.endpoints.list(test.company)) {
        await test.webhooks.endpoints.remove(test.company, endpoint.id);
      }
      id = (await register()).endpoint.id;
    });

    /** How often the same call succeeded, and the codes of the others. */
    async function outcomes<T>(call: (number: number) => Promise<T>): Promise<{ done: T[]; codes: string[] }> {
      const all = await Promise.allSettled(Array.from({ length: MANY }, (_, number) => call(number)));
      return {
        done: all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
        codes: all.flatMap((each) => {
          if (each.status === 'fulfilled') return [];
          return isShaonError(each.reason) ? [each.reason.code] : [String(each.reason)];
        }),
      };
    }

    it('rotations of a secret make one pending secret', async () => {
      const { done, codes } = await outcomes(() => test.webhooks.endpoints.rotateSecret(test.company, id));
      expect(done).to.have.length(1);
      expect(codes).to.deep.equal(Array(MANY - 1).fill('state_conflict'));
      const { secrets } = await test.webhooks.endpoints.get(test.company, id);
      expect(secrets.map(({ state }) => state)).to.have.members(['current', 'pending']);
    });

    it('switches to a new secret: one of them switches', async () => {
      await test.webhooks.endpoints.rotateSecret(test.company, id);
      const { done, codes } = await outcomes(() => test.webhooks.endpoints.switchSecret(test.company, id));
      expect(done).to.have.length(1);
      expect(codes).to.deep.equal(Array(MANY - 1).fill('state_conflict'));
      const { secrets } = await test.webhooks.endpoints.get(test.company, id);
      expect(secrets.map(({ state }) => state)).to.have.members(['current', 'previous']);
    });

    it('revocations leave one secret that signs', async () => {
      const { codes } = await outcomes(() => test.webhooks.endpoints.revokeOldSecrets(test.company, id));
      expect(codes).to.deep.equal([]);
      const { secrets } = await test.webhooks.endpoints.get(test.company, id);
      expect(secrets.filter(({ state }) => state !== 'revoked').map(({ state }) => state)).to.deep.equal(['current']);
    });

    it('resends of one delivery are six runs', async () => {
      await history(test.core, { companyId: test.company.companyId, endpoints: [id], count: 1 });
      const [delivery] = (await test.webhooks.deliveries.list(test.company, { endpointId: id }, page)).items;
      const { done, codes } = await outcomes(() => test.webhooks.deliveries.resend(test.company, delivery!.id));
      expect(codes).to.deep.equal([]);
      expect(new Set(done).size).to.equal(MANY);
      const { items } = await test.webhooks.deliveries.list(test.company, { endpointId: id }, page);
      expect(items.map(({ run }) => run)).to.have.members([1, 2, 3, 4, 5, 6, 7]);
    });

    it('replays of a time send each event once', async () => {
      const from = test.clock.now();
      await history(test.core, { companyId: test.company.companyId, endpoints: [id], count: 3 }, 'failed');
      test.clock.advance(1_000);
      const { done, codes } = await outcomes(() => test.webhooks.deliveries.replay(test.company, id, from));
      expect(codes).to.deep.equal([]);
      expect(done.sort()).to.deep.equal([0, 0, 0, 0, 0, 3]);
    });

    it('changes of what an endpoint listens to: the last one holds', async () => {
      const wanted = [
        ['employee.created'],
        ['employee.updated', 'employee.created'],
        ['attendance.clocked_in'],
        ['attendance.clocked_in', 'attendance.clocked_out', 'employee.updated'],
        ['leave_request.approved'],
        ['leave_request.approved', 'leave_request.rejected'],
      ] as const;
      const { codes } = await outcomes((number) =>
        test.webhooks.endpoints.update(test.company, id, { events: wanted[number]!, max_inflight: number + 1 }),
      );
      expect(codes).to.deep.equal([]);
      const { events, maxInflight } = await test.webhooks.endpoints.get(test.company, id);
      expect(events).to.have.members([...wanted[maxInflight - 1]!]);
    });

    it('registrations stop at the cap (D:K15)', async () => {
      const { done, codes } = await outcomes(register);
      expect(done).to.have.length(MAX_ENDPOINTS - 1);
      expect(codes).to.deep.equal(Array(MANY - MAX_ENDPOINTS + 1).fill('limit_reached'));
    });

    describe('beside retention', () => {
      const again = {
        'a resend': async (manager: WriteOptions['manager'], delivery: number) => {
          await test.webhooks.deliveries.resend(test.company, delivery, { manager });
        },
        'a replay': async (manager: WriteOptions['manager']) => {
          await test.webhooks.deliveries.replay(test.company, id, new Date(0), { manager });
        },
      };

      for (const [name, act] of Object.entries(again)) {
        it(`${name} keeps the event that it sends again`, async () => {
          await history(test.core, { companyId: test.company.companyId, endpoints: [id], count: 1 }, 'failed');
          test.clock.advance(1_000);
          const [old] = (await test.webhooks.deliveries.list(test.company, { endpointId: id }, page)).items;
          await test.core.transaction(async (manager) => {
            await act(manager, old!.id);
            // SQLite has one writer, so there retention comes after this transaction only.
            if (test.database.type === 'postgres') await test.webhooks.prune();
          });
          await test.webhooks.prune();
          const { items } = await test.webhooks.deliveries.list(
            test.company,
            { endpointId: id, state: 'pending' },
            page,
          );
          expect(items.map(({ eventId }) => eventId)).to.deep.equal([old!.eventId]);
        });
      }

      it('another one removes an event whose deliveries the two remove', async () => {
        if (test.database.type === 'sqlite') return; // one writer, so one removes what the other has left
        const other = (await register()).endpoint.id;
        await history(test.core, { companyId: test.company.companyId, endpoints: [id, other], count: 1 });
        test.clock.advance(1_000);
        const [old] = (await test.webhooks.deliveries.list(test.company, { endpointId: id }, page)).items;
        let pruning: Promise<unknown> | undefined;
        // As retention does it, up to the moment before its commit.
        await test.core.extension.database.writeAllCompanies('test.remove', {}, async (all) => {
          await all.run(rawSql('DELETE FROM "shaon_webhook_attempt" WHERE delivery_id = $1'), [old!.id]);
          await all.run(rawSql('DELETE FROM "shaon_webhook_delivery" WHERE id = $1'), [old!.id]);
          await all.run(rawSql('SELECT id FROM "shaon_webhook_event" WHERE id = $1 FOR NO KEY UPDATE'), [old!.eventId]);
          pruning = test.webhooks.prune();
          await Promise.race([pruning, someoneWaitsForALock(all).catch(() => undefined)]);
        });
        await pruning;
        const all = test.core.extension.database.allCompanies();
        const left = await all.run(rawSql('SELECT id FROM "shaon_webhook_event" WHERE id = $1'), [old!.eventId]);
        expect(left).to.deep.equal([]);
      });

      it('a resend does not find what retention is removing', async () => {
        if (test.database.type === 'sqlite') return; // one writer, so nobody meets a removal that is not committed
        await history(test.core, { companyId: test.company.companyId, endpoints: [id], count: 1 });
        const [old] = (await test.webhooks.deliveries.list(test.company, { endpointId: id }, page)).items;
        let resent: Promise<unknown> | undefined;
        await test.core.extension.database.writeAllCompanies('test.remove', {}, async (all) => {
          await all.run(rawSql('DELETE FROM "shaon_webhook_attempt" WHERE delivery_id = $1'), [old!.id]);
          await all.run(rawSql('DELETE FROM "shaon_webhook_delivery" WHERE id = $1'), [old!.id]);
          resent = refusal(test.webhooks.deliveries.resend(test.company, old!.id));
          await someoneWaitsForALock(all);
          await all.run(rawSql('DELETE FROM "shaon_webhook_event" WHERE id = $1'), [old!.eventId]);
        });
        expect(await resent).to.include({ code: 'not_found' });
      });
    });
  },
  { maxEndpoints: MAX_ENDPOINTS, keepSucceededDays: 0, keepFailedDays: 0 },
);
