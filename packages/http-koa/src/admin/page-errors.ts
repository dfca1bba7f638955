import type { Flash } from './answer.ts';

/** A request that ends with an error page, which `rules/answer-errors.ts` makes. */
export class PageError extends Error {
  readonly kind: PageErrorKind;

  constructor(kind: PageErrorKind) {
    super(kind);
    this.name = 'PageError';
    this.kind = kind;
  }
}

/** Each kind has its texts in the catalogue `errors` and its status below. */
export type PageErrorKind =
  | 'notFound'
  | 'gone'
  | 'notPermitted'
  | 'expired'
  | 'wrongAddress'
  | 'conflict'
  | 'monthClosed'
  | 'tooLarge'
  | 'badRequest'
  | 'wrongMethod'
  | 'unavailable'
  | 'tookTooLong'
  | 'fault'
  | 'notSignedIn';

export const PAGE_ERROR_STATUS: Readonly<Record<PageErrorKind, number>> = {
  notFound: 404,
  gone: 404,
  notPermitted: 403,
  expired: 403,
  wrongAddress: 403,
  conflict: 409,
  monthClosed: 409,
  tooLarge: 413,
  badRequest: 400,
  wrongMethod: 405,
  unavailable: 503,
  tookTooLong: 503,
  fault: 500,
  notSignedIn: 401,
};

/** Redirects a person from the requested page to another one: the sign-in, or the proof of the password. */
export class PageRedirect extends Error {
  /** A path under the mount, or a whole address of the product. */
  readonly to: string;
  readonly isOutside: boolean;

  /** The sentence shown once on that page. */
  readonly flash: Flash | null;

  constructor(to: string, options: { readonly isOutside?: boolean; readonly flash?: Flash | null } = {}) {
    super('Another page comes first.');
    this.name = 'PageRedirect';
    this.to = to;
    this.isOutside = options.isOutside ?? false;
    this.flash = options.flash ?? null;
  }
}
