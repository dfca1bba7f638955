import type { Context } from 'koa';
import type { ResolvedAdminOptions } from './resolve-options.ts';

type Where = Pick<ResolvedAdminOptions, 'isSecure' | 'publicPath' | 'installation'>;

/**
 * The cookies of the pages. Browsers send a cookie to all ports of its host, so the name ends in a mark of the
 * installation. Over https it begins with `__Host-`, so that no other host of the domain can set it. Over http, for
 * example on a developer's machine, browsers refuse such names.
 */
export class PageCookies {
  readonly #ctx: Context;
  readonly #options: Where;

  constructor(ctx: Context, options: Where) {
    this.#ctx = ctx;
    this.#options = options;
  }

  read(name: CookieName): string | null {
    return this.#ctx.cookies.get(this.#nameOf(name)) ?? null;
  }

  /** @param maxAgeMs default: the cookie lasts until the browser is closed */
  set(name: CookieName, value: string, maxAgeMs?: number): void {
    this.#write(name, value, maxAgeMs);
  }

  clear(name: CookieName): void {
    this.#write(name, '', 0);
  }

  #write(name: CookieName, value: string, maxAgeMs: number | undefined): void {
    const { isSecure, publicPath } = this.#options;
    // Koa refuses `secure` cookies on a connection that looks unencrypted, as behind a proxy, so we write the header.
    const parts = [
      `${this.#nameOf(name)}=${value}`,
      `Path=${isSecure || publicPath === '' ? '/' : publicPath}`,
      'HttpOnly',
      `SameSite=${SAME_SITE[name]}`,
      ...(isSecure ? ['Secure'] : []),
      ...(maxAgeMs === undefined ? [] : [`Max-Age=${Math.max(0, Math.round(maxAgeMs / 1_000))}`]),
    ];
    this.#ctx.append('Set-Cookie', parts.join('; '));
  }

  #nameOf(name: CookieName): string {
    const { isSecure, installation } = this.#options;
    return `${isSecure ? '__Host-' : ''}shaon_${name}_${installation}`;
  }
}

/**
 * `session` is the sign-in; `form` the browser's secret behind the tokens against forged forms; `flash` the sentence
 * that the next page shows once; `language` and `theme` the person's choices.
 */
export type CookieName = 'session' | 'form' | 'flash' | 'language' | 'theme';

/** Lax lets a link in a message open a page with the sign-in; that is safe because no GET changes anything. */
const SAME_SITE: Readonly<Record<CookieName, 'Lax' | 'Strict'>> = {
  session: 'Lax',
  form: 'Strict',
  flash: 'Strict',
  language: 'Lax',
  theme: 'Lax',
};
