import type { TokenSummary } from '@shaon/core';
import { submitButton } from '../../components/button.ts';
import { codeBlock, copyButton } from '../../components/copy.ts';
import { name } from '../../components/texts.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { exactExpiry } from './token-state.ts';
import { canAndCannot } from './token-words.ts';

/** The only page that shows the token in clear. Its only button confirms that the token is stored. */
export function createdView(page: Page, token: string, summary: TokenSummary): View {
  const { t, options, format } = page;
  const { created, can } = t.tokens;
  const curl = `curl '${options.apiUrl}${firstCall(summary)}' \\
  -H 'Accept: application/json' \\
  -H 'Authorization: Bearer ${token}'`;
  const stored = html`<form method="get" action="${page.path(`/tokens/${summary.id}`)}"
    class="d-flex flex-wrap gap-3 justify-content-between align-items-center">
    <div class="check"><input class="form-check-input" type="checkbox" id="stored" required
    data-stored><label for="stored">${created.stored}</label></div>${submitButton(t.common.done, {
      look: 'quiet',
    })}</form>`;
  const until =
    summary.expiresAt === null
      ? t.tokens.noExpiry
      : html`${exactExpiry(page, summary.expiresAt)}, ${format.zoneName()}`;
  return {
    title: created.title,
    lead: created.lead,
    navigation: '/tokens',
    crumbs: [{ href: '/tokens', label: t.tokens.title }],
    layout: 'narrow',
    scripts: ['once.js'],
    main: html`<section class="secret" aria-labelledby="secret-title">
<div><h2 id="secret-title" class="small muted fw-normal mb-1">${created.secretOf(name(summary.name))}</h2><code class="code code-big code-wrap mb-3" id="secret"
  data-secret>${token}</code>${copyButton(t, 'secret', created.secret, { isLarge: true })}</div>
<div data-secret>${codeBlock(t, 'curl', curl, created.tryIt)}</div>
<div>${stored}</div>
</section>
<section class="section"><h2 class="mb-2">${can.title}</h2><dl class="pairs">${canAndCannot(page, summary.abilities)}<dt>${can.validity}</dt><dd>${until}</dd>
  <dt>${can.rate}</dt><dd>${t.tokens.limit(options.limitPerMinute, format.number(options.limitPerMinute))}</dd></dl></section>`,
  };
}

/** A call that the token may make. */
function firstCall({ abilities }: TokenSummary): string {
  if (abilities.includes('attendance:read')) return '/attendance?per_page=10';
  if (abilities.includes('employees:read')) return '/employees?per_page=10';
  if (abilities.includes('leave:read')) return '/leave?per_page=10';
  return abilities.includes('shifts:read') ? '/shifts' : '/employees';
}
