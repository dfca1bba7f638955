import type { ShaonError, TokenSummary } from '@shaon/core';
import { expect } from 'chai';
import { refusal, withCore } from '../support.ts';

const CAP = 3;

withCore(
  'the cap of tokens (D:K15)',
  (test) => {
    const issue = async (expires_at: Date | null = null): Promise<TokenSummary> => {
      const wanted = { name: 'payroll', abilities: ['employees:read' as const], expires_at };
      return (await test.core.tokens.issue(test.company, wanted)).summary;
    };
    const active = async () => {
      const now = test.clock.now();
      const tokens = await test.core.tokens.list(test.company);
      return tokens.filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now));
    };
    const inAnHour = () => new Date(test.clock.now().getTime() + 3_600_000);
    const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
      results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code)).sort();

    afterEach(async () => {
      for (const { id } of await active()) await test.core.tokens.revoke(test.company, id);
    });

    it('counts what is neither revoked nor expired (D:A4)', async () => {
      const [first] = [await issue(), await issue(inAnHour()), await issue()];
      const error = (await refusal(issue())) as ShaonError;
      expect(error).to.include({ code: 'limit_reached' });
      expect(error.details).to.deep.equal({ maxTokens: CAP });
      await test.core.tokens.revoke(test.company, first.id);
      await issue();
      expect(await refusal(issue())).to.have.property('code', 'limit_reached');
      test.clock.advance(3_600_000);
      await issue();
      expect(await refusal(issue())).to.have.property('code', 'limit_reached');
    });

    it('refuses to make an expired token active again beyond it, and lets it be renamed', async () => {
      const expired = await issue(inAnHour());
      test.clock.advance(3_600_000);
      for (let made = 0; made < CAP; made++) await issue();
      const extend = (expires_at: Date | null) => test.core.tokens.update(test.company, expired.id, { expires_at });
      for (const expires of [inAnHour(), null]) {
        expect(await refusal(extend(expires))).to.have.property('code', 'limit_reached');
      }
      await test.core.tokens.update(test.company, expired.id, { name: 'old' });
      const [newest] = await active();
      await test.core.tokens.update(test.company, newest!.id, { expires_at: inAnHour() });
      await test.core.tokens.revoke(test.company, newest!.id);
      await extend(null);
      expect(await active()).to.have.lengthOf(CAP);
    });

    it('holds when tokens are made and extended at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const expired = await issue(inAnHour());
        test.clock.advance(3_600_000);
        const extend = test.core.tokens.update(test.company, expired.id, { expires_at: null });
        const results = await Promise.allSettled([extend, ...Array.from({ length: 5 }, () => issue())]);
        expect(codes(results)).to.deep.equal([
          ...Array.from({ length: CAP }, () => 'done'),
          ...Array.from({ length: 6 - CAP }, () => 'limit_reached'),
        ]);
        const tokens = await active();
        expect(tokens).to.have.lengthOf(CAP);
        for (const { id } of tokens) await test.core.tokens.revoke(test.company, id);
      }
    });
  },
  { maxTokens: CAP },
);
