import { expect } from 'chai';
import { companyTable } from '../../src/companies/company.ts';
import {
  companyChange,
  companySql,
  deleteOf,
  everyCompany,
  everyCompanySql,
  insertOf,
  readByIndex,
  updateOf,
} from '../../src/database/sql/statement.ts';
import { employeeTable } from '../../src/employees/employee.ts';
import { departmentTable } from '../../src/organization/department.ts';
import { secretTable } from '../../src/secrets/secret.ts';

const squeezed = (statement: { readonly text: string }) => statement.text.replaceAll(/\s+/g, ' ').trim();

describe('a statement within a company', () => {
  it('reads only the company’s rows of each table in it', () => {
    const statement = companySql`SELECT e.id, d.name FROM ${employeeTable} e
      LEFT JOIN ${departmentTable} AS d ON d.id = e.department_id WHERE e.id = $2`;
    expect(squeezed(statement)).to.equal(
      'SELECT e.id, d.name FROM (SELECT * FROM "shaon_employee" AS e WHERE "company_id" = $1) e ' +
        'LEFT JOIN (SELECT * FROM "shaon_department" AS d WHERE "company_id" = $1) AS d ON d.id = e.department_id WHERE e.id = $2',
    );
  });

  it('knows the company itself by its id', () => {
    expect(squeezed(companySql`SELECT c.zone FROM ${companyTable} c`)).to.equal(
      'SELECT c.zone FROM (SELECT * FROM "shaon_company" AS c WHERE "id" = $1) c',
    );
  });

  it('is made of parts', () => {
    const active = companySql`(SELECT COUNT(*) FROM ${employeeTable} e WHERE e.status = ${'$2'})`;
    expect(squeezed(companySql`SELECT ${active} AS active, ${1} AS one`)).to.equal(
      'SELECT (SELECT COUNT(*) FROM (SELECT * FROM "shaon_employee" AS e WHERE "company_id" = $1) e WHERE e.status = $2) AS active, 1 AS one',
    );
  });

  it('says where a table is meant as a whole, and by which index a company’s rows are read', () => {
    expect(squeezed(companySql`SELECT 1 FROM ${everyCompany(employeeTable)} WHERE email = $2`)).to.equal(
      'SELECT 1 FROM "shaon_employee" WHERE email = $2',
    );
    expect(squeezed(companySql`SELECT 1 FROM ${readByIndex(employeeTable, 'INDEXED BY "x"')} e`)).to.equal(
      'SELECT 1 FROM (SELECT * FROM "shaon_employee" AS e INDEXED BY "x" WHERE "company_id" = $1) e',
    );
  });

  it('changes only the company’s rows', () => {
    expect(
      squeezed(updateOf(employeeTable, { set: 'name = $2', where: 'id = $3 OR id = $4', returning: 'id' })),
    ).to.equal('UPDATE "shaon_employee" SET name = $2 WHERE "company_id" = $1 AND (id = $3 OR id = $4) RETURNING id');
    const idle = companySql`id NOT IN (SELECT e.department_id FROM ${employeeTable} e)`;
    expect(squeezed(deleteOf(departmentTable, { where: idle }))).to.equal(
      'DELETE FROM "shaon_department" WHERE "company_id" = $1 AND (id NOT IN (SELECT e.department_id FROM ' +
        '(SELECT * FROM "shaon_employee" AS e WHERE "company_id" = $1) e))',
    );
    const copy = insertOf(departmentTable, {
      columns: ['name'],
      values: ['d.name'],
      from: companySql`FROM ${departmentTable} d`,
      returning: 'id',
    });
    expect(squeezed(copy)).to.equal(
      'INSERT INTO "shaon_department" ("company_id", "name") SELECT $1, d.name FROM ' +
        '(SELECT * FROM "shaon_department" AS d WHERE "company_id" = $1) d RETURNING id',
    );
    expect(squeezed(companyChange`WITH made AS (${copy}) SELECT id FROM made`)).to.match(/^WITH made AS \(INSERT INTO/);
  });

  it('keeps a change by ids from reading all rows of the company, where rows give the ids', () => {
    const change = { set: 'name = given.name', from: companySql`FROM given`, where: 'changed.id = given.id' };
    expect(squeezed(updateOf(employeeTable, { ...change, isById: true }))).to.include(
      'WHERE +changed."company_id" = $1',
    );
    expect(squeezed(updateOf(employeeTable, change))).to.include('WHERE changed."company_id" = $1');
  });

  it('trusts no object that only looks like a statement', () => {
    const lookAlike: never = { text: 'SELECT 1 FROM "shaon_employee"' } as never;
    expect(squeezed(companySql`SELECT ${lookAlike}`)).to.equal('SELECT [object Object]');
  });

  const refused: readonly (readonly [string, () => unknown])[] = [
    ['names a table in its text', () => companySql`SELECT 1 FROM "shaon_employee"`],
    ['names a table in a part', () => companySql`SELECT 1 FROM ${'shaon_employee'} e`],
    [
      'names a table in a condition',
      () => updateOf(employeeTable, { set: 'name = $2', where: '1 IN (SELECT 1 FROM SHAON_login)' }),
    ],
    ['has a table without an alias', () => companySql`SELECT 1 FROM ${employeeTable} WHERE id = $2`],
    ['has a table without an alias at its end', () => companySql`SELECT 1 FROM ${employeeTable}`],
    ['has a table that belongs to no company', () => companySql`SELECT 1 FROM ${secretTable} s`],
    ['changes a table that belongs to no company', () => deleteOf(secretTable, { where: '1 = 1' })],
  ];
  for (const [what, make] of refused) {
    it(`is refused when it ${what}`, () => expect(make).to.throw().with.property('code', 'options_invalid'));
  }
});

describe('a statement over all companies', () => {
  it('names tables as they are', () => {
    expect(squeezed(everyCompanySql`SELECT e.id FROM ${employeeTable} e WHERE e.id = $1`)).to.equal(
      'SELECT e.id FROM "shaon_employee" e WHERE e.id = $1',
    );
  });
});
