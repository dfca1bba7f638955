import { readdirSync, readFileSync } from 'node:fs';
import { coreEntities } from '@shaon/core';
import { webhookEntities } from '@shaon/webhooks';
import { expect } from 'chai';
import { loadModule } from 'libpg-query';
import { INSTALLATION_TABLES, touched } from '../statements/one-company.ts';
import { isPastOneCompany, PAST_ONE_COMPANY } from '../statements/past-one-company.ts';

describe('a statement', () => {
  before(() => loadModule());

  const BOUND: readonly (readonly [string, string])[] = [
    ['by a value', `SELECT 1 FROM shaon_employee WHERE company_id = $1 AND id = $2`],
    ['by a value with a type', `SELECT 1 FROM shaon_employee e WHERE $1::integer = e.company_id`],
    ['as the company itself', `SELECT name FROM shaon_company WHERE id = $1`],
    ['inside a subquery', `SELECT e.id FROM (SELECT * FROM shaon_employee AS e WHERE company_id = $1) e`],
    ['by a join', `SELECT 1 FROM shaon_token t JOIN shaon_company c ON c.id = t.company_id WHERE t.company_id = $1`],
    [
      'by a row',
      `SELECT 1 FROM shaon_login l, shaon_employee e
      WHERE (l.company_id, l.employee_id) = (e.company_id, e.id) AND e.company_id = $1`,
    ],
    [
      'by what surrounds it',
      `SELECT 1 FROM shaon_employee e WHERE e.company_id = $1
      AND EXISTS (SELECT 1 FROM shaon_login l WHERE l.company_id = e.company_id)`,
    ],
    [
      'through WITH',
      `WITH e AS (SELECT company_id, id FROM shaon_employee WHERE company_id = $1)
      UPDATE shaon_login l SET name = '' FROM e WHERE l.company_id = e.company_id`,
    ],
    [
      'through a recursion',
      `WITH RECURSIVE d AS (SELECT company_id, id FROM shaon_employee WHERE company_id = $1
      UNION ALL SELECT e.company_id, e.id FROM shaon_employee e JOIN d ON d.company_id = e.company_id) SELECT * FROM d`,
    ],
    [
      'by IN',
      `DELETE FROM shaon_login WHERE (company_id, id) IN
      (SELECT company_id, id FROM shaon_employee WHERE company_id = $1)`,
    ],
    ['as it is inserted', `INSERT INTO shaon_branch (name, company_id) VALUES ($2, $1)`],
    [
      'as it is copied',
      `INSERT INTO shaon_branch (company_id, name) SELECT d.company_id, d.name FROM shaon_department d
      WHERE d.company_id = $1`,
    ],
    ['where nothing of a company is', `SELECT 1 FROM shaon_secret, pg_class`],
  ];
  for (const [how, text] of BOUND) {
    it(`is of one company when it is bound ${how}`, () => {
      expect(touched(text).unbound).to.deep.equal([]);
    });
  }

  const UNBOUND: readonly (readonly [string, string, readonly string[]])[] = [
    ['nothing', `SELECT 1 FROM shaon_employee WHERE id = $1`, ['shaon_employee']],
    ['OR', `SELECT 1 FROM shaon_employee WHERE company_id = $1 OR id = $2`, ['shaon_employee']],
    ['NOT', `SELECT 1 FROM shaon_employee WHERE NOT company_id = $1`, ['shaon_employee']],
    ['a list', `SELECT 1 FROM shaon_employee WHERE company_id = ANY($1)`, ['shaon_employee']],
    ['an expression', `SELECT 1 FROM shaon_employee WHERE +company_id = $1`, ['shaon_employee']],
    ['a comparison', `SELECT 1 FROM shaon_employee WHERE company_id >= $1`, ['shaon_employee']],
    [
      'two companies',
      `SELECT 1 FROM shaon_employee e, shaon_login l WHERE e.company_id = $1 AND l.company_id = $2`,
      ['shaon_login'],
    ],
    [
      'a query that must be empty',
      `SELECT 1 FROM shaon_employee e WHERE NOT EXISTS
        (SELECT 1 FROM shaon_login l WHERE l.company_id = $1 AND l.company_id = e.company_id)`,
      ['shaon_employee'],
    ],
    [
      'a query inside OR',
      `SELECT 1 FROM shaon_employee e WHERE e.id = $2 OR EXISTS
        (SELECT 1 FROM shaon_login l WHERE l.company_id = $1 AND l.company_id = e.company_id)`,
      ['shaon_employee'],
    ],
    [
      'a query among what is selected',
      `SELECT (SELECT l.id FROM shaon_login l WHERE l.company_id = $1 AND l.company_id = e.company_id) FROM shaon_employee e`,
      ['shaon_employee'],
    ],
    [
      'the condition of an outer join',
      `SELECT 1 FROM shaon_employee e LEFT JOIN shaon_department d
        ON d.company_id = e.company_id AND d.company_id = $1`,
      ['shaon_employee'],
    ],
    [
      'a join by id alone',
      `SELECT 1 FROM shaon_employee e JOIN shaon_login l ON l.employee_id = e.id
      WHERE e.company_id = $1`,
      ['shaon_login'],
    ],
    [
      'a join without a value',
      `SELECT 1 FROM shaon_token t JOIN shaon_company c ON c.id = t.company_id
      WHERE t.digest = $1`,
      ['shaon_token', 'shaon_company'],
    ],
    [
      'an outer table named again',
      `SELECT 1 FROM shaon_employee e WHERE e.company_id = $1
      AND EXISTS (SELECT 1 FROM shaon_employee o WHERE o.id_number_hash = e.id_number_hash)`,
      ['shaon_employee'],
    ],
    [
      'one half of a UNION',
      `SELECT x.id FROM (SELECT company_id, id FROM shaon_branch WHERE company_id = $1
      UNION SELECT company_id, id FROM shaon_department) x`,
      ['shaon_department'],
    ],
    ['rows of several', `INSERT INTO shaon_branch (company_id, name) VALUES ($1, ''), ($2, '')`, ['shaon_branch']],
    ['rows of a list', `INSERT INTO shaon_audit (company_id) SELECT * FROM unnest($1::int[])`, ['shaon_audit']],
    ['a lock', `LOCK TABLE shaon_audit`, ['shaon_audit']],
  ];
  for (const [how, text, tables] of UNBOUND) {
    it(`is of more than one company with ${how}`, () => {
      expect(touched(text).unbound).to.deep.equal(tables);
    });
  }

  it('is looked up in the list by its beginning', () => {
    expect(isPastOneCompany('INSERT INTO "shaon_company"\n  ("name") VALUES ($1)')).to.equal(true);
    expect(isPastOneCompany('SELECT 1; INSERT INTO "shaon_company" ("name") VALUES ($1)')).to.equal(false);
  });

  it('is in the list as a deletion only of a table that prune deletes from, in batches', () => {
    const deletion = (table: string, batch: string) =>
      `DELETE FROM "${table}" WHERE id IN (SELECT id FROM "${table}" WHERE used_at < $2${batch}) RETURNING id`;
    expect(isPastOneCompany(deletion('shaon_used_form', ' ORDER BY used_at LIMIT $1'))).to.equal(true);
    expect(isPastOneCompany(deletion('shaon_used_form', ''))).to.equal(false);
    expect(isPastOneCompany(deletion('shaon_attendance', ' ORDER BY used_at LIMIT $1'))).to.equal(false);
  });
});

