import assert from 'node:assert/strict';
import { createCore, generateKey, migrateCore, systemActor } from '@shaon/core';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/* `node drizzle.mjs '{"type":"postgres","url":"…"}'`: a product's row by Drizzle and a hire, in one transaction. */

const database = JSON.parse(process.argv[2] ?? '');
const contracts = pgTable('contract', { employeeId: integer('employee_id').primaryKey(), number: text().notNull() });
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
    const db = drizzle(await manager.queryRunner.connect());
    const { id } = await core.employees.create(actor, employee, { manager });
    await db.insert(contracts).values({ employeeId: id, number });
    return (await db.select().from(contracts)).length;
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
