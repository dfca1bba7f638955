import Router from '@koa/router';
import { type Ability, type Core, type EventType, InvalidInputError, systemActor } from '@shaon/core';
import { UrlRefusedError, type Webhooks } from '@shaon/webhooks';
import type { Context } from 'koa';
import type { DataSource } from 'typeorm';
import { QueryFailedError } from 'typeorm';
import { hire, type NewHire, signUp } from './hiring.ts';
import { requireLogIn } from './log-in.ts';
import { type Account, hireTable } from './tables.ts';

/** The product's actions for people who are logged in; in JSON, to keep the example short. */
export function createPages(dataSource: DataSource, core: Core, webhooks: Webhooks): Router {
  const router = new Router();
  const loggedIn = requireLogIn(dataSource);

  router.post('/sign-up', async (ctx) => {
    const { company, name, email, password } = ctx.request.body as Record<string, string>;
    await signUp(dataSource, core, {
      company: `${company}`,
      name: `${name}`,
      email: `${email}`,
      password: `${password}`,
    });
    ctx.status = 201;
  });

  router.post('/hires', loggedIn, async (ctx) => {
    ctx.body = await refusing(ctx, 201, () => hire(dataSource, core, companyOf(ctx), ctx.request.body as NewHire));
  });

  router.get('/hires', loggedIn, async (ctx) => {
    ctx.body = await dataSource.getRepository(hireTable).findBy({ companyId: companyOf(ctx) });
  });

  // Creates a token from the product's code. Shaon's pages can create tokens too, but the API cannot.
  router.post('/api-tokens', loggedIn, async (ctx) => {
    const wanted = ctx.request.body as { name: string; abilities: Ability[] };
    const issue = async () => ({ token: (await core.tokens.issue(systemActor(companyOf(ctx)), wanted)).token });
    ctx.body = await refusing(ctx, 201, issue);
  });

  // Creates a webhook endpoint. The secret is shown only this once.
  router.post('/webhooks', loggedIn, async (ctx) => {
    const wanted = ctx.request.body as { url: string; events: EventType[] };
    const register = async () => ({
      secret: (await webhooks.endpoints.register(systemActor(companyOf(ctx)), wanted)).secret,
    });
    ctx.body = await refusing(ctx, 201, register);
  });

  return router;
}

/** The company comes only from the log-in, never from the request. */
function companyOf(ctx: Context): number {
  return (ctx.state.account as Account).companyId;
}

/** The user can correct input that Shaon or the product's table refuses; any other error is a fault. */
async function refusing<T>(ctx: Context, status: number, work: () => Promise<T>): Promise<T | object> {
  try {
    const result = await work();
    ctx.status = status;
    return result as T & object;
  } catch (error) {
    if (error instanceof InvalidInputError) {
      ctx.status = 422;
      return { message: error.message, fields: Object.keys(error.errors) };
    }
    if (error instanceof UrlRefusedError) {
      ctx.status = 422;
      return { message: error.message, fields: ['url'] };
    }
    if (error instanceof QueryFailedError && error.driverError.code === '23505') {
      ctx.status = 409;
      return { message: 'This contract number is taken.' };
    }
    throw error;
  }
}
