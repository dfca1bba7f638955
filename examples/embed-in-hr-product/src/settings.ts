import type { AccountActor, Core } from '@shaon/core';
import { createAdminRoutes } from '@shaon/http-koa/admin';
import type { Webhooks } from '@shaon/webhooks';
import type { Context, Middleware } from 'koa';
import type { DataSource } from 'typeorm';
import { accountOf, isFreshlyLoggedIn } from './log-in.ts';

/** The path of Shaon's pages in the product. */
export const SETTINGS_PATH = '/settings/shaon';

/** Shaon's pages under the product's name, behind the product's log-in, with the groups that this product selects. */
export function createSettings(
  dataSource: DataSource,
  parts: { readonly core: Core; readonly webhooks: Webhooks; readonly baseUrl: string },
): Middleware {
  const { core, webhooks, baseUrl } = parts;
  const { origin } = new URL(baseUrl);
  return createAdminRoutes(core, webhooks, {
    baseUrl: origin + SETTINGS_PATH,
    apiUrl: baseUrl,
    accountFromRequest: (ctx) => actorOf(ctx, dataSource),
    // The product's own pages are in English; without this option Shaon's are in the company's language.
    localeFromRequest: () => 'en',
    signInUrl: '/log-in?next={page}',
    isConfirmed: isFreshlyLoggedIn,
    confirmUrl: '/log-in?next={page}',
    groups: ['people', 'attendance', 'leave', 'tokens', 'webhooks', 'audit'],
    brand: { name: 'Acme HR', logoUrl: '/logo.svg', back: { url: '/', label: 'Acme HR' } },
  });
}

/** The product's account as Shaon expects it: the company, and the person's role. */
async function actorOf(ctx: Context, dataSource: DataSource): Promise<AccountActor | null> {
  const account = await accountOf(ctx, dataSource);
  if (account === null) return null;
  const { id, name, companyId, role } = account;
  // The product's log-in ids are negative here, because Shaon's own are positive.
  return { kind: 'account', companyId, loginId: -id, role, name, employeeId: null };
}
