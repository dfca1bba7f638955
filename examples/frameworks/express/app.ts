import type { AddressInfo } from 'node:net';
import { createCore, type DatabaseConnection, migrateCore, type NewEmployee, systemActor } from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import express from 'express';
import { EntitySchema } from 'typeorm';

/** A row of the product: the contract of somebody who is an employee in Shaon. */
const hireTable = new EntitySchema<{ employeeId: number; contract: string }>({
  name: 'hire',
  columns: { employeeId: { name: 'employee_id', type: 'integer', primary: true }, contract: { type: 'text' } },
});

export async function start({ database, keys, port }: { database: DatabaseConnection; keys: string; port: number }) {
  await migrateCore(database);
  const core = await createCore({ database, keys, entities: [hireTable], welcomeMessages: false });
  await core.transaction((manager) =>
    manager.query('CREATE TABLE IF NOT EXISTS hire (employee_id integer PRIMARY KEY, contract text NOT NULL UNIQUE)'),
  );

  const app = express();
  // Before express.json(), because Shaon reads the raw body.
  app.use('/api/v1', v1RequestListener(core, { baseUrl: 'https://hr.example/api/v1' }));
  app.use(express.json());

  // Writes the product's row and Shaon's employee in one transaction. Take the company from your log-in, not from the
  // path.
  app.post('/companies/:id/hires', async (request, response) => {
    const { contract, employee } = request.body as { contract: string; employee: NewEmployee };
    const employeeId = await core.transaction(async (manager) => {
      const { id } = await core.employees.create(systemActor(Number(request.params.id)), employee, { manager });
      await manager.getRepository(hireTable).insert({ employeeId: id, contract });
      return id;
    });
    response.status(201).json({ employee_id: employeeId });
  });

  const server = app.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  async function close() {
    await new Promise((resolve) => server.close(resolve));
    await core.close();
  }
  return { core, port: (server.address() as AddressInfo).port, close };
}
