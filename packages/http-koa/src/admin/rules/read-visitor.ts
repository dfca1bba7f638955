import { type AuthenticatedSession, callPort, type Locale, type Origin, systemActor } from '@shaon/core';
import type { Context } from 'koa';
import type { Admin } from '../admin-parts.ts';
import type { Flash } from '../answer.ts';
import { chosenLocale } from '../browser-request.ts';
import { csrfToken, newFormSecret } from '../csrf.ts';
import type { AccountFromRequest } from '../options.ts';
import type { PageContext, PageRule, PipelineState } from '../page-context.ts';
import type { Person, PersonSession, Theme } from '../person.ts';

/** Finds the caller, their language and colours, and the token that their forms must send back. */
export function readVisitor(admin: Admin): PageRule {
  return async (ctx, next) => {
    const page = ctx.shaonPage;
    const found = await visitorOf(admin, ctx);
    const ownLocale = found === null ? null : (found.ownLocale ?? (await productsLocale(admin, ctx)));
    const browserLocale = chosenLanguage(page);
    page.requestState = {
      ...page.requestState,
      // Before, it is the browser's preference.
      locale: chosenLocale(ownLocale, browserLocale) ?? (await companyLocale(admin, found)) ?? page.requestState.locale,
      theme: chosenTheme(page),
      ownLocale,
      browserLocale,
      csrfToken: csrfToken(formSecretOf(page), found?.owner ?? 'nobody'),
      flash: takeFlash(page),
      person: found?.person ?? null,
    };
    return next();
  };
}

/**
 * Whether the sender of a request still has the same rights when the request has fully arrived. The sender decides how
 * long that takes, and meanwhile the session may have ended or the role may have been taken away.
 */
export async function isStillIn(admin: Admin, ctx: PageContext): Promise<boolean> {
  const before = ctx.shaonPage.requestState.person;
  const now = before === null ? null : ((await visitorOf(admin, ctx))?.person ?? null);
  return standingOf(now) === standingOf(before);
}

function standingOf(person: Person | null): string {
  if (person === null) return 'nobody';
  const { kind, actor } = person;
  return `${kind} ${actor.companyId} ${actor.loginId} ${actor.kind === 'account' ? actor.role : ''}`;
}

interface Visitor {
  readonly person: Person;
  /** The owner of the visitor's forms. */
  readonly owner: string;
  /** Of the company; null behind a product's log-in, where it is read only if it is needed. */
  readonly locale: Locale | null;
  readonly ownLocale: Locale | null;
}

function visitorOf(admin: Admin, ctx: PageContext): Promise<Visitor | null> {
  const { accountFromRequest } = admin.options;
  return accountFromRequest === null
    ? ownVisitor(admin, ctx.shaonPage)
    : productsVisitor(admin, ctx, accountFromRequest);
}

async function ownVisitor({ core }: Admin, { cookies, requestState }: PipelineState): Promise<Visitor | null> {
  const secret = cookies.read('session');
  const found = secret === null ? null : await core.accounts.authenticate(secret, requestState.origin);
  if (found === null) return null;
  const session = { sessionId: found.sessionId, confirmedAt: found.confirmedAt };
  const person = personOf(found, session, requestState.origin);
  return { person, owner: `session ${found.sessionId} ${secret}`, locale: found.locale, ownLocale: found.ownLocale };
}

/** A session's rights: an account's pages, or the one page that comes before them. */
function personOf({ actor }: AuthenticatedSession, session: PersonSession, origin: Origin): Person {
  switch (actor.kind) {
    case 'account':
      return { kind: 'account', actor: { ...actor, origin }, session, isConfirmed: false };
    case 'password_change':
      return { kind: 'password_change', actor, session };
    case 'second_factor':
      return { kind: 'second_factor', actor, session };
  }
}

async function productsVisitor(
  { options }: Admin,
  ctx: PageContext,
  accountFromRequest: AccountFromRequest,
): Promise<Visitor | null> {
  const context = contextOf(ctx);
  const account = await callPort('accountFromRequest', async () => accountFromRequest(context));
  if (account == null) return null;
  const actor = { ...account, origin: ctx.shaonPage.requestState.origin };
  const ask = options.isConfirmed;
  const isConfirmed = ask === null || (await callPort('isConfirmed', async () => ask(context)));
  const person = { kind: 'account', actor, session: null, isConfirmed } as const;
  return { person, owner: `account ${actor.companyId} ${actor.loginId}`, locale: null, ownLocale: null };
}

/** The product's functions expect Koa's general context type. */
function contextOf(ctx: PageContext): Context {
  return Object.assign(ctx, { params: ctx.params ?? {} });
}

/** The language of the product's own pages; a language that Shaon does not have counts as none. */
async function productsLocale({ options }: Admin, ctx: PageContext): Promise<Locale | null> {
  const { localeFromRequest } = options;
  if (localeFromRequest === null) return null;
  const locale = await callPort('localeFromRequest', async () => localeFromRequest(contextOf(ctx)));
  return locale === 'he' || locale === 'en' ? locale : null;
}

async function companyLocale({ core }: Admin, found: Visitor | null): Promise<Locale | null> {
  if (found === null || found.locale !== null) return found?.locale ?? null;
  return (await core.companies.get(systemActor(found.person.actor.companyId))).locale;
}

/** This browser's secret; a new one if it has none of ours. */
function formSecretOf({ cookies }: PipelineState): string {
  const known = cookies.read('form');
  if (known !== null && /^[\w-]{43}$/.test(known)) return known;
  const secret = newFormSecret();
  cookies.set('form', secret);
  return secret;
}

function chosenLanguage({ cookies }: PipelineState): Locale | null {
  const chosen = cookies.read('language');
  return chosen === 'he' || chosen === 'en' ? chosen : null;
}

function chosenTheme({ cookies }: PipelineState): Theme {
  const chosen = cookies.read('theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}

/** The sentence is shown once: the page that shows it deletes its cookie. */
function takeFlash({ cookies, requestState }: PipelineState): Flash | null {
  const sent = cookies.read('flash');
  if (sent === null || requestState.method !== 'GET') return null;
  cookies.clear('flash');
  try {
    const flash: unknown = JSON.parse(Buffer.from(sent, 'base64url').toString('utf8'));
    return isFlash(flash) ? flash : null;
  } catch {
    return null;
  }
}

function isFlash(value: unknown): value is Flash {
  if (typeof value !== 'object' || value === null || !('tone' in value) || !('text' in value)) return false;
  return typeof value.text === 'string' && (value.tone === 'ok' || value.tone === 'wait' || value.tone === 'bad');
}
