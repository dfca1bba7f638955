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
  const scope = test.core.extension.database.read({ kind: 'system', companyId: company.companyId });
  return scope.rows(rawSql(text), values);
}

let last = 0;

/** A number that was not given before, for names that must differ. */
export function serial(): number {
  last += 1;
  return last;
}

/** By company: the employee whose rows are copied. */
const templates = new WeakMap<CoreTest, Map<number, number>>();

/**
 * An employee with a log-in, copied from one that the service made: to hash a password for each race would take most of the
 * time. Their ID number cannot be opened.
 */
export async function copiedEmployee(
  test: CoreTest,
  company: SystemActor,
): Promise<{ readonly id: number; readonly loginId: number }> {
  const ofCompanies = templates.get(test) ?? new Map<number, number>();
  templates.set(test, ofCompanies);
  const templateId =
    ofCompanies.get(company.companyId) ?? (await test.core.employees.create(company, newEmployee())).id;
  ofCompanies.set(company.companyId, templateId);
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

async function copyRow(
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
    all.rows(rawSql(copy), Object.values(changed)),
  );
  return Number(row?.id);
}
