import type { MailMessage } from '@shaon/core';
import type { FailingEndpoint } from '@shaon/webhooks';
import { expect } from 'chai';
import { notedLog } from '../faults/noted-log.ts';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { type WebhooksTest, withWebhooks } from '../support.ts';

const heard: FailingEndpoint[] = [];
const log = notedLog();
/** One attempt a delivery, so that each failure is for good. */
const OPTIONS = { waitsMs: [], onFailing: (notice: FailingEndpoint) => void heard.push(notice) };

async function register(test: WebhooksTest): Promise<number> {
  const { endpoint } = await test.webhooks.endpoints.register(test.company, {
    url: test.receiver.url,
    events: ['employee.created'],
  });
  heard.length = 0;
  log.notes.length = 0;
  test.receiver.behave(answer(500));
  return endpoint.id;
}

/** So many deliveries, all on their way at the same time. */
async function deliver(test: WebhooksTest, count: number): Promise<number> {
  for (let each = 0; each < count; each++) await hire(test);
  return test.webhooks.drainOnce();
}

/** By whom endpoints of the company were switched off, and why. */
async function disablings(test: WebhooksTest): Promise<string[]> {
  const { items } = await test.core.auditReads.list(test.company, { action: 'webhook.disable' });
  return items.map(({ caller, detail }) => `${caller} ${detail}`);
}

withWebhooks(
  'an endpoint that keeps failing (D:V23)',
  (test) => {
    let id: number;
    before(async () => {
      id = await register(test);
    });
    const summary = () => test.webhooks.endpoints.get(test.company, id);

    it('is told of once, after the fifth delivery that failed for good, and goes on', async () => {
      await deliver(test, 4);
      expect(await summary()).to.include({ failureStreak: 4, failing: false, enabled: true });
      expect(heard).to.deep.equal([]);
      await deliver(test, 1);
      expect(await summary()).to.include({ failureStreak: 5, failing: true, enabled: true });
      await deliver(test, 4);
      const { companyId } = test.company;
      expect(heard).to.deep.equal([{ companyId, endpointId: id, failureStreak: 5, disabled: false }]);
      expect(log.notes).to.deep.equal(['A webhook endpoint keeps failing']);
      expect((await summary()).failureStreak, 'each of several that fail together').to.equal(9);
    });

    it('is well again with one success, and told of again after the next streak', async () => {
      test.receiver.behave(answer(200));
      await deliver(test, 1);
      expect(await summary()).to.include({ failureStreak: 0, failing: false });
      test.receiver.behave(answer(500));
      await deliver(test, 5);
      expect(heard).to.have.lengthOf(2);
    });
  },
  OPTIONS,
  { log },
);

withWebhooks(
  'an endpoint that answers no attempt well, long before its deliveries are given up',
  (test) => {
    it('keeps failing after three attempts if it has never answered well, and otherwise after enough deliveries', async () => {
      const id = await register(test);
      const state = async () => {
        const { failing } = await test.webhooks.endpoints.get(test.company, id);
        return { failing, since: (await test.webhooks.endpoints.health(test.company, id)).failingSince };
      };
      const attempts = async (count: number) => {
        for (let attempt = 0; attempt < count; attempt++) {
          test.clock.advance(60_000);
          await test.webhooks.drainOnce();
        }
      };
      const madeAt = test.clock.now();
      await deliver(test, 1);
      await attempts(1);
      expect(await state()).to.deep.equal({ failing: false, since: null });
      await attempts(1);
      expect(await state()).to.deep.equal({ failing: true, since: madeAt });
      test.receiver.behave(answer(200));
      await attempts(1);
      expect(await state()).to.deep.equal({ failing: false, since: null });
      test.receiver.behave(answer(500));
      test.clock.advance(60_000);
      await deliver(test, 4);
      await attempts(2);
      expect((await state()).failing, 'four of five').to.equal(false);
      await deliver(test, 1);
      await attempts(2);
      expect((await state()).failing).to.equal(true);
      expect(heard, 'none has failed for good').to.deep.equal([]);
    });
  },
  { ...OPTIONS, waitsMs: Array.from({ length: 9 }, () => 60_000) },
);

