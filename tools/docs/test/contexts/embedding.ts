import type * as coreDoor from '@shaon/core';
import type { Express } from 'express';
import type Koa from 'koa';
import type koaMount from 'koa-mount';
import type { DataSource, DataSourceOptions, EntitySchema } from 'typeorm';

/* What a reader of docs/embedding.md has already, or from the blocks above. */
declare global {
  const yourEntities: EntitySchema[];
  const yourOptions: Extract<DataSourceOptions, { type: 'postgres' }>;
  const dataSource: DataSource;
  const core: coreDoor.Core;
  const systemActor: typeof coreDoor.systemActor;
  const actor: coreDoor.Actor;
  const account: coreDoor.AccountActor;
  const id: number;
  const email: string;
  const password: string;
  const ownPassword: string;
  const code: string;
  const Hire: EntitySchema<object>;
  const hire: object;
  const employee: coreDoor.NewEmployee;
  const app: Koa;
  const expressApp: Express;
  const mount: typeof koaMount;
  const createV1Routes: typeof import('@shaon/http-koa').createV1Routes;
  const options: import('@shaon/http-koa').V1Options;
  const yourPeople: coreDoor.EmployeeReads;
  const yourAttendance: coreDoor.AttendanceReads;
  const yourLeave: coreDoor.LeaveReads;
  const webhooks: import('@shaon/webhooks').Webhooks;
  const yourLogIn: (
    ctx: Koa.Context,
  ) => Promise<{ id: number; name: string; isBoss: boolean; shaonCompanyId: number } | null>;
  const yourLanguage: (ctx: Koa.Context) => coreDoor.Locale | null;
  const accountOf: (request: import('node:http').IncomingMessage) => coreDoor.AccountActor | null;
  const gaveThePasswordLately: (ctx: Koa.Context) => boolean;
  const makeSample: Parameters<typeof import('@shaon/core/testing').leaveReadsContract>[0];
  const it: (name: string, run: () => Promise<void>) => void;
}
