import type { AuditEntry, AuditFilter, AuditPage, AuditRow } from '@shaon/core';
import { CompanyScope, type RawRow } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { type CoreTest, TEST_NOW, withCore } from '../support.ts';

const MINUTE = 60_000;
const ROWS = 12_000;

function pagesOfAudit(test: CoreTest): void {
  const start = new Date(TEST_NOW).getTime() - ROWS * MINUTE;
  const at = (minute: number) => new Date(start + minute * MINUTE);
  const list = (filter: AuditFilter, cursor: object = {}) => test.core.auditReads.list(test.company, filter, cursor);
  const minutes = (rows: readonly AuditRow[]) => rows.map((row) => (row.at.getTime() - start) / MINUTE);

  /** One call a minute; rare ones among them, and written out of their order. */
  function entry(minute: number): AuditEntry {
    const { companyId } = test.company;
    if (minute % 1_000 === 500) {
      return {
        kind: 'admin',
        companyId,
        at: at(minute),
        action: 'token.issue',
        loginId: minute % 2_000 === 500 ? 3 : 4,
      };
    }
    return {
      kind: 'api',
      companyId,
      at: at(minute),
      tokenId: minute % 3,
      method: 'GET',
      route: '/attendance',
      status: minute % 2_000 === 7 ? 503 : minute % 100 === 1 ? 422 : 200,
      ip: minute === 3 || minute === 11_990 ? '192.0.2.9' : '192.0.2.1',
    };
  }

  before(async () => {
    const minutesOutOfOrder = Array.from({ length: ROWS }, (_, minute) => minute ^ 5);
    await Promise.all(minutesOutOfOrder.map((minute) => test.core.audit.commit(entry(minute))));
    const { database } = test.core.extension;
    if (database.dialect === 'postgres')
      await database.writeAllCompanies('test', {}, (all) => all.run(rawSql('ANALYZE shaon_audit')));
  });

  /** All rows of a filter, page by page towards older ones, and the cursors between. */
  async function walk(filter: AuditFilter, limit: number): Promise<{ found: number[]; pages: AuditPage[] }> {
    const found: number[] = [];
    const pages: AuditPage[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await list(filter, { before, limit });
      pages.push(page);
      found.push(...minutes(page.items));
      before = page.older;
    }
    return { found, pages };
  }

  const FILTERS: Readonly<Record<string, AuditFilter>> = {
    none: {},
    dates: { from: at(100), until: at(2_100) },
    token: { token_id: 1 },
    'token and status': { token_id: 1, status_class: 4, until: at(5_000) },
    login: { login_id: 3 },
    kind: { kind: 'admin' },
    'kind and action': { kind: 'admin', action: 'token.issue' },
    calls: { kind: 'api', from: at(5_900) },
    'server errors': { status_class: 5 },
    refusals: { status_class: 4 },
    'answers with 2xx': { status_class: 2, from: at(5_500) },
    address: { ip: '192.0.2.9' },
    endpoint: { route: '/attendance', from: at(5_900) },
    nothing: { ip: '192.0.2.77' },
  };

  const isWanted = (filter: AuditFilter, row: AuditEntry): boolean =>
    (filter.from == null || (row.at as Date) >= filter.from) &&
    (filter.until == null || (row.at as Date) < filter.until) &&
    (filter.token_id == null || row.tokenId === filter.token_id) &&
    (filter.login_id == null || row.loginId === filter.login_id) &&
    (filter.kind == null || row.kind === filter.kind) &&
    (filter.action == null || row.action === filter.action) &&
    (filter.route == null || row.route === filter.route) &&
    (filter.ip == null || row.ip === filter.ip) &&
    (filter.status_class == null || Math.floor((row.status ?? 0) / 100) === filter.status_class);

  const wantedMinutes = (filter: AuditFilter): number[] =>
    Array.from({ length: ROWS }, (_, minute) => ROWS - 1 - minute).filter((minute) => isWanted(filter, entry(minute)));

  for (const [name, filter] of Object.entries(FILTERS)) {
    it(`give every row once, newest first, and lead back again: ${name}`, async () => {
      const wanted = wantedMinutes(filter);
      const { found, pages } = await walk(filter, 700);
      // The company’s own row is older or newer than all and of another kind.
      expect(found.filter((minute) => minute >= 0 && minute < ROWS)).to.deep.equal(wanted);
      const last = pages.at(-1);
      let newer = last?.newer ?? null;
      const back: number[] = [];
      for (let page: AuditPage | undefined = last; newer !== null; newer = page.newer) {
        page = await list(filter, { after: newer, limit: 700 });
        back.unshift(...minutes(page.items));
      }
      const all = [...back, ...minutes(last?.items ?? [])].filter((minute) => minute >= 0 && minute < ROWS);
      expect(new Set(all)).to.deep.equal(new Set(wanted));
    });
  }

  it('stop the search for what is rare and say how far it went', async () => {
    const page = await list({ ip: '192.0.2.9' });
    expect(minutes(page.items)).to.deep.equal([11_990]);
    expect(page.searchedTo?.getTime()).to.be.closeTo(at(2_000).getTime(), 2 * MINUTE);
    const next = await list({ ip: '192.0.2.9' }, { before: page.older });
    expect(minutes(next.items)).to.deep.equal([3]);
    expect(next).to.include({ older: null, searchedTo: null });
  });

  it('are exported whole however rare the rows are', async () => {
    let text = '';
    for await (const piece of test.core.auditReads.export(test.company, { ip: '192.0.2.9' }, 'jsonl')) text += piece;
    expect(text.trimEnd().split('\n')).to.have.length(2);
  });

  it('lead from a place at the top to the newest page', async () => {
    const newest = await list({ kind: 'api' }, { limit: 10 });
    expect(newest.newer).to.equal(null);
    const second = await list({ kind: 'api' }, { limit: 10, before: newest.older });
    const back = await list({ kind: 'api' }, { limit: 10, after: second.newer });
    expect(back).to.deep.equal(newest);
    expect(await list({ kind: 'api' }, { limit: 20, after: second.newer })).to.include({ newer: null });
  });

  it('are read by an index, in its order', async () => {
    const { database } = test.core.extension;
    for (const [name, filter] of Object.entries(FILTERS)) {
      for (const cursor of [{}, { before: '1780000000000-3' }, { after: '1700000000000-3' }]) {
        const [statement] = await statementsOf(() => list(filter, cursor));
        const plan = await database
          .allCompanies()
          .run(
            rawSql(`${database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${statement?.text}`),
            statement?.values,
          );
        const text = plan.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n');

        // Of few rows and one company PostgreSQL may find another way as quick.
        if (database.dialect === 'postgres') expect(text, name).to.match(/shaon_audit_\w*(company_id_\w+|at)_idx/);
        else {
          expect(text, name).to.match(/USING (COVERING )?INDEX shaon_audit_company_id_\w+_idx/);
          expect(text, name).not.to.match(/SCAN (a|shaon_audit)\b/);
        }
      }
    }
  });
}

withCore('audit: pages', pagesOfAudit);

interface Sent {
  readonly text: string;
  readonly values: Parameters<CompanyScope['rows']>[1];
}

/** The statements that are sent in the scope of a company meanwhile, with the company as their first value. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { rows } = CompanyScope.prototype;
  CompanyScope.prototype.rows = function (statement, values = []) {
    sent.push({ text: statement.text, values: [this.companyId, ...values] });
    return rows.call(this, statement, values) as Promise<RawRow[]>;
  };
  try {
    await work();
  } finally {
    CompanyScope.prototype.rows = rows;
  }
  return sent;
}
