import type { IncomingMessage } from 'node:http';
import type { AccountActor, CoreLog, Locale } from '@shaon/core';
import type { Context } from 'koa';
import type { PageGroup } from './page-groups.ts';

/** The account that is signed in to the product; null or undefined for nobody, as `ctx.state.account` may be. */
export type AccountFromRequest = (
  ctx: Context,
) => AccountActor | null | undefined | Promise<AccountActor | null | undefined>;
/** Whether the person proved their password recently. */
export type IsConfirmed = (ctx: Context) => boolean | Promise<boolean>;

/** The language in which the product shows its own pages to the caller, or null. */
export type LocaleFromRequest = (ctx: Context) => Locale | null | Promise<Locale | null>;

/** Options of `createAdminRoutes` and `adminRequestListener`. */
export interface AdminOptions {
  /**
   * The public address of the pages, such as `https://hr.example/settings/api`. Every link, cookie and form uses it,
   * never a request's Host. Cookies are `Secure` if it is https.
   */
  readonly baseUrl: string;
  /**
   * The path under which the server passes requests on. Default none: the mount has removed it, as `koa-mount` and
   * Express do. If set, a request to another path goes to the next middleware.
   */
  readonly path?: string | undefined;
  /** The address of the API as pages show it, ending in `/api/v1`. Default: `/api/v1` at the origin of `baseUrl`. */
  readonly apiUrl?: string | undefined;
  /** Where the API is documented, such as by `createDocsRoutes`. Default, and for null: no link. */
  readonly docsUrl?: string | null | undefined;
  /** The OpenAPI description. Default, and for null: no link. */
  readonly openApiUrl?: string | null | undefined;
  /**
   * The product's own log-in: the calling account, or null or undefined for nobody. If set, our own sign-in is off.
   * The `loginId` is the product's own or one of `core.accounts`.
   */
  readonly accountFromRequest?: AccountFromRequest | undefined;
  /**
   * The language of the pages for the calling account; only with `accountFromRequest`. Default, and for null: the
   * company's language, which each request then reads.
   */
  readonly localeFromRequest?: LocaleFromRequest | undefined;
  /**
   * The address to which a person without a log-in is sent if the product has its own; without it they get 401.
   * `{page}` in it is replaced by the requested path, such as `/log-in?next={page}`.
   */
  readonly signInUrl?: string | undefined;
  /**
   * Whether the person proved their password recently, checked before each act that outlives a session or sends stored
   * data away (D:A45); only with `accountFromRequest`. Default: the product's log-in is proof enough.
   */
  readonly isConfirmed?: IsConfirmed | undefined;
  /** The address where people prove their password, with `{page}` as above. Needed with `isConfirmed`. */
  readonly confirmUrl?: string | undefined;
  /** The groups of pages to serve. Default all; with `accountFromRequest` all but `account`. */
  readonly groups?: readonly PageGroup[] | undefined;
  /** The name and logo in the corner of every page. Default: Shaon's. */
  readonly brand?: Brand | undefined;
  /** Requests per minute and token, as set in `createV1Routes`: shown only. Default 60. */
  readonly limitPerMinute?: number | undefined;
  /** The months for which audit rows are kept, as passed to `core.prune`: shown only. Default: not shown. */
  readonly auditMonths?: number | undefined;
  /** CIDR ranges or addresses of proxies whose X-Forwarded-For is believed (D:U5). Default none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Returns the caller's address, instead of `trustedProxies`. */
  readonly clientAddress?: ((request: IncomingMessage) => string) | undefined;
  /** False while the host drains: every page is then answered with 503 (D:H14). */
  readonly isAvailable?: (() => boolean) | undefined;
  /** Default: core's log. */
  readonly log?: CoreLog | undefined;
}

/** The name of the product that contains the pages, and the link back to it. */
export interface Brand {
  readonly name: string;
  /** An image of at least 24 × 24 pixels, at the origin of `baseUrl` or at another one. */
  readonly logoUrl?: string | undefined;
  /** A link at the top of the navigation that leads back into the product. */
  readonly back?: { readonly url: string; readonly label: string } | undefined;
}
