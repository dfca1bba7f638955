import type { Context } from 'koa';
import type { ResolvedAdminOptions } from './options.ts';

/**
 * The cookies of the pages. Over https their names begin with `__Host-`, so that no other host of the domain can set
 * them; over http, as on a developer's machine, browsers refuse that.
 */
export class PageCookies {
  readonly #ctx: Context;
  readonly #options: Pick<ResolvedAdminOptions, 'isSecure' | 'publicPath'>;

  constructor(ctx: Context, options: Pick<ResolvedAdminOptions, 'isSecure' | 'publicPath'>) {
    this.#ctx = ctx;
    this.#options = options;
  }

  read(name: CookieName): string | null {
    return this.#ctx.cookies.get(this.#nameOf(name)) ?? null;
  }

  /** @param maxAgeMs absent: until the browser is closed */
  set(name: CookieName, value: string, maxAgeMs?: number): void {
    this.#write(name, value, maxAgeMs);
  }

  clear(name: CookieName): void {
    this.#write(name, '', 0);
  }

  #write(name: CookieName, value: string, maxAgeMs: number | undefined): void {
    const { isSecure } = this.#options;
    // Koa's cookies refuse `secure` on a connection that they take for plain, as behind a proxy: the header is ours.
    const parts = [
      `${this.#nameOf(name)}=${value}`,
      'Path=/',
      'HttpOnly',
      `SameSite=${SAME_SITE[name]}`,
      ...(isSecure ? ['Secure'] : []),
      ...(maxAgeMs === undefined ? [] : [`Max-Age=${Math.max(0, Math.round(maxAgeMs / 1_000))}`]),
    ];
    this.#ctx.append('Set-Cookie', parts.join('; '));
  }

  #nameOf(name: CookieName): string {
    return `${this.#options.isSecure ? '__Host-' : ''}shaon_${name}`;
  }
}

/**
 * `session` is the sign-in, `form` a secret of the browser from which tokens against forged forms are made, `flash` what
 * the next page says once, `kept` a form that came after its session had ended, `language` and `theme` what a person chose.
 */
export type CookieName = 'session' | 'form' | 'flash' | 'kept' | 'language' | 'theme';

/** Lax lets a link from a message open a page with the sign-in; nothing that acts is a GET. */
const SAME_SITE: Readonly<Record<CookieName, 'Lax' | 'Strict'>> = {
  session: 'Lax',
  form: 'Strict',
  flash: 'Strict',
  // The way back from a product's log-in may begin on another site.
  kept: 'Lax',
  language: 'Lax',
  theme: 'Lax',
};
