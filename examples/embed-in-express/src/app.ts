import { type Core, createCore, migrateCore, systemActor } from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import express, { type Express } from 'express';

export interface AppOptions {
  /** Path of the SQLite file. */
  readonly database: string;
  /** As SHAON_KEYS. */
  readonly keys: string;
  /** The public address of the API, such as `https://hr.example/api/v1`. */
  readonly baseUrl: string;
}

export async function openApp(options: AppOptions): Promise<{ app: Express; core: Core }> {
  const database = { type: 'sqlite', path: options.database } as const;
  await migrateCore(database);
  const core = await createCore({ database, keys: options.keys, welcomeMessages: false });

  const app = express();
  // Before express.json(): Shaon reads the raw body.
  app.use('/api/v1', v1RequestListener(core, { baseUrl: options.baseUrl }));
  app.use(express.json());

  // A page of the application. Take the company from your own log-in; this example takes it from the path.
  app.post('/companies/:id/punch', async (request, response) => {
    const { employee_id, kind } = request.body as { employee_id: number; kind: 'in' | 'out' };
    const actor = systemActor(Number(request.params.id));
    const record =
      kind === 'in'
        ? await core.attendance.punchIn(actor, employee_id)
        : await core.attendance.punchOut(actor, employee_id);
    response.status(201).json(record);
  });
  return { app, core };
}
