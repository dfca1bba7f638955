import { createCore, SendFailure, type SmsMessage, type SmsSender } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { passwordIn, unsentText } from '../accounts/people.ts';
import { newEmployee, personOf, refusal, TEST_KEYS, TEST_NOW, withCore } from '../support.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A gateway that keeps what it took, and fails as long as it is told to. */
class TestSender implements SmsSender {
  readonly taken: SmsMessage[] = [];
  failure: Error | null = null;
  during: (message: SmsMessage) => Promise<void> = async () => {};

  async send(message: SmsMessage): Promise<void> {
    await this.during(message);
    if (this.failure !== null) throw this.failure;
    this.taken.push(message);
  }
}

const sender = new TestSender();
const lines: string[] = [];
const keep = (fields: Record<string, unknown>, message: string) => void lines.push(JSON.stringify([fields, message]));
const log = { info: keep, warn: keep, error: keep };

withCore(
  'messages: outbox',
  (test) => {
    beforeEach(async () => {
      sender.failure = null;
      sender.during = async () => {};
      await test.core.messages.drainOnce();
      sender.taken.length = 0;
      lines.length = 0;
      test.clock.set(TEST_NOW);
    });

    const create = async () => (await test.core.employees.create(test.company, newEmployee())).id;
    const state = async (id: number) => (await test.core.messages.latest(test.company, [id])).get(id);
    const stored = async (id: number) => {
      const [row] = await test.core.extension.database
        .scope(test.company)
        .rows(rawSql('SELECT text, lease FROM "shaon_message" WHERE company_id = $1 AND employee_id = $2'), [id]);
      return row;
    };

    it('sends a welcome message once and wipes it', async () => {
      const id = await create();
      const password = passwordIn(await unsentText(test.core, test.company, id));
      expect(await state(id)).to.include({ state: 'waiting', tries: 0, phone: '050-1234567' });
      expect(await test.core.messages.drainOnce()).to.deep.equal({ sent: 1, failed: 0 });
      expect(sender.taken).to.have.lengthOf(1);
      expect(sender.taken[0]?.to).to.equal('+972501234567');
      expect(sender.taken[0]?.text).to.contain(password);
      expect(await state(id)).to.include({ state: 'sent', tries: 1, dueAt: null, lastError: null });
      expect(await stored(id)).to.include({ text: null, lease: null });
      expect(await test.core.messages.drainOnce()).to.deep.equal({ sent: 0, failed: 0 });
      expect(JSON.stringify(await state(id))).not.to.contain(password);
    });

    it('sends what a clock far ahead has put off, once it is set back', async () => {
      const now = test.clock.now();
      test.clock.advance(1_000 * HOUR);
      const fresh = await create();
      const failed = await create();
      sender.failure = new SendFailure('http_503');
      await test.core.messages.drainOnce();
      sender.failure = null;
      test.clock.set(now);
      expect(await test.core.messages.drainOnce()).to.deep.equal({ sent: 2, failed: 0 });
      for (const id of [fresh, failed]) expect(await state(id)).to.include({ state: 'sent', tries: 2 });
    });

    it('tries again after 30 s, 5 min, 1 h, 6 h, and gives up within a day', async () => {
      const id = await create();
      sender.failure = new SendFailure('http_503');
      const waits: number[] = [];
      for (;;) {
        expect(await test.core.messages.drainOnce()).to.deep.equal({ sent: 0, failed: 1 });
        const now = await state(id);
        if (now?.dueAt == null) break;
        expect(now).to.include({ state: 'waiting', lastError: 'http_503' });
        waits.push(now.dueAt.getTime() - test.clock.now().getTime());
        test.clock.set(new Date(now.dueAt.getTime() - 1));
        expect(await test.core.messages.drainOnce()).to.deep.equal({ sent: 0, failed: 0 });
        test.clock.advance(1);
      }
      expect(waits).to.deep.equal([30 * SECOND, 5 * MINUTE, HOUR, 6 * HOUR, 6 * HOUR, 6 * HOUR]);
      expect(await state(id)).to.include({ state: 'failed', tries: 7, lastError: 'http_503' });
      expect(await stored(id)).to.include({ text: null, lease: null });
    });

    it('makes all five tries after a day in which nobody sent', async () => {
      const id = await create();
      test.clock.advance(48 * HOUR);
      sender.failure = new SendFailure('timeout');
      for (let tries = 1; tries <= 5; tries++) {
        await test.core.messages.drainOnce();
        test.clock.set((await state(id))?.dueAt ?? test.clock.now());
      }
      expect(await state(id)).to.include({ state: 'failed', tries: 5 });
    });

    it('gives a dead worker’s messages to the next one when the lease is over, and fences the dead one', async () => {
      const id = await create();
      let release = (): void => {};
      const stuck = new Promise<void>((resolve) => {
        release = resolve;
      });
      let calls = 0;
      sender.during = () => (++calls === 1 ? stuck : Promise.resolve());
      const dead = test.core.messages.sendDue();
      while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await test.core.messages.sendDue()).to.deep.equal({ sent: 0, failed: 0 });
      test.clock.advance(91 * SECOND);
      sender.failure = new SendFailure('http_500');
      expect(await test.core.messages.sendDue()).to.deep.equal({ sent: 0, failed: 1 });
      const settled = await state(id);
      sender.failure = null;
      release();
      await dead;
      expect(await state(id)).to.deep.equal(settled);
      expect(settled).to.include({ state: 'waiting', tries: 2 });
      expect(sender.taken.map((message) => message.reference)).to.have.lengthOf(1);
    });

    it('is shared by several workers without sending anything twice', async () => {
      for (let count = 0; count < 25; count++) await create();
      const other = await createCore({
        database: test.database.connection(),
        keys: TEST_KEYS,
        clock: test.clock,
        smsSender: sender,
      });
      try {
        sender.during = () => new Promise((resolve) => setTimeout(resolve, 2));
        // Two connections of one process would wait for one another on SQLite: there the same one works twice.
        const second = test.database.type === 'sqlite' ? test.core : other;
        const workers = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? test.core : second));
        // With connections open, the workers meet at the same rows.
        await Promise.all(workers.map((core) => core.messages.latest(test.company, [1])));
        const reports = await Promise.all(workers.map((core) => core.messages.drainOnce()));
        expect(reports.reduce((total, report) => total + report.sent, 0)).to.equal(25);
        expect(new Set(sender.taken.map((message) => message.reference))).to.have.property('size', 25);
        expect(sender.taken).to.have.lengthOf(25);
      } finally {
        await other.close();
      }
    });

    it('sends in the background, and stops when what is on its way is settled', async () => {
      const id = await create();
      let isSettled = false;
      sender.during = async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        isSettled = true;
      };
      test.core.messages.start();
      test.core.messages.start();
      while ((await state(id))?.tries === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await test.core.messages.stop();
      expect(isSettled).to.equal(true);
      expect(await state(id)).to.include({ state: 'sent', tries: 1 });
      const later = await create();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await state(later)).to.include({ state: 'waiting', tries: 0 });
    });

    it('stops when all is settled, also when the database has failed for one of them', async () => {
      const ids = [await create(), await create(), await create()];
      const { database } = test.core.extension;
      const { writeAllCompanies } = database;
      let hasFailed = false;
      // The first outcome is not noted; the others are still on their way then.
      database.writeAllCompanies = (place, ...rest) => {
        if (place !== 'messages.noteOutcome' || hasFailed)
          return writeAllCompanies.call(database, place, ...rest) as never;
        hasFailed = true;
        return Promise.reject(new Error('The connection was lost.'));
      };
      let asked = 0;
      sender.during = async () => {
        asked += 1;
        if (asked > 1) await new Promise((resolve) => setTimeout(resolve, 100));
      };
      try {
        test.core.messages.start();
        while (!hasFailed) await new Promise((resolve) => setTimeout(resolve, 5));
        await test.core.messages.stop();
      } finally {
        database.writeAllCompanies = writeAllCompanies;
      }
      expect(asked).to.equal(3);
      const states = await Promise.all(ids.map(async (id) => (await state(id))?.state));
      expect(states.sort()).to.deep.equal(['sent', 'sent', 'waiting']);
      // The lost one is tried again when its lease is over.
      test.clock.advance(2 * MINUTE);
      await test.core.messages.drainOnce();
    });

    it('sends again after a start that came during a stop, and stops at once while nothing is due', async () => {
      const { messages } = test.core;
      messages.start();
      const stopped = messages.stop();
      messages.start();
      await stopped;
      const id = await create();
      while ((await state(id))?.state !== 'sent') await new Promise((resolve) => setTimeout(resolve, 5));
      const before = performance.now();
      await messages.stop();
      expect(performance.now() - before).to.be.below(900);
    });

    it('logs a failure without number, text or password, also of a sender that tells all', async () => {
      const id = await create();
      const text = await unsentText(test.core, test.company, id);
      sender.failure = new Error(`could not send ${text} to +972501234567`);
      await test.core.messages.drainOnce();
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]).to.contain('"reason":"unknown"').and.to.contain(`"companyId":${test.company.companyId}`);
      for (const hidden of [passwordIn(text), '+972501234567', '050-1234567', '@example.test']) {
        expect(lines.join()).not.to.contain(hidden);
        expect(JSON.stringify(await state(id)).replace('050-1234567', '')).not.to.contain(hidden);
      }
    });

    it('shows nothing of another company, and nothing to a manager', async () => {
      const id = await create();
      expect(await test.core.messages.latest(test.foreign, [id])).to.deep.equal(new Map());
      const own = await test.core.messages.latest(test.company, [id]);
      expect([...own.keys()]).to.deep.equal([id]);
      expect(own.get(id)).to.include({ employeeId: id, state: 'waiting' }).and.not.to.have.property('text');
      expect(await refusal(test.core.messages.resend(test.foreign, id))).to.have.property('code', 'not_found');
      const manager = personOf(test.company, 'manager');
      for (const attempt of [
        () => test.core.messages.latest(manager, [id]),
        () => test.core.messages.resend(manager, id),
      ]) {
        expect(await refusal(attempt())).to.have.property('code', 'not_permitted');
      }
    });
  },
  { smsSender: sender, log },
);
