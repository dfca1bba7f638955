import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Body, Controller, Inject, Module, type OnApplicationShutdown, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type Core,
  createCore,
  type DatabaseConnection,
  migrateCore,
  type NewEmployee,
  systemActor,
} from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { EntitySchema } from 'typeorm';

const CORE = Symbol('core');

/** A row of the product: the contract of somebody who is an employee in Shaon. */
const hireTable = new EntitySchema<{ employeeId: number; contract: string }>({
  name: 'hire',
  columns: { employeeId: { name: 'employee_id', type: 'integer', primary: true }, contract: { type: 'text' } },
});

// Writes the product's row and Shaon's employee in one transaction. Take the company from your log-in, not the path.
@Controller('companies/:id/hires')
class HiresController {
  constructor(@Inject(CORE) private readonly core: Core) {}

  @Post()
  async hire(@Param('id') id: string, @Body() body: { contract: string; employee: NewEmployee }) {
    return this.core.transaction(async (manager) => {
      const employee = await this.core.employees.create(systemActor(Number(id)), body.employee, { manager });
      await manager.getRepository(hireTable).insert({ employeeId: employee.id, contract: body.contract });
      return { employee_id: employee.id };
    });
  }
}

@Module({})
class AppModule implements OnApplicationShutdown {
  constructor(@Inject(CORE) private readonly core: Core) {}
  onApplicationShutdown() {
    return this.core.close();
  }
}

export async function start({ database, keys, port }: { database: DatabaseConnection; keys: string; port: number }) {
  await migrateCore(database);
  const core = await createCore({ database, keys, entities: [hireTable], welcomeMessages: false });
  await core.transaction((manager) =>
    manager.query('CREATE TABLE IF NOT EXISTS hire (employee_id integer PRIMARY KEY, contract text NOT NULL UNIQUE)'),
  );

  const providers = [{ provide: CORE, useValue: core }];
  const app = await NestFactory.create({ module: AppModule, controllers: [HiresController], providers });
  // Nest adds its body parser when it starts listening, so Shaon is before it and reads the raw body.
  app.use('/api/v1', v1RequestListener(core, { baseUrl: 'https://hr.example/api/v1' }));
  await app.listen(port, '127.0.0.1');
  return { core, port: (app.getHttpServer().address() as AddressInfo).port, close: () => app.close() };
}
