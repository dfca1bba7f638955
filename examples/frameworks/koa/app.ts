import type { AddressInfo } from 'node:net';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import { createCore, type DatabaseConnection, migrateCore, type NewEmployee, systemActor } from '@shaon/core';
import { createV1Routes } from '@shaon/http-koa';
import Koa from 'koa';
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

  const router = new Router();
  // Writes the product's row and Shaon's employee in one transaction. Take the company from your log-in, not from the
  // path.
  router.post('/companies/:id/hires', async (ctx) => {
    const { contract, employee } = ctx.request.body as { contract: string; employee: NewEmployee };
    const employeeId = await core.transaction(async (manager) => {
      const { id } = await core.employees.create(systemActor(Number(ctx.params.id)), employee, { manager });
      await manager.getRepository(hireTable).insert({ employeeId: id, contract });
      return id;
    });
    ctx.status = 201;
    ctx.body = { employee_id: employeeId };
  });

  const app = new Koa();
  // Before the body parser, because Shaon reads the raw body.
  app.use(createV1Routes(core, { baseUrl: 'https://hr.example/api/v1', path: '/api/v1' }));
  app.use(bodyParser());
  app.use(router.routes());

  const server = app.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  async function close() {
    await new Promise((resolve) => server.close(resolve));
    await core.close();
  }
  return { core, port: (server.address() as AddressInfo).port, close };
}
