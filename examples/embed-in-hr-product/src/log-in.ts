import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Context, Middleware } from 'koa';
import type { DataSource } from 'typeorm';
import { type Account, accountTable } from './tables.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const COOKIE = 'account';
const LIFE_MS = 8 * 3_600_000;
const FRESH_MS = 10 * 60_000;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${(await derive(password, salt, 32)).toString('hex')}`;
}

async function passwordFits(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':').map((part) => Buffer.from(part, 'hex'));
  return timingSafeEqual(await derive(password, salt as Buffer, 32), key as Buffer);
}

/** Checks a password and sets the signed cookie; false for an unknown address or a wrong password. */
export async function logIn(ctx: Context, dataSource: DataSource, email: string, password: string): Promise<boolean> {
  const account = await dataSource.getRepository(accountTable).findOneBy({ email });
  if (account === null || !(await passwordFits(password, account.passwordHash))) return false;
  const cookie = `${account.id}.${Date.now() + LIFE_MS}`;
  ctx.cookies.set(COOKIE, cookie, { signed: true, httpOnly: true, sameSite: 'strict' });
  return true;
}

/** The person who is logged in, or null. */
export async function accountOf(ctx: Context, dataSource: DataSource): Promise<Account | null> {
  const [id, expires] = readCookie(ctx);
  const isFresh = id !== undefined && expires !== undefined && expires > Date.now();
  return isFresh ? dataSource.getRepository(accountTable).findOneBy({ id }) : null;
}

/** Whether the password was given in the last minutes. */
export function isFreshlyLoggedIn(ctx: Context): boolean {
  const [, expires = 0] = readCookie(ctx);
  return expires - LIFE_MS + FRESH_MS > Date.now();
}

/** Requires a person who is logged in, and sets `ctx.state.account`. */
export function requireLogIn(dataSource: DataSource): Middleware {
  return async (ctx, next) => {
    const account = await accountOf(ctx, dataSource);
    if (account === null) return ctx.throw(401);
    ctx.state.account = account satisfies Account;
    await next();
  };
}

function readCookie(ctx: Context): number[] {
  return (ctx.cookies.get(COOKIE, { signed: true }) ?? '').split('.').map(Number);
}
