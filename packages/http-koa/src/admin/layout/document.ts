import { assetPath } from '../assets.ts';
import type { BrowserRequest } from '../browser-request.ts';
import { type Html, html } from '../html.ts';
import type { View } from './view.ts';

/** The whole document around a body. It contains no inline style or script, because the pages' policy refuses them. */
export function document(request: BrowserRequest, view: View, body: Html): Html {
  const { locale, t, state } = request;
  const isHebrew = locale === 'he';
  const brand = request.options.brand?.name ?? t.common.product;
  const asset = (name: string) => request.path(assetPath(name));
  const owner = state.person?.kind === 'account' ? state.person.actor : null;
  const scripts = ['copy.js', 'submit.js', 'drafts.js', 'reveal.js', ...(view.scripts ?? [])];
  return html`<!doctype html>
<html lang="${locale}" dir="${isHebrew ? 'rtl' : 'ltr'}" data-bs-theme="${state.theme === 'dark' ? 'dark' : 'light'}"${
    state.theme === 'auto' && html` data-theme-auto`
  }>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view.form?.hasErrors ? t.common.errorTitle(view.title) : view.title} · ${brand}</title>
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset(isHebrew ? 'bootstrap.rtl.css' : 'bootstrap.css')}">
<link rel="stylesheet" href="${asset('shaon.css')}">
${state.theme === 'auto' && html`<script src="${asset('theme.js')}"></script>`}
${scripts.map((name) => html`<script src="${asset(name)}" defer></script>`)}
</head>
<body data-copied="${t.common.copied}" data-show="${t.signIn.showPassword}" data-hide="${t.signIn.hidePassword}"${
    owner !== null &&
    html` data-owner="${owner.companyId}.${owner.loginId}" data-returned="${t.common.returned}" data-file-again="${t.common.fileAgain}"`
  }>
<a class="skip" href="#main">${t.common.skip}</a>
${body}
</body>
</html>
`;
}
