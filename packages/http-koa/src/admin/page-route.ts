import { isShaonError, type LoginRole, type PasswordChangeActor, type SecondFactorActor } from '@shaon/core';
import type { Answer, Flash } from './answer.ts';
import { Detour, PageError } from './page-errors.ts';
import type { PageGroup } from './page-groups.ts';
import { Page, type PersonSession, type Visit } from './visit.ts';
import { waitingOf } from './waiting.ts';

/** One row of a group's table. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** Under the mount; `:id` names a segment. */
  readonly path: string;
  /** Who may see it; for the test that asks every page as everybody. */
  readonly audience: Audience;
  /** @param keep is given the visit as the handler has it */
  readonly serve: (visit: Visit, keep: (visit: Visit) => void) => Promise<Answer>;
}

export type Audience = readonly LoginRole[] | 'everybody' | 'password_change' | 'second_factor';

/** A group of pages: `group` switches them on and off together. */
export interface PageRoutes {
  readonly group: PageGroup;
  readonly routes: readonly PageRoute[];
}

type Handler<V> = (visit: V) => Promise<Answer> | Answer;

export const everyone = ['admin', 'manager', 'employee'] as const satisfies readonly LoginRole[];
export const managers = ['admin', 'manager'] as const satisfies readonly LoginRole[];
export const admins = ['admin'] as const satisfies readonly LoginRole[];

/** A page that shows: it changes nothing. */
export const get = (path: string, roles: readonly LoginRole[], handle: Handler<Page>): PageRoute =>
  forPeople('GET', path, roles, handle);

/** A form that acts. Its token is judged before the handler is called. */
export const post = (path: string, roles: readonly LoginRole[], handle: Handler<Page>): PageRoute =>
  forPeople('POST', path, roles, handle);

/** The same for those who are not in. */
export const openGet = (path: string, handle: Handler<Visit>): PageRoute => forEverybody('GET', path, handle);
export const openPost = (path: string, handle: Handler<Visit>): PageRoute => forEverybody('POST', path, handle);

/** Somebody who must choose a password first (D:A15). */
export interface PasswordChanger {
  readonly visit: Visit;
  readonly actor: PasswordChangeActor;
  readonly session: PersonSession;
}

export const passwordGet = (path: string, handle: Handler<PasswordChanger>): PageRoute =>
  forPasswordChange('GET', path, handle);
export const passwordPost = (path: string, handle: Handler<PasswordChanger>): PageRoute =>
  forPasswordChange('POST', path, handle);

/** Somebody who must prove a second factor, or get one, before they go on. */
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
      if (person.kind !== 'password_change') throw new Detour('/');
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
      if (person.kind !== 'second_factor') throw new Detour('/');
      if (person.actor.must !== must) throw new Detour(secondFactorPath(person.actor, askedPage(visit)));
      if (mustSignInAgain(visit)) throw new Detour(signInPath(nextOf(visit)));
      return handle({ visit, actor: person.actor, session: person.session });
    },
  };
}

/**
 * Whether somebody who must get a second factor has given their password too long ago: whoever finds an open session of an
 * admin would get a factor of their own for it.
 */
export function mustSignInAgain(visit: Visit): boolean {
  const { person } = visit.state;
  return person?.kind === 'second_factor' && person.actor.must === 'enrol' && !visit.isProvedLately(person.session);
}

/** The page that somebody halfway has asked for before. */
function nextOf({ state, query, form }: Visit): string {
  return (state.method === 'GET' ? query.get('next') : form.optional('next')) ?? '/';
}

/** The page where somebody halfway goes on, which then leads to the page they asked for. */
export function secondFactorPath({ must }: Pick<SecondFactorActor, 'must'>, next: string): string {
  return `/second-factor${must === 'enrol' ? '/new' : ''}${nextQuery(next)}`;
}

/** The sign-in, which then leads to the page that was asked for. */
export function signInPath(next: string): string {
  return `/sign-in${nextQuery(next)}`;
}

const nextQuery = (next: string): string => (next === '/' ? '' : `?next=${encodeURIComponent(next)}`);

/** The visit as one of a person who may see the page. Throws the way to the sign-in, or `notPermitted`. */
export async function pageOf(visit: Visit, roles: readonly LoginRole[]): Promise<Page> {
  const { person } = visit.state;
  if (person === null) throw signInFirst(visit);
  if (person.kind === 'password_change') throw new Detour('/choose-password');
  if (person.kind === 'second_factor') throw new Detour(secondFactorPath(person.actor, askedPage(visit)));
  if (!roles.includes(person.actor.role)) throw new PageError('notPermitted');
  const page = new Page(visit.state, person.actor, await companyOf(visit), person.session);
  page.adopt(visit);
  if (page.state.method === 'GET') page.waiting = await waitingOf(page);
  return page;
}

async function companyOf(visit: Visit) {
  const { person } = visit.state;
  if (person?.kind !== 'account') throw new PageError('notSignedIn');
  try {
    return await visit.core.companies.get(person.actor);
  } catch (error) {
    // The log-in was disabled since its session was read.
    if (isShaonError(error, 'not_authenticated')) throw signInFirst(visit);
    throw error;
  }
}

/** After the sign-in the person comes back to the page they asked for, where it only shows. */
export function signInFirst(visit: Visit, next = askedPage(visit), flash: Flash | null = null): Detour | PageError {
  const { options } = visit;
  if (options.signInUrl !== null) return visit.detourToProduct(options.signInUrl, next);
  if (!visit.has('account')) return new PageError('notSignedIn');
  return new Detour(signInPath(next), { flash });
}

function askedPage({ state, asked }: Visit): string {
  return state.method !== 'GET' || state.requestPath === '/' ? '/' : asked;
}
