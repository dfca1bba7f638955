import { isShaonError, type LoginRole, type PasswordChangeActor, type SecondFactorActor } from '@shaon/core';
import type { Answer, Flash } from './answer.ts';
import type { BrowserRequest } from './browser-request.ts';
import { waitingCounts } from './navigation.ts';
import { Page } from './page.ts';
import { PageError, PageRedirect } from './page-errors.ts';
import type { PersonSession } from './person.ts';

/** One row of a group's table. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** The path under the mount; `:id` names a segment. */
  readonly path: string;
  /** The people who may see the page; for the test that requests every page as everybody. */
  readonly audience: Audience;
  /** Whether the password is asked for first; `sometimes` if that depends on what the form changes (D:A29). */
  readonly asksPassword: boolean | 'sometimes';
  /** @param keep receives the request that the handler uses */
  readonly serve: (request: BrowserRequest, keep: (request: BrowserRequest) => void) => Promise<Answer>;
}

export type Audience = readonly LoginRole[] | 'everybody' | 'password_change' | 'second_factor';

type Handler<V> = (request: V) => Promise<Answer> | Answer;

export const everyone = ['admin', 'manager', 'employee'] as const satisfies readonly LoginRole[];
export const managers = ['admin', 'manager'] as const satisfies readonly LoginRole[];
export const admins = ['admin'] as const satisfies readonly LoginRole[];

/**
 * Whether the password is asked for first, unless it was proved in the last minutes: an open session alone must not give
 * anybody access that outlives it, nor send stored data away (D:A29, A45).
 */
export interface Asking {
  /** Always, or if the form changes something that needs it. */
  readonly asksPassword?: boolean | ((page: Page) => Promise<boolean>);
  /** A file leaves its reader on the page with the link, so the proof leads back there. */
  readonly isFile?: boolean;
}

/** A page that changes nothing. */
export const get = (path: string, roles: readonly LoginRole[], handle: Handler<Page>, asking: Asking = {}): PageRoute =>
  forPeople('GET', path, roles, handle, asking);

/** A form that changes something. Its token is checked before the handler is called. */
export const post = (
  path: string,
  roles: readonly LoginRole[],
  handle: Handler<Page>,
  asking: Asking = {},
): PageRoute => forPeople('POST', path, roles, handle, asking);

/** The same as `get` and `post` for people who have not signed in. */
export const openGet = (path: string, handle: Handler<BrowserRequest>): PageRoute => forEverybody('GET', path, handle);
export const openPost = (path: string, handle: Handler<BrowserRequest>): PageRoute =>
  forEverybody('POST', path, handle);

/** A person who must choose a password first (D:A15). */
export interface PasswordChanger {
  readonly request: BrowserRequest;
  readonly actor: PasswordChangeActor;
  readonly session: PersonSession;
}

export const passwordGet = (path: string, handle: Handler<PasswordChanger>): PageRoute =>
  forPasswordChange('GET', path, handle);
export const passwordPost = (path: string, handle: Handler<PasswordChanger>): PageRoute =>
  forPasswordChange('POST', path, handle);

/** A person who must prove or set up a second factor first. */
export interface FactorProver {
  readonly request: BrowserRequest;
  readonly actor: SecondFactorActor;
  readonly session: PersonSession;
}

type Must = SecondFactorActor['must'];

export const factorGet = (path: string, must: Must, handle: Handler<FactorProver>): PageRoute =>
  forSecondFactor('GET', path, must, handle);
export const factorPost = (path: string, must: Must, handle: Handler<FactorProver>): PageRoute =>
  forSecondFactor('POST', path, must, handle);

function forPeople(
  method: 'GET' | 'POST',
  path: string,
  roles: readonly LoginRole[],
  handle: Handler<Page>,
  { asksPassword = false, isFile = false }: Asking,
): PageRoute {
  return {
    method,
    path,
    audience: roles,
    asksPassword: typeof asksPassword === 'function' ? 'sometimes' : asksPassword,
    async serve(request, keep) {
      const page = await pageOf(request, roles);
      keep(page);
      const asks = typeof asksPassword === 'function' ? await asksPassword(page) : asksPassword;
      if (asks) requireConfirmed(page, isFile ? page.state.pageBefore : page.pageOfUnsentForm);
      return handle(page);
    },
  };
}

/** Throws a redirect to the proof of the password, which then leads to `next`. */
function requireConfirmed(page: Page, next: string): void {
  const { session, options, state } = page;
  if (session === null) {
    const isConfirmed = state.person?.kind === 'account' && state.person.isConfirmed;
    if (isConfirmed || options.confirmUrl === null) return;
    throw page.redirectToProduct(options.confirmUrl, next);
  }
  if (page.isRecentlyConfirmed(session)) return;
  throw new PageRedirect(`/confirm?next=${encodeURIComponent(next)}`);
}

