import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { GOOD_PASSWORD, newAdmin } from './accounts/people.ts';
import { newEmployee, refusal, TEST_NOW, withCore } from './support.ts';

const DAY = 86_400_000;

withCore(
  'retention',
  (test) => {
    beforeEach(() => test.clock.set(TEST_NOW));

    const count = async (table: string, where = '1 = 1') => {
      const text = `SELECT COUNT(*) AS total FROM "${table}" WHERE ${where}`;
      return Number((await test.core.extension.database.allCompanies().run(rawSql(text)))[0]?.total);
    };

    it('removes audit rows older than 24 months in batches, and audits the purge', async () => {
      const { companyId } = test.company;
      const call = { kind: 'api', route: '/old' };
      for (let rows = 0; rows < 7; rows++) {
        await test.core.audit.commit({ ...call, companyId, at: new Date('2024-06-02T05:59:59.999Z') });
      }
      await test.core.audit.commit({ ...call, companyId: null, at: new Date('2023-01-01T00:00:00Z') });
      await test.core.audit.commit({
        ...call,
        companyId: test.foreign.companyId,
        at: new Date('2023-01-01T00:00:00Z'),
      });
      await test.core.audit.commit({ ...call, companyId, at: new Date('2024-06-02T06:00:00.000Z') });
      const progress: string[] = [];
      const onProgress = (step: { name: string; removed: number }) => progress.push(`${step.name} ${step.removed}`);
      expect(await test.core.prune({ batchSize: 2, onProgress })).to.include({ audit: 9 });
      expect(progress[0]).to.equal('audit 9');
      expect(progress).to.have.lengthOf(10);
      expect(await count('shaon_audit', `route = '/old'`)).to.equal(1);
      const { items } = await test.core.auditReads.operator.list({ action: 'audit.prune' });
      const before = '2024-06-02T06:00:00.000Z';
      const told = items.map((row) => [row.companyId, JSON.parse(row.detail ?? '')]);
      expect(told).to.have.deep.members([
        [null, { before }],
        [companyId, { before }],
        [test.foreign.companyId, { before }],
      ]);
      expect((await test.core.auditReads.list(test.foreign, { action: 'audit.prune' })).items).to.have.lengthOf(1);
      expect(await test.core.prune()).to.include({ audit: 0 });
      expect((await test.core.auditReads.operator.list({ action: 'audit.prune' })).items).to.have.lengthOf(3);
    });

    it('audits for every company what a purge deletes that is killed half-way', async () => {
      const { database } = test.core.extension;
      const run = (text: string) => database.writeAllCompanies('test', {}, (all) => all.run(rawSql(text)));
      const isSqlite = test.database.type === 'sqlite';
      const at = new Date('2023-01-01T00:00:00Z');
      for (const companyId of [test.company.companyId, test.foreign.companyId, null]) {
        await test.core.audit.commit({ kind: 'api', route: '/past', companyId, at });
        await test.core.audit.commit({ kind: 'api', route: '/past', companyId, at: new Date(at.getTime() + DAY) });
      }
      await test.core.audit.commit({ kind: 'api', route: '/stop', at: new Date(at.getTime() + DAY / 2) });
      const trigger = 'stop_purge BEFORE DELETE ON shaon_audit';
      if (isSqlite)
        await run(`CREATE TRIGGER ${trigger} WHEN OLD.route = '/stop' BEGIN SELECT RAISE(ABORT, 'no'); END`);
      else {
        await run(`CREATE FUNCTION stop_purge() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`);
        await run(`CREATE TRIGGER ${trigger} FOR EACH ROW WHEN (OLD.route = '/stop') EXECUTE FUNCTION stop_purge()`);
      }
      const before = new Date('2023-02-01T00:00:00Z');
      try {
        // Like a kill: the work ends between two batches, and what follows it never runs.
        await refusal(test.core.prune({ now: before, auditMonths: 0, batchSize: 3 }));
      } finally {
        await run(isSqlite ? 'DROP TRIGGER stop_purge' : 'DROP FUNCTION stop_purge CASCADE');
      }
      expect(await count('shaon_audit', `route = '/past'`)).to.equal(3);
      const { items } = await test.core.auditReads.operator.list({ action: 'audit.prune' });
      const told = items.map((row) => [row.companyId, JSON.parse(row.detail ?? '')]);
      expect(told.filter(([, facts]) => facts.before === before.toISOString())).to.have.deep.members(
        [
          [null, { before }],
          [test.company.companyId, { before }],
          [test.foreign.companyId, { before }],
        ].map(([companyId, facts]) => [companyId, JSON.parse(JSON.stringify(facts))]),
      );
      await test.core.prune({ auditMonths: 24 });
    });

    it('takes months by the calendar, and 0 as nothing kept', async () => {
      await test.core.audit.commit({ kind: 'api', route: '/month', at: new Date('2026-02-28T11:59:00Z') });
      await test.core.audit.commit({ kind: 'api', route: '/month', at: new Date('2026-02-28T12:01:00Z') });
      await test.core.prune({ now: new Date('2026-03-31T12:00:00Z'), auditMonths: 1 });
      expect(await count('shaon_audit', `route = '/month'`)).to.equal(1);
      await test.core.prune({ auditMonths: 0 });
      expect(
        await count('shaon_audit', `at < ${test.database.type === 'sqlite' ? Date.parse(TEST_NOW) : `'${TEST_NOW}'`}`),
      ).to.equal(0);
      for (const options of [
        { auditMonths: -1 },
        { sessionDays: 0.5 },
        { messageDays: Number.NaN },
        { batchSize: 0 },
        { now: new Date(Number.NaN) },
        { now: new Date('0001-06-01T00:00:00Z') },
        { auditMonths: 100_000 },
        { sessionDays: 10_000_000 },
        { messageDays: Number.MAX_SAFE_INTEGER },
        { unsentMessageDays: 1_000_000 },
      ]) {
        const refused = await refusal(test.core.prune(options));
        expect(refused, JSON.stringify(options)).to.have.property('code', 'options_invalid');
      }
    });

    it('removes sessions and links that are over, and keeps the living', async () => {
      const { actor, email } = await newAdmin(test.core, test.company);
      const ended = await test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
      await test.core.accounts.endSession(actor, ended.sessionId);
      await test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
      test.clock.advance(30 * DAY - 1);
      expect(await test.core.prune()).to.include({ sessions: 0, accessLinks: 0 });
      const living = await test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
      const { secret } = await test.core.accounts.makeLink(test.company, actor.loginId);
      test.clock.advance(2);
      expect(await test.core.prune()).to.include({ sessions: 1, accessLinks: 1 });
      test.clock.advance(DAY / 2 - 1);
      expect(await test.core.prune({ sessionDays: 0 })).to.include({ sessions: 2 });
      expect(await test.core.accounts.openLink(secret)).not.to.equal(null);
      expect(await test.core.accounts.authenticate(living.secret)).to.equal(null);
    });

    it('removes messages that are finished, and gives up those that nobody has sent', async () => {
      await test.core.employees.create(test.company, newEmployee());
      await test.core.messages.drainOnce();
      await test.core.employees.create(test.company, newEmployee());
      test.clock.advance(91 * DAY);
      expect(await test.core.prune()).to.include({ messages: 1, unsentMessages: 1 });
      expect(await count('shaon_message', `state = 'failed' AND text IS NULL AND due_at IS NULL`)).to.equal(1);
      expect(await count('shaon_message')).to.equal(1);
    });

    it('removes rate-limit windows that are over, where they are in the database', async () => {
      if (test.database.type === 'sqlite') {
        expect(await test.core.prune()).to.include({ rateLimits: 0 });
        return;
      }
      const now = Date.parse(TEST_NOW);
      await test.core.extension.database.writeAllCompanies('test', {}, (all) =>
        all.run(
          rawSql(
            `INSERT INTO "shaon_rate_limit" ("key", points, expire) VALUES ('a', 1, $1), ('b', 1, $2), ('c', 1, NULL)`,
          ),
          [now - 1, now],
        ),
      );
      expect(await test.core.prune()).to.include({ rateLimits: 1 });
      expect(await count('shaon_rate_limit')).to.equal(2);
    });
  },
  { smsSender: { send: async () => undefined } },
);