describe('the list of statements past one company', () => {
  it('names each reason once', () => {
    const names = PAST_ONE_COMPANY.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('knows which tables belong to no company', () => {
    const entities = [...coreEntities('postgres'), ...webhookEntities('postgres')];
    const without = entities
      .filter(({ options }) => options.columns.companyId === undefined && options.name !== 'ShaonCompany')
      .map(({ options }) => options.tableName);
    // No entity: the ledgers are TypeORM's own, and the rate limit is its store's.
    const known = INSTALLATION_TABLES.filter((name) => !/migrations$|^shaon_rate_limit$/.test(name));
    expect(without).to.have.members([...known]);
  });
});

describe('a statement past the scopes, which is not recorded,', () => {
  it('locks, measures or converts whole tables, or opens a transaction', () => {
    const root = new URL('../../packages/', import.meta.url);
    const files = ['core/src', 'webhooks/src', 'http-koa/src'].flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true }).map((file) => `${folder}/${String(file)}`),
    );
    const past = files.filter(
      (file) => file.endsWith('.ts') && /\bmanager\.query\(/.test(readFileSync(new URL(file, root), 'utf8')),
    );
    expect(past.map((file) => file.split('\\').join('/'))).to.have.members(
      [
        'attendance/attendance-totals.ts',
        ...['import/import-all.ts', 'import/planner-statistics.ts'],
        ...['move/move-tables.ts', 'move/lock-tables.ts', 'move/id-sequences.ts'],
        ...['database/readings/snapshot.ts', 'database/transactions/postgres-transaction.ts'],
      ].map((file) => `core/src/${file}`),
    );
  });
});
