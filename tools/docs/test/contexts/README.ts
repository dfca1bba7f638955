import type { NewEmployee } from '@shaon/core';
import type Koa from 'koa';
import type { EntitySchema, DataSource as Source } from 'typeorm';

/* What a reader of README.md has before its first line of code. */
declare global {
  const url: string;
  const app: Koa;
  const DataSource: typeof Source;
  const ourEntities: EntitySchema[];
  const Hire: EntitySchema<object>;
  const hire: object;
  const companyId: number;
  const employee: NewEmployee;
}
