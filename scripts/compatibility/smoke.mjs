import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { coreEntities, createCore, generateKey, migrateCore, systemActor } from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { createWebhooks, migrateWebhooks, webhookEntities } from '@shaon/webhooks';
import { DataSource, EntitySchema } from 'typeorm';

/*
 * `node smoke.mjs '{"type":"postgres","url":"…"}'`: hires somebody in one transaction with the product's row, on
 * PostgreSQL with the product's own DataSource, and then calls v1. The database must be empty, and the process must end
 * by itself.
 */

const hires = new EntitySchema({
  name: 'hire',
  columns: { employeeId: { name: 'employee_id', type: 'integer', primary: true }, contract: { type: 'text' } },
});
const database = JSON.parse(process.argv[2]);
await migrateCore(database);
await migrateWebhooks(database);
const entities = [hires, ...webhookEntities(database.type)];
const dataSource = database.type === 'postgres' ? await productDataSource() : undefined;
const keys = generateKey();
const core = await createCore(dataSource === undefined ? { database, entities, keys } : { dataSource, keys });
await createWebhooks(core);
const transaction = (work) => (dataSource ?? core).transaction(work);
await transaction((manager) =>
  manager.query('CREATE TABLE hire (employee_id integer PRIMARY KEY, contract text NOT NULL UNIQUE)'),
);

const bakery = systemActor((await core.companies.create({ name: 'Bakery' })).id);
await hire('123456782', 'C-1');
await assert.rejects(hire('000000018', 'C-1'), 'the contract is taken');
await assert.rejects(hire('123456782', 'C-2'), 'the ID number is taken');
assert.deepEqual(await transaction((manager) => manager.query('SELECT contract FROM hire')), [{ contract: 'C-1' }]);

const { token } = await core.tokens.issue(bakery, { name: 'smoke', abilities: ['employees:read'] });
const listener = v1RequestListener(core, { baseUrl: 'https://hr.example/api/v1', path: '/api/v1' });
const server = createServer(listener).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${server.address().port}/api/v1/employees`;
const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
assert.equal(answer.status, 200);
assert.equal((await answer.json()).data.length, 1);

await new Promise((resolve) => server.close(resolve));
await core.close();
await dataSource?.destroy();

async function productDataSource() {
  const all = [...entities, ...coreEntities('postgres')];
  return new DataSource({ type: 'postgres', url: database.url, entities: all }).initialize();
}

function hire(idNumber, contract) {
  const person = { name: 'Dana Levi', id_number: idNumber, email: `${contract}@acme.example`, phone: '050-123-4567' };
  return transaction(async (manager) => {
    const wanted = { ...person, salary_type: 'hourly', hourly_rate: 52 };
    const { id } = await core.employees.create(bakery, wanted, { manager });
    await manager.getRepository(hires).insert({ employeeId: id, contract });
  });
}
