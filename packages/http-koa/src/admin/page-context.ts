import type { DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { RequestTarget } from '../http/request-target.ts';
import type { Answer } from './answer.ts';
import type { BrowserRequest, RequestState } from './browser-request.ts';
import type { PageCookies } from './cookies.ts';

/** What the rules know about a request so far. */
export interface PipelineState {
  /** Null for an invalid target (D:A14). */
  readonly target: RequestTarget | null;
  /** The path under the mount. */
  readonly path: string;
  readonly cookies: PageCookies;
  /** The caller and their language: nobody, until `readVisitor` has run. */
  requestState: RequestState;
  /** The template of the matched route. */
  route: string | null;
  /** The handler's request: a `Page` once the person is known to be allowed to see it. */
  request: BrowserRequest | null;
  answer: Answer | null;
}

/** The pages' part of a Koa context, and the fields that we exchange with the router. */
export interface PageState {
  shaonPage: PipelineState;
  newRouterPath?: string;
  matched?: readonly { readonly methods: readonly string[] }[] | undefined;
  params?: Record<string, string>;
}

export type PageContext = ParameterizedContext<DefaultState, PageState>;
/** A rule of the pages' pipeline. */
export type PageRule = Middleware<DefaultState, PageState>;
