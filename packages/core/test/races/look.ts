import type { SystemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { type CoreTest, newEmployee } from '../support.ts';

/** Rows as they are stored, past every service; `$1` is the company. */
export async function stored(
  test: CoreTest,
  company: { readonly companyId: number },
  text: string,
  ...values: readonly (string | number)[]
): Promise<Record<string, unknown>[]> {
  const scope = test.core.extension.database.scope({ kind: 'system', companyId: company.companyId });
  return scope.rows(rawSql(text), values);
}

let last = 0;

/** A number that was not given before, for names that must differ. */
export function serial(): number {
  last += 1;
  return last;
}

interface CopiedEmployee {
  readonly id: number;
  readonly loginId: number;
}

/** Copies of one employee of a company that no race has had yet. */
interface Pool {
  readonly templateId: number;
  readonly copies: CopiedEmployee[];
  /** How many are made next time. */
  next: number;
}

const pools = new WeakMap<CoreTest, Map<number, Pool>>();

/**
 * An employee with a log-in, copied from one that the service made: to hash a password for each race would take most of the
 * time. Their ID number cannot be opened.
 */
export async function copiedEmployee(test: CoreTest, company: SystemActor): Promise<CopiedEmployee> {
  const pool = await poolOf(test, company);
  if (pool.copies.length === 0) {
    for (let made = 0; made < pool.next; made += 1) pool.copies.push(await copyEmployee(test, company, pool));
    pool.next *= 2;
  }
  return pool.copies.shift() as CopiedEmployee;
}

async function poolOf(test: CoreTest, company: SystemActor): Promise<Pool> {
  const ofCompanies = pools.get(test) ?? new Map<number, Pool>();
  pools.set(test, ofCompanies);
  const found = ofCompanies.get(company.companyId);
  if (found !== undefined) return found;
  const { id } = await test.core.employees.create(company, newEmployee());
  const pool = { templateId: id, copies: [], next: 1 };
  ofCompanies.set(company.companyId, pool);
  return pool;
}

async function copyEmployee(test: CoreTest, company: SystemActor, { templateId }: Pool): Promise<CopiedEmployee> {
  const number = serial();
  const email = `copy${number}@races.test`;
  const [template] = await stored(
    test,
    company,
    `SELECT email, searched FROM "shaon_employee" WHERE company_id = $1 AND id = ${templateId}`,
  );
  const id = await copyRow(test, company, 'shaon_employee', `id = ${templateId}`, {
    id_number_hash: `copy ${number}`,
    email,
    searched: String(template?.searched).replace(String(template?.email), email),
  });
  const login = { employee_id: id, email, email_key: email };
  return { id, loginId: await copyRow(test, company, 'shaon_login', `employee_id = ${templateId}`, login) };
}

/** Copies the one row that `where` finds, with other values in some columns; gives the copy's id. */
export async function copyRow(
  test: CoreTest,
  company: SystemActor,
  table: string,
  where: string,
  changed: Readonly<Record<string, string | number>>,
): Promise<number> {
  const [template] = await stored(test, company, `SELECT * FROM "${table}" WHERE company_id = $1 AND ${where}`);
  const columns = Object.keys(template as object).filter((name) => name !== 'id');
  const names = Object.keys(changed);
  const places = columns.map((name) => (names.includes(name) ? `$${names.indexOf(name) + 1}` : name));
  const copy = `INSERT INTO "${table}" (${columns.join(', ')}) SELECT ${places.join(', ')} FROM "${table}"
    WHERE company_id = ${company.companyId} AND ${where} RETURNING id`;
  const [row] = await test.core.extension.database.writeAllCompanies('test', {}, (all) =>
    all.run(rawSql(copy), Object.values(changed)),
  );
  return Number(row?.id);
}
