import type { Flash } from './answer.ts';

/** A request that ends with a page of its own, told by `rules/answer-errors.ts`. */
export class PageError extends Error {
  readonly kind: PageErrorKind;

  constructor(kind: PageErrorKind) {
    super(kind);
    this.name = 'PageError';
    this.kind = kind;
  }
}

/** Each has its texts in the catalogue `errors`, and its status below. */
export type PageErrorKind =
  | 'notFound'
  | 'notPermitted'
  | 'expired'
  | 'conflict'
  | 'tooLarge'
  | 'badRequest'
  | 'wrongMethod'
  | 'unavailable'
  | 'tookTooLong'
  | 'fault'
  | 'notSignedIn';

export const PAGE_ERROR_STATUS: Readonly<Record<PageErrorKind, number>> = {
  notFound: 404,
  notPermitted: 403,
  expired: 403,
  conflict: 409,
  tooLarge: 413,
  badRequest: 400,
  wrongMethod: 405,
  unavailable: 503,
  tookTooLong: 503,
  fault: 500,
  notSignedIn: 401,
};

/** Sends a person to another page instead of the one asked for: to the sign-in, or to prove the password. */
export class Detour extends Error {
  /** Under the mount, or a whole address of the product. */
  readonly to: string;
  readonly isOutside: boolean;

  /** Shown once on that page. */
  readonly flash: Flash | null;

  constructor(to: string, options: { readonly isOutside?: boolean; readonly flash?: Flash | null } = {}) {
    super('Another page comes first.');
    this.name = 'Detour';
    this.to = to;
    this.isOutside = options.isOutside ?? false;
    this.flash = options.flash ?? null;
  }
}
