import type { BrowserRequest } from '../../browser-request.ts';
import { copyButton } from '../../components/copy.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';

/** Recovery codes, shown only once; the person continues after confirming that they stored them. */
export function recoveryCodesView(
  request: BrowserRequest,
  codes: readonly string[],
  parts: { readonly lead: string; readonly next: string; readonly layout: 'standalone' | 'narrow' },
): View {
  const { t } = request;
  const { factor } = t.account;
  return {
    title: factor.codesTitle,
    lead: parts.lead,
    layout: parts.layout,
    ...(parts.layout === 'narrow' && { navigation: '/account' }),
    scripts: ['once.js'],
    main: html`<section class="secret" aria-label="${factor.codesTitle}">
<div><pre class="code code-big code-wrap mb-3" id="codes" tabindex="0" data-secret>${codes.join('\n')}</pre>${copyButton(
      t,
      'codes',
      factor.codesName,
      { isLarge: true },
    )}</div>
<div>${storedForm(request, parts.next)}</div>
</section>`,
  };
}

function storedForm(request: BrowserRequest, next: string): Html {
  const { t } = request;
  return html`<form method="get" action="${request.path(next)}" class="d-flex flex-wrap gap-3 justify-content-between align-items-center">
    <div class="check"><input class="form-check-input" type="checkbox" id="f-stored"
    required><label for="f-stored">${t.account.factor.stored}</label></div><button class="btn btn-quiet" type="submit">${t.common.done}</button></form>`;
}