function forEverybody(method: 'GET' | 'POST', path: string, handle: Handler<BrowserRequest>): PageRoute {
  return { method, path, audience: 'everybody', asksPassword: false, serve: async (request) => handle(request) };
}

function forPasswordChange(method: 'GET' | 'POST', path: string, handle: Handler<PasswordChanger>): PageRoute {
  return {
    method,
    path,
    audience: 'password_change',
    asksPassword: false,
    async serve(request) {
      const { person } = request.state;
      if (person === null) throw signInFirst(request);
      if (person.kind !== 'password_change') throw new PageRedirect('/');
      if (mustSignInAgain(request)) throw new PageRedirect(signInPath('/'));
      return handle({ request, actor: person.actor, session: person.session });
    },
  };
}

function forSecondFactor(method: 'GET' | 'POST', path: string, must: Must, handle: Handler<FactorProver>): PageRoute {
  return {
    method,
    path,
    audience: 'second_factor',
    asksPassword: false,
    async serve(request) {
      const { person } = request.state;
      if (person === null) throw signInFirst(request);
      if (person.kind !== 'second_factor') throw new PageRedirect('/');
      if (person.actor.must !== must) throw new PageRedirect(secondFactorPath(person.actor, askedPage(request)));
      if (mustSignInAgain(request)) throw new PageRedirect(signInPath(nextOf(request)));
      return handle({ request, actor: person.actor, session: person.session });
    },
  };
}

/**
 * Whether a person who must choose a password or set up a second factor gave their password too long ago: otherwise
 * somebody who finds their open session could choose or set up their own.
 */
export function mustSignInAgain(request: BrowserRequest): boolean {
  const { person } = request.state;
  if (person === null || person.kind === 'account') return false;
  const setsUp = person.kind === 'password_change' || person.actor.must === 'enrol';
  return setsUp && !request.isRecentlyConfirmed(person.session);
}

/** The page that a person requested before the step they must take first. */
function nextOf({ state, query, form }: BrowserRequest): string {
  return (state.method === 'GET' ? query.get('next') : form.optional('next')) ?? '/';
}

/** The page of the second factor, which then leads to the requested page. */
export function secondFactorPath({ must }: Pick<SecondFactorActor, 'must'>, next: string): string {
  return `/second-factor${must === 'enrol' ? '/new' : ''}${nextQuery(next)}`;
}

/** The sign-in, which then leads to the requested page. */
export function signInPath(next: string): string {
  return `/sign-in${nextQuery(next)}`;
}

const nextQuery = (next: string): string => (next === '/' ? '' : `?next=${encodeURIComponent(next)}`);

/** The request of a person who may see the page. Throws a redirect to the sign-in, or `notPermitted`. */
export async function pageOf(request: BrowserRequest, roles: readonly LoginRole[]): Promise<Page> {
  const { person } = request.state;
  if (person === null) throw signInFirst(request);
  if (person.kind === 'password_change') throw new PageRedirect('/choose-password');
  if (person.kind === 'second_factor') throw new PageRedirect(secondFactorPath(person.actor, askedPage(request)));
  if (!roles.includes(person.actor.role)) throw new PageError('notPermitted');
  const page = new Page(request.state, person.actor, await companyOf(request), person.session);
  page.adopt(request);
  if (page.state.method === 'GET') page.waiting = await waitingCounts(page);
  return page;
}

async function companyOf(request: BrowserRequest) {
  const { person } = request.state;
  if (person?.kind !== 'account') throw new PageError('notSignedIn');
  try {
    return await request.core.companies.get(person.actor);
  } catch (error) {
    // The log-in was disabled after its session was read.
    if (isShaonError(error, 'not_authenticated')) throw signInFirst(request);
    throw error;
  }
}

/** After the sign-in the person returns to the requested page if it is a GET. */
export function signInFirst(
  request: BrowserRequest,
  next = askedPage(request),
  flash: Flash | null = null,
): PageRedirect | PageError {
  const { options } = request;
  if (options.signInUrl !== null) return request.redirectToProduct(options.signInUrl, next);
  if (!request.has('account')) return new PageError('notSignedIn');
  return new PageRedirect(signInPath(next), { flash });
}

function askedPage({ state, asked }: BrowserRequest): string {
  return state.method !== 'GET' || state.requestPath === '/' ? '/' : asked;
}
