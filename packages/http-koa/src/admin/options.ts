import type { IncomingMessage } from 'node:http';
import type { AccountActor, CoreLog } from '@shaon/core';
import type { Context } from 'koa';
import type { PageGroup } from './page-groups.ts';

/** Who is signed in to the product, or null. */
export type AccountFromRequest = (ctx: Context) => AccountActor | null | Promise<AccountActor | null>;
/** Whether they proved their password lately. */
export type IsConfirmed = (ctx: Context) => boolean | Promise<boolean>;

/** Options of `createAdminRoutes` and `adminRequestListener`. */
export interface AdminOptions {
  /**
   * The public address of the pages, such as `https://hr.example/settings/api`. Every link, cookie and form is made for
   * it, never for a request's Host. Cookies are `Secure` where it is https.
   */
  readonly baseUrl: string;
  /**
   * The path under which the server hands requests on. Default none: the mount has taken it off, as `koa-mount` and
   * Express do. With it, a request to another path goes to the next middleware.
   */
  readonly path?: string;
  /** The address of the API as pages show it, ending in `/api/v1`. Default: `/api/v1` at the origin of `baseUrl`. */
  readonly apiUrl?: string;
  /** Where the API is documented; null hides the link. Default: `/docs` at the origin of `baseUrl`. */
  readonly docsUrl?: string | null;
  /** The OpenAPI description; null hides the link. Default: `/openapi.json` at the origin of `baseUrl`. */
  readonly openApiUrl?: string | null;
  /**
   * The product's own log-in: who asks, or null for nobody. With it there is no sign-in of ours. The `loginId` is the
   * product's own or one of `core.accounts`.
   */
  readonly accountFromRequest?: AccountFromRequest;
  /**
   * Where a person without a log-in is sent when the product has its own; without it they get 401. `{page}` in it stands
   * for the path that they asked for, such as `/log-in?next={page}`.
   */
  readonly signInUrl?: string;
  /**
   * Whether the person proved their password lately, asked before a secret is shown, a role given or a manager let in; with `accountFromRequest` alone.
   * Default: the product's log-in is proof enough.
   */
  readonly isConfirmed?: IsConfirmed;
  /** Where somebody who is not is sent to prove it, with `{page}` as above. Needed with `isConfirmed`. */
  readonly confirmUrl?: string;
  /** Which groups of pages there are. Default all; with `accountFromRequest` all but `account`. */
  readonly groups?: readonly PageGroup[];
  /** What stands in the corner of every page. Default Shaon's own name and sign. */
  readonly brand?: Brand;
  /** Requests per minute and token, as `createV1Routes` has it: shown only. Default 60. */
  readonly limitPerMinute?: number;
  /** Months that audit rows are kept, as `core.prune` is told: shown only. Default none is shown. */
  readonly auditMonths?: number;
  /** CIDR ranges or addresses of proxies whose X-Forwarded-For is believed (D:U5). Default none. */
  readonly trustedProxies?: readonly string[];
  /** Tells the caller's address in place of `trustedProxies`. */
  readonly clientAddress?: (request: IncomingMessage) => string;
  /** False while the host drains: every page is then answered 503 (D:H14). */
  readonly isAvailable?: () => boolean;
  /** Default core's log. */
  readonly log?: CoreLog;
}

/** The name of the product that has the pages among its own, and the way back to it. */
export interface Brand {
  readonly name: string;
  /** An image of at least 24 × 24 pixels, at the origin of `baseUrl` or at one of its own. */
  readonly logoUrl?: string;
  /** A link at the top of the navigation that leads back into the product. */
  readonly back?: { readonly url: string; readonly label: string };
}

export interface ResolvedAdminOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path of `baseUrl` without a slash at its end; empty at the root. */
  readonly publicPath: string;
  readonly isSecure: boolean;
  readonly path: string;
  readonly apiUrl: string;
  readonly docsUrl: string | null;
  readonly openApiUrl: string | null;
  readonly accountFromRequest: AccountFromRequest | null;
  readonly signInUrl: string | null;
  readonly isConfirmed: IsConfirmed | null;
  readonly confirmUrl: string | null;
  readonly groups: ReadonlySet<PageGroup>;
  readonly brand: Brand | null;
  readonly limitPerMinute: number;
  readonly auditMonths: number | null;
  readonly clientAddress: (request: IncomingMessage) => string;
  readonly isAvailable: () => boolean;
  readonly log: CoreLog;
}