withWebhooks(
  'an endpoint that keeps failing and is to be switched off',
  (test) => {
    let id: number;
    before(async () => {
      id = await register(test);
    });
    const summary = () => test.webhooks.endpoints.get(test.company, id);

    it('is switched off with its reason, and what happens from then on is held', async () => {
      await deliver(test, 3);
      expect(await summary()).to.include({ enabled: false, disabledReason: 'failing', failureStreak: 3, held: 0 });
      expect((await summary()).disabledAt).to.deep.equal(test.clock.now());
      expect(heard.map(({ disabled }) => disabled)).to.deep.equal([true]);
      expect(await disablings(test)).to.deep.equal([`shaon {"endpoint_id":${id},"reason":"failing"}`]);
      const sent = test.receiver.requests.length;
      expect(await deliver(test, 2)).to.equal(0);
      expect(await summary()).to.include({ held: 2 });
      expect(test.receiver.requests.length).to.equal(sent);
    });

    it('begins anew when it is switched on again', async () => {
      expect(await test.webhooks.endpoints.enable(test.company, id, 'send')).to.equal(2);
      expect(await summary()).to.include({ enabled: true, disabledReason: null, failureStreak: 0, failing: false });
      await test.webhooks.drainOnce();
      expect(await summary()).to.include({ enabled: true, failureStreak: 2 });
      await deliver(test, 1);
      expect(await summary()).to.include({ enabled: false, disabledReason: 'failing' });
      expect(heard).to.have.lengthOf(2);
    });
  },
  { ...OPTIONS, disableAfter: 3 },
);

withWebhooks(
  'an endpoint that is to be switched off only after long',
  (test) => {
    it('is told of before, and told of again as switched off', async () => {
      const id = await register(test);
      await deliver(test, 6);
      expect(await test.webhooks.endpoints.get(test.company, id)).to.include({ failing: true, enabled: true });
      await deliver(test, 1);
      expect(await test.webhooks.endpoints.get(test.company, id)).to.include({ enabled: false, failureStreak: 7 });
      expect(heard.map(({ failureStreak, disabled }) => [failureStreak, disabled])).to.deep.equal([
        [5, false],
        [7, true],
      ]);
    });
  },
  { ...OPTIONS, disableAfter: 7 },
);

const mails: MailMessage[] = [];
const mailSender = { send: async (mail: MailMessage) => void mails.push(mail) };

withWebhooks(
  'the admins of an endpoint in trouble',
  (test) => {
    const told = async () => {
      await test.core.messages.drainOnce();
      return mails.splice(0).map(({ to, subject }) => `${to} ${subject}`);
    };

    it('are told of the first delivery of a day that was given up, and of the fifth in a row', async () => {
      await test.core.accounts.inviteAdmin(test.company.companyId, { name: 'Ada', email: 'ada@bakery.example' });
      await register(test);
      const { host } = new URL(test.receiver.url);
      await told();
      const givenUp = `ada@bakery.example לשליחות אל ${host} נגמרו הניסיונות`;
      const failing = `ada@bakery.example כתובת ה־Webhook\u200f ${host} לא מקבלת שליחות`;
      await deliver(test, 1);
      expect(await told()).to.deep.equal([givenUp]);
      await deliver(test, 3);
      expect(await told()).to.deep.equal([]);
      await deliver(test, 2);
      expect(await told()).to.deep.equal([failing]);
      test.clock.advance(24 * 3_600_000);
      await deliver(test, 1);
      expect(await told()).to.deep.equal([givenUp]);
    });
  },
  OPTIONS,
  { mailSender, pagesUrl: 'https://hr.example/admin', log },
);
