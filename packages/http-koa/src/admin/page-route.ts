import { isShaonError, type LoginRole, type PasswordChangeActor, type SecondFactorActor } from '@shaon/core';
import type { Answer, Flash } from './answer.ts';
import { PageError, PageRedirect } from './page-errors.ts';
import type { PageGroup } from './page-groups.ts';
import { Page, type PersonSession, type Visit } from './visit.ts';
import { waitingCounts } from './waiting-counts.ts';

/** One row of a group's table. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** The path under the mount; `:id` names a segment. */
  readonly path: string;
  /** The people who may see the page; for the test that requests every page as everybody. */
  readonly audience: Audience;
  /** @param keep receives the visit that the handler uses */
  readonly serve: (visit: Visit, keep: (visit: Visit) => void) => Promise<Answer>;
}

export type Audience = readonly LoginRole[] | 'everybody' | 'password_change' | 'second_factor';

/** A group of pages, switched on and off together by `group`. */
export interface PageRoutes {
  readonly group: PageGroup;
  readonly routes: readonly PageRoute[];
}

type Handler<V> = (visit: V) => Promise<Answer> | Answer;

export const everyone = ['admin', 'manager', 'employee'] as const satisfies readonly LoginRole[];
export const managers = ['admin', 'manager'] as const satisfies readonly LoginRole[];
export const admins = ['admin'] as const satisfies readonly LoginRole[];

/** A page that changes nothing. */
export const get = (path: string, roles: readonly LoginRole[], handle: Handler<Page>): PageRoute =>
  forPeople('GET', path, roles, handle);

/** A form that changes something. Its token is checked before the handler is called. */
export const post = (path: string, roles: readonly LoginRole[], handle: Handler<Page>): PageRoute =>
  forPeople('POST', path, roles, handle);

/** The same for people who have not signed in. */
export const openGet = (path: string, handle: Handler<Visit>): PageRoute => forEverybody('GET', path, handle);
export const openPost = (path: string, handle: Handler<Visit>): PageRoute => forEverybody('POST', path, handle);

/** A person who must choose a password first (D:A15). */
export interface PasswordChanger {
  readonly visit: Visit;
  readonly actor: PasswordChangeActor;
  readonly session: PersonSession;
}

export const passwordGet = (path: string, handle: Handler<PasswordChanger>): PageRoute =>
  forPasswordChange('GET', path, handle);
export const passwordPost = (path: string, handle: Handler<PasswordChanger>): PageRoute =>
  forPasswordChange('POST', path, handle);

/** A person who must prove or set up a second factor first. */
export interface FactorProver {
  readonly visit: Visit;
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
): PageRoute {
  return {
    method,
    path,
    audience: roles,
    async serve(visit, keep) {
      const page = await pageOf(visit, roles);
      keep(page);
      return handle(page);
    },
  };
}

function forEverybody(method: 'GET' | 'POST', path: string, handle: Handler<Visit>): PageRoute {
  return { method, path, audience: 'everybody', serve: async (visit) => handle(visit) };
}

function forPasswordChange(method: 'GET' | 'POST', path: string, handle: Handler<PasswordChanger>): PageRoute {
  return {
    method,
    path,
    audience: 'password_change',
    async serve(visit) {
      const { person } = visit.state;
      if (person === null) throw signInFirst(visit);
      if (person.kind !== 'password_change') throw new PageRedirect('/');
      return handle({ visit, actor: person.actor, session: person.session });
    },
  };
}

function forSecondFactor(method: 'GET' | 'POST', path: string, must: Must, handle: Handler<FactorProver>): PageRoute {
  return {
    method,
    path,
    audience: 'second_factor',
    async serve(visit) {
      const { person } = visit.state;
      if (person === null) throw signInFirst(visit);
      if (person.kind !== 'second_factor') throw new PageRedirect('/');
      if (person.actor.must !== must) throw new PageRedirect(secondFactorPath(person.actor, askedPage(visit)));
      if (mustSignInAgain(visit)) throw new PageRedirect(signInPath(nextOf(visit)));
      return handle({ visit, actor: person.actor, session: person.session });
    },
  };
}

/**
 * Whether a person who must set up a second factor gave their password too long ago: otherwise somebody who finds an
 * admin's open session could set up their own factor for it.
 */
export function mustSignInAgain(visit: Visit): boolean {
  const { person } = visit.state;
  return (
    person?.kind === 'second_factor' && person.actor.must === 'enrol' && !visit.isRecentlyConfirmed(person.session)
  );
}

/** The page that a person requested before the step they must take first. */
function nextOf({ state, query, form }: Visit): string {
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

/** The visit of a person who may see the page. Throws a redirect to the sign-in, or `notPermitted`. */
export async function pageOf(visit: Visit, roles: readonly LoginRole[]): Promise<Page> {
  const { person } = visit.state;
  if (person === null) throw signInFirst(visit);
  if (person.kind === 'password_change') throw new PageRedirect('/choose-password');
  if (person.kind === 'second_factor') throw new PageRedirect(secondFactorPath(person.actor, askedPage(visit)));
  if (!roles.includes(person.actor.role)) throw new PageError('notPermitted');
  const page = new Page(visit.state, person.actor, await companyOf(visit), person.session);
  page.adopt(visit);
  if (page.state.method === 'GET') page.waiting = await waitingCounts(page);
  return page;
}

async function companyOf(visit: Visit) {
  const { person } = visit.state;
  if (person?.kind !== 'account') throw new PageError('notSignedIn');
  try {
    return await visit.core.companies.get(person.actor);
  } catch (error) {
    // The log-in was disabled after its session was read.
    if (isShaonError(error, 'not_authenticated')) throw signInFirst(visit);
    throw error;
  }
}

/** After the sign-in the person returns to the requested page if it is a GET. */
export function signInFirst(
  visit: Visit,
  next = askedPage(visit),
  flash: Flash | null = null,
): PageRedirect | PageError {
  const { options } = visit;
  if (options.signInUrl !== null) return visit.redirectToProduct(options.signInUrl, next);
  if (!visit.has('account')) return new PageError('notSignedIn');
  return new PageRedirect(signInPath(next), { flash });
}

function askedPage({ state, asked }: Visit): string {
  return state.method !== 'GET' || state.requestPath === '/' ? '/' : asked;
}
