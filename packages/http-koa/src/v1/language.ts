import type { Locale } from '@shaon/core';
import type { V1Context } from './call.ts';

/** The language of error texts: English unless the caller prefers Hebrew (D:X1). */
export function errorLocale(ctx: V1Context): Locale {
  return preferred(ctx, 'en');
}

/** The language of localized texts: the company's, unless the caller prefers the other (D:F3). */
export function messageLocale(ctx: V1Context, companyLocale: Locale): Locale {
  return preferred(ctx, companyLocale);
}

/** With equal preferences, for `*` and for unsupported languages, the default is used. */
function preferred(ctx: V1Context, fallback: Locale): Locale {
  const accepted = ctx.acceptsLanguages(fallback === 'en' ? ['en', 'he'] : ['he', 'en']);
  return accepted === 'he' || accepted === 'en' ? accepted : fallback;
}
