import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createCore, type DatabaseConnection, migrateCore, type NewEmployee, systemActor } from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { EntitySchema } from 'typeorm';

/** A row of the product: the contract of somebody who is an employee in Shaon. */
const hireTable = new EntitySchema<{ employeeId: number; contract: string }>({
  name: 'hire',
  columns: { employeeId: { name: 'employee_id', type: 'integer', primary: true }, contract: { type: 'text' } },
});

const HIRES = /^\/companies\/(\d+)\/hires$/;

export async function start({ database, keys, port }: { database: DatabaseConnection; keys: string; port: number }) {
  await migrateCore(database);
  const core = await createCore({ database, keys, entities: [hireTable], welcomeMessages: false });
  await core.transaction((manager) =>
    manager.query('CREATE TABLE IF NOT EXISTS hire (employee_id integer PRIMARY KEY, contract text NOT NULL UNIQUE)'),
  );

  /**
   * Writes the product's row and Shaon's employee in one transaction. Take the company from your log-in, not from the
   * path.
   */
  const hire = (companyId: number, wanted: { contract: string; employee: NewEmployee }) =>
    core.transaction(async (manager) => {
      const { id } = await core.employees.create(systemActor(companyId), wanted.employee, { manager });
      await manager.getRepository(hireTable).insert({ employeeId: id, contract: wanted.contract });
      return { employee_id: id };
    });

  // With `path` the listener accepts full paths, because nothing here removes the prefix.
  const v1 = v1RequestListener(core, { baseUrl: 'https://hr.example/api/v1', path: '/api/v1' });
  // Without requireHostHeader and checkExpectation Node answers some calls itself, and the audit would miss them.
  const server = createServer({ requireHostHeader: false }, async (request, response) => {
    const [, companyId] = HIRES.exec(request.url ?? '') ?? [];
    if (companyId === undefined || request.method !== 'POST') return v1(request, response);
    try {
      const hired = await hire(Number(companyId), (await json(request)) as Parameters<typeof hire>[1]);
      response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(hired));
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  server.on('checkExpectation', v1);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  async function close() {
    await new Promise((resolve) => server.close(resolve));
    await core.close();
  }
  return { core, port: (server.address() as AddressInfo).port, close };
}
