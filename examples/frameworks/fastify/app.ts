import type { AddressInfo } from 'node:net';
import middie from '@fastify/middie';
import { createCore, type DatabaseConnection, migrateCore, type NewEmployee, systemActor } from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import Fastify from 'fastify';
import { EntitySchema } from 'typeorm';

/** A row of the product: the contract of somebody who is an employee in Shaon. */
const hireTable = new EntitySchema<{ employeeId: number; contract: string }>({
  name: 'hire',
  columns: { employeeId: { name: 'employee_id', type: 'integer', primary: true }, contract: { type: 'text' } },
});

interface HireRoute {
  Params: { id: string };
  Body: { contract: string; employee: NewEmployee };
}

export async function start({ database, keys, port }: { database: DatabaseConnection; keys: string; port: number }) {
  await migrateCore(database);
  const core = await createCore({ database, keys, entities: [hireTable], welcomeMessages: false });
  await core.transaction((manager) =>
    manager.query('CREATE TABLE IF NOT EXISTS hire (employee_id integer PRIMARY KEY, contract text NOT NULL UNIQUE)'),
  );

  const app = Fastify();
  // Fastify reads a body after the middleware, so Shaon gets it raw. Here the prefix is removed from the path.
  await app.register(middie);
  app.use('/api/v1', v1RequestListener(core, { baseUrl: 'https://hr.example/api/v1' }));

  // Writes the product's row and Shaon's employee in one transaction. Take the company from your log-in, not from the
  // path.
  app.post<HireRoute>('/companies/:id/hires', async (request, reply) => {
    const { contract, employee } = request.body;
    const employeeId = await core.transaction(async (manager) => {
      const { id } = await core.employees.create(systemActor(Number(request.params.id)), employee, { manager });
      await manager.getRepository(hireTable).insert({ employeeId: id, contract });
      return id;
    });
    return reply.code(201).send({ employee_id: employeeId });
  });

  app.addHook('onClose', () => core.close());
  await app.listen({ port: port, host: '127.0.0.1' });
  return { core, port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}
