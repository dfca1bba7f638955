import assert from 'node:assert/strict';
import { type Core, type DatabaseConnection, generateKey, type NewEmployee, systemActor } from '@shaon/core';

/*
 * `node check.js ./koa/app.js '{"type":"sqlite","path":"…"}'`: starts that example on that empty database, uses it, and
 * stops it. The process must then end by itself.
 */

interface Started {
  readonly core: Core;
  readonly port: number;
  close(): Promise<unknown>;
}

const [, , file = '', database = ''] = process.argv;
const { start } = (await import(file)) as {
  start(options: { database: DatabaseConnection; keys: string; port: number }): Promise<Started>;
};
const { core, port, close } = await start({ database: JSON.parse(database), keys: generateKey(), port: 0 });
const company = await core.companies.create({ name: 'Bakery' });
const { token } = await core.tokens.issue(systemActor(company.id), {
  name: 'check',
  abilities: ['employees:read', 'employees:write'],
});

await servesTheApi();
await hiresInOneTransaction();
await close();

async function servesTheApi() {
  const refused = await fetch(`http://127.0.0.1:${port}/api/v1/employees`);
  assert.equal(refused.status, 401, 'a call without a token');

  const created = await call('POST', '/api/v1/employees', employee('דנה לוי', '123456782'));
  assert.equal(created.status, 201, await created.clone().text());

  const broken = await call('POST', '/api/v1/employees', '{"name":');
  assert.equal(broken.status, 422, 'a body that is no JSON is refused by Shaon, so nothing has read it before');

  const list = await call('GET', '/api/v1/employees?per_page=1');
  const { data, links } = (await list.json()) as { data: { name: string }[]; links: { first: string } };
  assert.deepEqual(
    data.map(({ name }) => name),
    ['דנה לוי'],
  );
  assert.match(links.first, /^https:\/\/hr\.example\/api\/v1\/employees\?/);

  const unknown = await call('GET', '/api/v1/nowhere');
  assert.equal(unknown.status, 404);
  assert.match(unknown.headers.get('content-type') ?? '', /^application\/json/, 'answered by Shaon');
}

async function hiresInOneTransaction() {
  const hires = `/companies/${company.id}/hires`;
  const hired = await call('POST', hires, { contract: 'C-1', employee: employee('Omar Haddad', '000000018') });
  assert.equal(hired.status, 201, await hired.clone().text());
  const { employee_id: id } = (await hired.json()) as { employee_id: number };
  assert.equal((await call('GET', `/api/v1/employees/${id}`)).status, 200);
  const before = await state();
  assert.deepEqual(before, { employees: 2, contracts: ['C-1'] });

  // The product's table refuses its row, so Shaon's employee is not written either.
  const taken = await call('POST', hires, { contract: 'C-1', employee: employee('Noa Katz', '000000026') });
  assert.equal(taken.status, 500, 'a contract that is taken');
  assert.deepEqual(await state(), before);

  // Shaon refuses the employee, so the product's row is not written either.
  const invalid = await call('POST', hires, { contract: 'C-2', employee: employee('Noa Katz', '123456782') });
  assert.equal(invalid.status, 500, 'an ID number that is taken');
  assert.deepEqual(await state(), before);
}

async function state() {
  const list = await call('GET', '/api/v1/employees');
  const { data } = (await list.json()) as { data: object[] };
  const rows: { contract: string }[] = await core.transaction((manager) => manager.query('SELECT contract FROM hire'));
  return { employees: data.length, contracts: rows.map(({ contract }) => contract) };
}

function employee(name: string, idNumber: string): NewEmployee {
  const email = `${idNumber}@acme.example`;
  return { name, id_number: idNumber, email, phone: '050-123-4567', salary_type: 'hourly', hourly_rate: 52 };
}

function call(method: string, path: string, body?: string | object) {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}
