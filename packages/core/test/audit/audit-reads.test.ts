import type { AuditEntry, AuditRow } from '@shaon/core';
import { expect } from 'chai';
import { personOf, refusal, TEST_NOW, withCore } from '../support.ts';

const HOUR = 3_600_000;

withCore('audit: reads', (test) => {
  const call = (entry: Partial<AuditEntry>): AuditEntry => ({
    kind: 'api',
    companyId: test.company.companyId,
    tokenId: 7,
    tokenName: 'payroll',
    method: 'GET',
    route: '/employees',
    path: '/employees',
    status: 200,
    ip: '192.0.2.1',
    ...entry,
  });

  before(async () => {
    test.clock.set(TEST_NOW);
    const at = (hours: number) => new Date(new Date(TEST_NOW).getTime() - hours * HOUR);
    for (const entry of [
      call({ at: at(50), status: 200, route: '/attendance' }),
      call({ at: at(40), status: 422, method: 'POST' }),
      call({ at: at(30), status: 404, tokenId: 8, ip: '2001:db8::1', requestId: 'req-1' }),
      call({ companyId: test.foreign.companyId, at: at(20), tokenId: 9 }),
      call({ companyId: null, at: at(10), tokenId: null, status: 401, path: '=cmd()' }),
    ]) {
      await test.core.audit.commit(entry);
    }
  });

  const statuses = (rows: readonly AuditRow[]) => rows.map((row) => row.status);

  it('filters by dates, token, endpoint, status class, address and kind, newest first', async () => {
    const list = async (filter: object) => (await test.core.auditReads.list(test.company, filter)).items;
    expect(statuses(await list({ kind: 'api' }))).to.deep.equal([404, 422, 200]);
    expect(statuses(await list({ token_id: 7 }))).to.deep.equal([422, 200]);
    expect(statuses(await list({ route: '/attendance' }))).to.deep.equal([200]);
    expect(statuses(await list({ route: '/employees', method: 'POST' }))).to.deep.equal([422]);
    expect(statuses(await list({ status_class: 4 }))).to.deep.equal([404, 422]);
    expect(statuses(await list({ ip: '2001:db8::1' }))).to.deep.equal([404]);
    expect(statuses(await list({ request_id: 'req-1' }))).to.deep.equal([404]);
    const until = (await list({ token_id: 8 }))[0]?.at as Date;
    expect(statuses(await list({ kind: 'api', until }))).to.deep.equal([422, 200]);
    expect(statuses(await list({ kind: 'api', from: until }))).to.deep.equal([404]);
    expect((await list({ kind: 'system' })).map((row) => row.action)).to.deep.equal(['company.create']);
  });

  it('walks by a cursor without a gap, also while rows are added', async () => {
    const seen: number[] = [];
    let before: string | null | undefined;
    do {
      const { items, older } = await test.core.auditReads.list(test.company, { kind: 'api' }, { before, limit: 1 });
      seen.push(...items.map((row) => row.status ?? 0));
      await test.core.audit.commit(call({ kind: 'admin', action: 'x' }));
      before = older;
    } while (before !== null);
    expect(seen).to.deep.equal([404, 422, 200]);
    for (const limit of [0, -1, 1.5, 1001]) {
      expect(await refusal(test.core.auditReads.list(test.company, {}, { limit }))).to.have.property(
        'code',
        'invalid_input',
      );
    }
  });

  it('shows a company its own rows alone, and the operator all', async () => {
    const { items } = await test.core.auditReads.list(test.company, {}, { limit: 1000 });
    expect(new Set(items.map((row) => row.companyId))).to.deep.equal(new Set([test.company.companyId]));
    const { operator } = test.core.auditReads;
    expect(statuses((await operator.list({ kind: 'api' })).items)).to.deep.equal([401, 200, 404, 422, 200]);
    expect(statuses((await operator.list({ kind: 'api', company_id: null })).items)).to.deep.equal([401]);
    const foreign = { kind: 'api', company_id: test.foreign.companyId } as const;
    expect(statuses((await operator.list(foreign)).items)).to.deep.equal([200]);
  });

  it('gives one row of the own company', async () => {
    const [row] = (await test.core.auditReads.list(test.company, { kind: 'api' })).items;
    expect(await test.core.auditReads.get(test.company, row?.id ?? 0)).to.deep.equal(row);
    for (const id of [0, 1.5, 2 ** 60, 999_999]) {
      expect(await refusal(test.core.auditReads.get(test.company, id))).to.have.property('code', 'not_found');
    }
    expect(await refusal(test.core.auditReads.get(test.foreign, row?.id ?? 0))).to.have.property('code', 'not_found');
  });

  it('is an admin’s to read, neither a manager’s nor a token’s', async () => {
    const manager = personOf(test.company, 'manager');
    const { auditReads } = test.core;
    for (const attempt of [
      () => auditReads.list(manager),
      () => auditReads.bursts(manager),
      () => auditReads.get(manager, 1),
      () => auditReads.export(manager, {}, 'csv').next(),
    ]) {
      expect(await refusal(attempt())).to.have.property('code', 'not_permitted');
    }
  });

  it('exports what a filter shows, in pieces, and audits the export', async () => {
    for (let count = 0; count < 1_100; count++) {
      void test.core.audit.commit(call({ tokenId: 77, path: `/employees/${count}`, detail: 'א,"ב"\nג' }));
    }
    await test.core.audit.commit(call({ tokenId: 77, path: '/employees/last' }));
    const pieces: string[] = [];
    for await (const piece of test.core.auditReads.export(test.company, { token_id: 77 }, 'jsonl')) pieces.push(piece);
    expect(pieces).to.have.length.above(2);
    const rows = pieces
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).to.have.lengthOf(1_101);
    expect(new Set(rows.map((row) => row.path))).to.have.property('size', 1_101);
    expect(rows[0]).to.include({ path: '/employees/last', token_id: 77, kind: 'api', status: 200 });
    expect(rows[0]).not.to.have.property('company_id');
    expect(rows[1].detail).to.equal('א,"ב"\nג');
    const [audited] = (await test.core.auditReads.list(test.company, { action: 'audit.export' })).items;
    expect(JSON.parse(audited?.detail ?? '')).to.deep.equal({ format: 'jsonl', filter: { token_id: 77 } });
  });

  it('writes CSV that spreadsheets read and do not run', async () => {
    let text = '';
    for await (const piece of test.core.auditReads.operator.export({ company_id: null, kind: 'api' }, 'csv'))
      text += piece;
    expect(text.startsWith('\ufeffcompany_id,id,at,kind,')).to.equal(true);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).to.have.lengthOf(2);
    expect(lines[1]).to.contain(`,'=cmd(),`);
    const [audited] = (await test.core.auditReads.operator.list({ company_id: null, action: 'audit.export' })).items;
    expect(audited).to.include({ caller: 'operator', kind: 'system' });
    let empty = '';
    for await (const piece of test.core.auditReads.export(test.company, { token_id: 4711 }, 'csv')) empty += piece;
    expect(empty.trimEnd().split('\r\n')).to.have.lengthOf(1);
  });

  it('flags tokens that meet many taken values in an hour', async () => {
    const taken = { method: 'POST', status: 422, detail: '{"errors":{"email":["unique"]}}' };
    const at = new Date('2026-06-02T05:59:59.999Z');
    for (let count = 0; count < 10; count++) await test.core.audit.commit(call({ ...taken, at }));
    for (let count = 0; count < 9; count++) await test.core.audit.commit(call({ ...taken, tokenId: 8 }));
    const harmless = { ...taken, detail: '{"errors":{"email":["email"]}}' };
    for (let count = 0; count < 12; count++) await test.core.audit.commit(call({ ...harmless, tokenId: 8 }));
    const burst = {
      tokenId: 7,
      tokenName: 'payroll',
      hour: new Date('2026-06-02T05:00:00.000Z'),
      conflicts: 10,
    };
    expect(await test.core.auditReads.bursts(test.company)).to.deep.equal([burst]);
    expect(await test.core.auditReads.bursts(test.foreign)).to.deep.equal([]);
  });
});
