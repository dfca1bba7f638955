import type { Locale } from '@shaon/core';
import { assetPath } from './assets.ts';
import { icon } from './components/icon.ts';
import { html } from './html.ts';
import { CATALOGUES } from './locales/index.ts';

/**
 * The page at the root of the standalone host, with links to the sign-in and, for programmers, to the API description.
 *
 * @param parts.adminPath the path of the web interface, without a slash at its end
 * @param parts.docsPath null if the host shows no description
 */
export function frontPage(
  locale: Locale,
  parts: { readonly adminPath: string; readonly docsPath: string | null },
): string {
  const t = CATALOGUES[locale];
  const { front, common, signIn } = t;
  const asset = (name: string) => parts.adminPath + assetPath(name);
  const isHebrew = locale === 'he';
  return html`<!doctype html>
<html lang="${locale}" dir="${isHebrew ? 'rtl' : 'ltr'}" data-bs-theme="light" data-theme-auto>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${common.product}</title>
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset(isHebrew ? 'bootstrap.rtl.css' : 'bootstrap.css')}">
<link rel="stylesheet" href="${asset('shaon.css')}">
<script src="${asset('theme.js')}"></script>
</head>
<body>
<div class="alone">
<header></header>
<main id="main">
<div class="brand px-0 mb-4">${icon('clock')}<span><b>${common.product}</b></span></div>
<h1 class="mb-3">${front.title}</h1>
<p class="muted mb-4">${front.lead}</p>
<a class="btn btn-primary w-100" href="${parts.adminPath}/">${signIn.title}</a>
${parts.docsPath !== null && html`<p class="small mt-4"><a href="${parts.docsPath}">${front.docs}</a></p>`}
</main>
<footer></footer>
</div>
</body>
</html>
`.toString();
}
