import { type AccountActor, type InvalidInputError, type SystemActor, systemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newAdmin } from '../accounts/people.ts';
import { refusal, TEST_NOW, withCore } from '../support.ts';

const MAX_TOKENS = 3;

withCore(
  'tokens',
  (test) => {
    let company: SystemActor;
    let admin: AccountActor;

    beforeEach(async () => {
      test.clock.set(TEST_NOW);
      company = systemActor((await test.core.companies.create({ name: 'Bakery' })).id);
      admin = (await newAdmin(test.core, company)).actor;
    });

    const issue = (more: object = {}) =>
      test.core.tokens.issue(admin, { name: 'BI', abilities: ['leave:read'], ...more });
    const rulesOf = async (promise: Promise<unknown>) => {
      const { errors } = (await refusal(promise)) as InvalidInputError;
      return Object.entries(errors).map(([field, [first]]) => [field, first?.rule]);
    };

    it('are listed with all but the secret, newest first', async () => {
      const first = await issue({ abilities: ['leave:read', 'shifts:read', 'leave:read'] });
      test.clock.advance(1_000);
      const second = await issue({ name: 'Payroll', expires_at: new Date('2026-07-01T00:00:00Z') });
      const common = { revokedAt: null, revokedBy: null, lastUsedAt: null, lastUsedIp: null, createdBy: admin.name };
      expect(await test.core.tokens.list(admin)).to.deep.equal([
        {
          ...{ id: second.summary.id, name: 'Payroll', abilities: ['leave:read'], ...common },
          ...{ prefix: second.token.slice(0, 8), lastFour: second.token.slice(-4) },
          ...{ createdAt: new Date('2026-06-02T06:00:01Z'), expiresAt: new Date('2026-07-01T00:00:00Z') },
        },
        {
          ...{ id: first.summary.id, name: 'BI', abilities: ['leave:read', 'shifts:read'], ...common },
          ...{ prefix: first.token.slice(0, 8), lastFour: first.token.slice(-4) },
          ...{ createdAt: new Date(TEST_NOW), expiresAt: null },
        },
      ]);
      const stored = await test.core.extension.database.allCompanies().run(rawSql('SELECT * FROM "shaon_token"'));
      for (const { token } of [first, second]) expect(JSON.stringify(stored)).not.to.contain(token.slice(8));
    });

    it('are as many as the company may have, a revoked one leaves room (D:K15)', async () => {
      const tokens = [];
      for (let count = 0; count < MAX_TOKENS; count++) tokens.push(await issue());
      expect(await refusal(issue()))
        .to.include({ code: 'limit_reached' })
        .and.have.nested.property('details.maxTokens', 3);
      await test.core.tokens.revoke(admin, tokens[0]?.summary.id as number);
      await issue();
      expect(await refusal(issue())).to.have.property('code', 'limit_reached');
    });

    it('are not issued or changed by a misspelt member (D:K17)', async () => {
      const expiresAt = new Date('2026-07-01T00:00:00Z');
      expect(await rulesOf(issue({ expiresAt }))).to.deep.equal([['expiresAt', 'prohibited']]);
      const { summary } = await issue();
      const misspelt = { expiresAt } as object;
      expect(await rulesOf(test.core.tokens.update(admin, summary.id, misspelt))).to.deep.equal([
        ['expiresAt', 'prohibited'],
      ]);
      expect(await test.core.tokens.list(admin)).to.have.lengthOf(1);
    });

    it('expire later than now, and then at once (D:K7)', async () => {
      for (const expires_at of [new Date(TEST_NOW), new Date(0)]) {
        expect(await rulesOf(issue({ expires_at }))).to.deep.equal([['expires_at', 'after_now']]);
      }
      for (const expires_at of [new Date('+010000-01-01T00:00:00Z'), new Date(8.64e15), new Date(Number.NaN)]) {
        expect(await rulesOf(issue({ expires_at }))).to.deep.equal([['expires_at', 'date_time']]);
      }
      const { token, summary } = await issue({ expires_at: new Date('2026-06-02T06:00:00.001Z') });
      const outcome = async () => (await test.core.tokens.authenticate(token)).outcome;
      expect(await outcome()).to.equal('accepted');
      test.clock.advance(1);
      expect(await outcome()).to.equal('expired');
      await test.core.tokens.update(admin, summary.id, { expires_at: null });
      expect(await outcome()).to.equal('accepted');
      await test.core.tokens.revoke(admin, summary.id);
      expect(await outcome()).to.equal('revoked');
    });

    it('change their name and their expiry, never what they may do (D:K11)', async () => {
      const { token, summary } = await issue();
      await test.core.tokens.update(admin, summary.id, { name: 'Renamed' });
      expect(await rulesOf(test.core.tokens.update(admin, summary.id, { expires_at: new Date(0) }))).to.deep.equal([
        ['expires_at', 'after_now'],
      ]);
      const wider = { abilities: ['employees:write'] } as object;
      expect(await rulesOf(test.core.tokens.update(admin, summary.id, wider))).to.deep.equal([
        ['abilities', 'prohibited'],
      ]);
      const found = await test.core.tokens.authenticate(token);
      expect(found).to.have.nested.property('actor.tokenName', 'Renamed');
      expect('actor' in found && [...found.actor.abilities]).to.deep.equal(['leave:read']);
    });
  },
  { maxTokens: MAX_TOKENS },
);
