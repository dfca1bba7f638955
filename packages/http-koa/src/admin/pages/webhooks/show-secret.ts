import type { EndpointSummary } from '@shaon/webhooks';
import type { PageAnswer } from '../../answer.ts';
import { submitButton } from '../../components/button.ts';
import { copyButton } from '../../components/copy.ts';
import { remark } from '../../components/flash.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { endpointCrumbs, endpointName } from './endpoint-name.ts';

/** A secret in clear, only in the answer to the form that made it: no address shows it again. */
export function showSecret(page: Page, endpoint: EndpointSummary, secret: string, warning: string | null): PageAnswer {
  const { t } = page;
  const texts = t.webhooks;
  const done = page.path(`/webhooks/${endpoint.id}`);
  const stored = html`<form method="get" action="${done}" class="d-flex flex-wrap gap-3 justify-content-between align-items-center">
    <div class="check"><input class="form-check-input" type="checkbox" id="stored" required
    data-stored><label for="stored">${texts.stored}</label></div>${submitButton(t.common.done, {
      look: 'quiet',
    })}</form>`;
  return {
    kind: 'page',
    status: 200,
    view: {
      title: texts.secretTitle,
      lead: texts.secretLead,
      crumbs: endpointCrumbs(page, endpoint),
      navigation: '/webhooks',
      layout: 'narrow',
      scripts: ['once.js'],
      main: html`${warning !== null && remark('wait', warning)}<section class="secret" aria-labelledby="secret-of">
<div><h2 id="secret-of" class="small muted fw-normal mb-1">${texts.secretOf(endpointName(endpoint))}</h2><code class="code code-big code-wrap mb-3" id="secret"
  data-secret>${secret}</code>${copyButton(t, 'secret', texts.secretCopy, { isLarge: true })}</div>
<div>${stored}</div>
</section>
<p class="muted mt-3">${texts.afterRegister} <a href="${page.path(`/webhooks/${endpoint.id}/verify`)}">${texts.snippets.title}</a></p>`,
    },
  };
}
