import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  authorize,
  type CoreLog,
  createCore,
  type DatabaseConnection,
  type EmployeeReads,
  silentLog,
  systemActor,
} from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { newEmployee } from '@shaon/testing';
import { BASE_URL, TEST_KEYS } from '../support.ts';

/*
 * A product whose own people, days and event sink fail, in a process of its own, so that all it writes to its standard
 * error stream is seen. Its arguments are the connection as JSON, and `silent` for a product that wants no log, or `throwing`
 * for one whose log fails. It prints the statuses of its calls, 0 for an answer that is no JSON.
 */

const database = JSON.parse(process.argv[2] ?? '') as DatabaseConnection;
const fail = (): never => {
  throw new Error('the log is away');
};
const logs: Record<string, CoreLog> = { silent: silentLog, throwing: { info: fail, warn: fail, error: fail } };
const log = logs[process.argv[3] ?? ''];
const core = await createCore({ database, keys: TEST_KEYS, ...(log !== undefined && { log }) });
const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
const { token } = await core.tokens.issue(company, {
  name: 'test',
  abilities: ['employees:read', 'employees:write', 'attendance:read'],
});

const people: EmployeeReads = {
  async get() {
    throw new Error(
      `relation "hr_person" does not exist at postgres://hr:sesame@db/hr (Bearer ${token}, dana@acme.example, 123456782)`,
    );
  },
  async list(actor) {
    authorize(actor, 'employees.read');
    return { items: [], total: 0 };
  },
};
const days = {
  // Not what a compiler lets pass, and what a table of texts gives.
  list: async () => JSON.parse(`{ "total": 1, "items": [{ "id": 1, "employee_id": 1, "check_in": "2026-05-04" }] }`),
};
core.events.addSink({
  name: 'crm',
  async publish() {
    throw new Error('the queue of the CRM is full');
  },
});

async function call(services: Parameters<typeof v1RequestListener>[0], method: string, path: string): Promise<number> {
  const server = createServer(v1RequestListener(services, { baseUrl: BASE_URL }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(newEmployee()) }),
    });
    await response.text();
    return response.headers.get('content-type')?.startsWith('application/json') ? response.status : 0;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const statuses = [
  await call({ ...core, employees: people }, 'GET', '/employees/1'),
  await call({ ...core, attendance: days }, 'GET', '/attendance'),
  await call(core, 'POST', '/employees'),
];
await core.close();
process.stdout.write(JSON.stringify(statuses));
