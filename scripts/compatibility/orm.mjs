import assert from 'node:assert/strict';
import { createCore, generateKey, migrateCore, systemActor } from '@shaon/core';
import * as recipe from './recipe.mjs';

/*
 * `node orm.mjs kysely '{"type":"postgres","url":"…"}'`: a product's row by an ORM and a hire, in one transaction.
 * `recipe.mjs` is the ORM's block of docs/any-orm.md.
 */

const [kind = '', connection = ''] = process.argv.slice(2);
const database = JSON.parse(connection);

/** Adds a contract and returns how many there are, by each ORM. */
const ADD = {
  async drizzle(db, employeeId, number) {
    const { integer, text, table } = await (database.type === 'postgres' ? postgresColumns() : sqliteColumns());
    const contracts = table('contract', { employeeId: integer('employee_id').primaryKey(), number: text().notNull() });
    await db.insert(contracts).values({ employeeId, number });
    return (await db.select().from(contracts)).length;
  },
  async kysely(db, employee_id, number) {
    await db.insertInto('contract').values({ employee_id, number }).execute();
    return (await db.selectFrom('contract').selectAll().execute()).length;
  },
  async knex(table, employee_id, number) {
    await table('contract').insert({ employee_id, number });
    return (await table('contract').select()).length;
  },
};

async function postgresColumns() {
  const { integer, pgTable, text } = await import('drizzle-orm/pg-core');
  return { integer, text, table: pgTable };
}

async function sqliteColumns() {
  const { integer, sqliteTable, text } = await import('drizzle-orm/sqlite-core');
  return { integer, text, table: sqliteTable };
}

await migrateCore(database);
const core = await createCore({ database, keys: generateKey(), welcomeMessages: false });
await core.transaction((manager) =>
  manager.query('CREATE TABLE contract (employee_id integer PRIMARY KEY, number text NOT NULL UNIQUE)'),
);
const actor = systemActor((await core.companies.create({ name: 'Bakery' })).id);

/** @param {string} number @param {string} idNumber */
function hire(number, idNumber) {
  const email = `${idNumber}@acme.example`;
  const employee = {
    name: 'Dana Levi',
    id_number: idNumber,
    email,
    phone: '050-123-4567',
    salary_type: 'hourly',
    hourly_rate: 52,
  };
  return core.transaction(async (manager) => {
    const db = await (database.type === 'postgres' ? recipe.onPostgres : recipe.onSqlite)(manager);
    const { id } = await core.employees.create(actor, employee, { manager });
    return ADD[kind](db, id, number);
  });
}
const people = async () => (await core.employees.list(actor, {}, { page: 1, per_page: 1 })).total;

assert.equal(await hire('C-1', '123456782'), 1);
await assert.rejects(hire('C-1', '000000018'), 'the product refuses, so nobody is hired');
assert.equal(await people(), 1);
await assert.rejects(hire('C-2', '123456782'), 'Shaon refuses, so there is no contract');
assert.equal(await hire('C-2', '000000018'), 2);
assert.equal(await people(), 2);
await core.close();
