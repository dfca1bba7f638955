import type { Ability, AuditEntry, TokenDay } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { personOf, refusal, TEST_NOW, withCore } from '../support.ts';
import { differences } from './sums.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ALL_DAYS = { from: '2026-01-01', to: '2026-12-31' };

withCore('the use of tokens', (test) => {
  const now = new Date(TEST_NOW).getTime();
  const ago = (ms: number) => new Date(now - ms);
  let payroll: number;
  let idle: number;
  let foreign: number;

  const issue = async (company: typeof test.company, ...abilities: Ability[]) =>
    (await test.core.tokens.issue(company, { name: 'Payroll', abilities })).summary.id;
  const call = (entry: Partial<AuditEntry>): Promise<void> =>
    test.core.audit.commit({
      kind: 'api',
      companyId: test.company.companyId,
      tokenId: payroll,
      method: 'GET',
      route: '/attendance',
      ability: 'attendance:read',
      status: 200,
      at: ago(HOUR),
      ...entry,
    });
  const shown = (days: readonly TokenDay[]) =>
    days.map((day) => [day.tokenId, day.date, day.calls, day.accepted, day.refused, day.limited, day.failed]);

  before(async () => {
    test.clock.set(ago(100 * DAY));
    payroll = await issue(test.company, 'attendance:read', 'attendance:location:read', 'employees:read', 'leave:read');
    idle = await issue(test.company, 'attendance:location:read', 'shifts:read');
    foreign = await issue(test.foreign, 'attendance:read');
    test.clock.set(TEST_NOW);
    await call({
      at: ago(70 * DAY),
      route: '/leave',
      ability: 'leave:read',
      detail: '{"records":3,"people":2,"from":"2026-01-05","to":"2026-02-01"}',
    });
    await call({ detail: '{"records":50,"people":20,"from":"2026-05-01","to":"2026-05-03","located":7}' });
    await call({ detail: '{"records":40,"people":25,"from":"2026-04-30","to":"2026-05-02","located":0}' });
    await call({ method: 'HEAD', detail: '{"records":40,"people":25,"from":"2020-01-01","to":"2026-05-02"}' });
    await call({});
    await call({ route: '/employees/{id}', ability: 'employees:read', status: 404 });
    await call({ route: null, ability: null, status: 404 });
    await call({ status: 429 });
    await call({ status: 500 });
    // 21:30 in UTC is the next day in Israel.
    await call({ at: new Date('2026-05-31T21:30:00Z'), route: '/employees/{id}', ability: 'employees:read' });
    await call({ at: new Date('2026-05-31T20:30:00Z'), status: 422 });
    await call({ companyId: test.foreign.companyId, tokenId: foreign });
    await call({ companyId: null, tokenId: null, status: 401 });
    await call({ kind: 'admin', tokenId: null, action: 'x' });
  });

  const keptDays = async (tokenId: number) =>
    (
      await test.core.extension.database
        .allCompanies()
        .run(rawSql('SELECT DISTINCT CAST(date AS text) AS date FROM shaon_token_use WHERE token_id = $1 ORDER BY 1'), [
          tokenId,
        ])
    ).map(({ date }) => date);
  const expected = () => [
    [payroll, '2026-03-24', 1, 1, 0, 0, 0],
    [payroll, '2026-05-31', 1, 0, 1, 0, 0],
    [payroll, '2026-06-01', 1, 1, 0, 0, 0],
    [payroll, '2026-06-02', 8, 4, 2, 1, 1],
  ];

  it('is counted by days of the company’s zone, and kept once per day', async () => {
    for (let round = 0; round < 2; round++) {
      expect(shown(await test.core.tokenUse.daily(test.company, ALL_DAYS))).to.deep.equal(expected());
      await test.core.prune();
    }
    expect(await keptDays(payroll)).to.deep.equal(['2026-03-24', '2026-05-31']);
    expect(await differences(test.core, '2026-06-01')).to.deep.equal([]);
    expect(shown(await test.core.tokenUse.daily(test.company, { from: '2026-05-31', to: '2026-06-01' }))).to.deep.equal(
      expected().slice(1, 3),
    );
    expect(shown(await test.core.tokenUse.daily(test.foreign, ALL_DAYS))).to.deep.equal([
      [foreign, '2026-06-02', 1, 1, 0, 0, 0],
    ]);
  });

  it('adds the calls of today', async () => {
    await call({ status: 422, at: ago(1) });
    const days = shown(await test.core.tokenUse.daily(test.company, { from: '2026-06-02', to: '2026-06-02' }));
    expect(days).to.deep.equal([[payroll, '2026-06-02', 9, 4, 3, 1, 1]]);
    const { total, lastMinute } = await test.core.tokenUse.report(test.company, payroll);
    expect(total).to.include({ calls: 12, accepted: 6 });
    expect(lastMinute).to.equal(1);
  });

  it('tells what a token did and disclosed, as far as the audit knows', async () => {
    for (let round = 0; round < 2; round++) {
      const { abilities, total } = await test.core.tokenUse.report(test.company, payroll);
      expect(abilities.map(({ ability }) => ability)).to.deep.equal([
        'attendance:read',
        'employees:read',
        'leave:read',
      ]);
      expect(abilities[0]).to.include({
        accepted: 4,
        records: 90,
        peopleLeast: 25,
        peopleMost: 45,
        located: 7,
        untold: 1,
        dateFrom: '2026-04-30',
        dateTo: '2026-05-03',
      });
      expect(abilities[1]).to.include({ accepted: 1, records: 1, peopleLeast: 1, dateFrom: null });
      expect(abilities[2]?.lastAcceptedAt).to.deep.equal(ago(70 * DAY));
      expect(total).to.include({ records: 94, peopleMost: 48, dateFrom: '2026-01-05', dateTo: '2026-05-03' });
      expect(total.lastAcceptedAt).to.deep.equal(ago(HOUR));
      test.clock.set(new Date(now + round * 5 * DAY));
    }
    test.clock.set(TEST_NOW);
  });

  it('names the abilities that active tokens have not used for long', async () => {
    const unused = async (days?: number) =>
      (await test.core.tokenUse.unused(test.company, { days })).map(({ tokenId, abilities }) => [
        tokenId,
        ...abilities,
      ]);
    expect(await unused()).to.deep.equal([
      [payroll, 'leave:read'],
      [idle, 'attendance:location:read', 'shifts:read'],
    ]);
    expect(await unused(71)).to.deep.equal([[idle, 'attendance:location:read', 'shifts:read']]);
    expect(await unused(101), 'not that old').to.deep.equal([]);
    const young = await issue(test.company, 'shifts:read');
    await test.core.tokens.revoke(test.company, idle);
    expect(await unused()).to.deep.equal([[payroll, 'leave:read']]);
    await test.core.tokens.revoke(test.company, young);
  });

  it('proves a revocation: the last accepted call, and how many were refused since', async () => {
    const revoked = await issue(test.company, 'attendance:read');
    await call({ tokenId: revoked, at: ago(3 * HOUR) });
    await call({ tokenId: revoked, at: ago(2 * HOUR), status: 401, detail: '{"token":"expired"}' });
    await test.core.tokens.revoke(test.company, revoked);
    for (let refused = 0; refused < 3; refused++) {
      await call({ tokenId: revoked, at: ago(1), status: 401, detail: '{"token":"revoked"}' });
    }
    const { total, lastMinute } = await test.core.tokenUse.report(test.company, revoked);
    expect(total).to.include({ calls: 5, refused: 4, revoked: 3 });
    expect(total.lastAcceptedAt).to.deep.equal(ago(3 * HOUR));
    expect(lastMinute, 'a refused token is not counted').to.equal(0);
    const { tokenUse } = test.core;
    expect([...(await tokenUse.refusedSinceRevocation(test.company))]).to.deep.equal([[revoked, 3]]);
    await call({ tokenId: revoked, at: ago(1), status: 401, detail: '{"token":"revoked"}' });
    expect([...(await tokenUse.refusedSinceRevocation(test.company))]).to.deep.equal([[revoked, 4]]);
    expect((await tokenUse.refusedSinceRevocation(test.foreign)).size).to.equal(0);
  });

  it('is a matter of admins, and of the own company', async () => {
    const { tokenUse, tokens } = test.core;
    for (const attempt of [() => tokenUse.report(test.company, foreign), () => tokens.get(test.company, foreign)]) {
      expect(await refusal(attempt())).to.have.property('code', 'not_found');
    }
    expect(await tokens.get(test.company, payroll))
      .to.include({ id: payroll, revokedAt: null })
      .and.not.have.property('digest');
    const manager = personOf(test.company, 'manager');
    for (const attempt of [
      () => tokenUse.daily(manager, ALL_DAYS),
      () => tokenUse.unused(manager),
      () => tokenUse.refusedSinceRevocation(manager),
      () => tokenUse.report(manager, payroll),
      () => tokens.get(manager, payroll),
    ]) {
      expect(await refusal(attempt())).to.have.property('code', 'not_permitted');
    }
    expect(await refusal(tokenUse.daily(test.company, { from: '2026-1-1', to: '2026-01-02' }))).to.have.property(
      'code',
      'invalid_input',
    );
    expect(await refusal(tokenUse.unused(test.company, { days: 0 }))).to.have.property('code', 'invalid_input');
  });

  it('is kept once, however many do it', async () => {
    for (let count = 0; count < 300; count++) {
      void call({ at: ago(count * 3 * HOUR), status: [200, 404, 429, 500][count % 4] ?? 0 });
    }
    await call({});
    const { database } = test.core.extension;
    await database.writeAllCompanies('test', {}, (all) => all.run(rawSql('DELETE FROM shaon_token_use')));
    await Promise.all([1, 2, 3].map(() => test.core.tokenUse.report(test.company, payroll)));
    expect((await keptDays(payroll)).length).to.be.greaterThan(36);
    expect(await differences(test.core, '2026-06-01')).to.deep.equal([]);
    await database.writeAllCompanies('test', {}, (all) =>
      all.run(rawSql('UPDATE shaon_token_use SET calls = calls + 1')),
    );
    expect((await differences(test.core, '2026-06-01')).length, 'a wrong count is noticed').to.be.greaterThan(0);
    await database.writeAllCompanies('test', {}, (all) =>
      all.run(rawSql('UPDATE shaon_token_use SET calls = calls - 1')),
    );
  });

  it('includes a row whose transaction ends after midnight', async function () {
    if (test.database.type === 'sqlite') return this.skip();
    const { core } = test;
    const before = (await core.tokenUse.report(test.company, payroll)).total.calls;
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let written = (): void => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const slow = core.transaction(async (manager) => {
      await core.audit.write(manager, {
        kind: 'api',
        companyId: test.company.companyId,
        tokenId: payroll,
        status: 404,
      });
      written();
      await finished;
    });
    await isWritten;
    await call({ status: 404 });
    test.clock.set(new Date(now + DAY));
    await core.tokenUse.report(test.company, payroll);
    finish();
    await slow;
    expect((await core.tokenUse.report(test.company, payroll)).total.calls).to.equal(before + 2);
    test.clock.set(new Date(now + 2 * DAY));
    expect((await core.tokenUse.report(test.company, payroll)).total.calls).to.equal(before + 2);
    test.clock.set(TEST_NOW);
  });

  it('goes with the audit that it sums up', async () => {
    await test.core.prune({ auditMonths: 1 });
    const [first] = await test.core.tokenUse.daily(test.company, ALL_DAYS);
    expect(first?.date).to.equal('2026-04-30');
    await test.core.prune({ auditMonths: 0, now: new Date(now + 3 * DAY) });
    expect(await test.core.tokenUse.daily(test.company, ALL_DAYS)).to.deep.equal([]);
  });
});
