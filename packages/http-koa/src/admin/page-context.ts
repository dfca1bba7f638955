import type { DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { RequestTarget } from '../http/request-target.ts';
import type { Answer } from './answer.ts';
import type { PageCookies } from './cookies.ts';
import type { Visit, VisitState } from './visit.ts';

/** What the rules have found out about one request so far. */
export interface PageRequest {
  /** Null for what is no valid target (D:A14). */
  readonly target: RequestTarget | null;
  /** The path under the mount. */
  readonly path: string;
  readonly cookies: PageCookies;
  /** Who asks and in which language: nobody, until `readVisitor` has looked. */
  visitState: VisitState;
  /** The template of the route that was found. */
  route: string | null;
  /** The visit as its handler has it: a `Page` once the person may see it. */
  visit: Visit | null;
  answer: Answer | null;
}

/** What of a Koa context is the pages', and what we say to the router and hear from it. */
export interface PageState {
  shaonPage: PageRequest;
  newRouterPath?: string;
  matched?: readonly { readonly methods: readonly string[] }[] | undefined;
  params?: Record<string, string>;
}

export type PageContext = ParameterizedContext<DefaultState, PageState>;
/** A rule of the pages' pipeline. */
export type PageRule = Middleware<DefaultState, PageState>;
