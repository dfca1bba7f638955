import type { Answer } from '../../answer.ts';
import { copyButton } from '../../components/copy.ts';
import { code } from '../../components/texts.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { sampleList } from './endpoint-form.ts';
import { endpointCrumbs, webhooksOf } from './endpoint-name.ts';
import { LANGUAGES, SIGNATURE_HEADER } from './snippets.ts';

/** Code in five languages with which this endpoint's receiver verifies deliveries, and sample deliveries. */
export async function showSnippets(page: Page): Promise<Answer> {
  const { actor, t, options } = page;
  const { endpoints, deliveries } = webhooksOf(page);
  const endpoint = await endpoints.get(actor, page.id());
  const samples = await deliveries.samples(actor);
  const { pathname } = new URL(endpoint.url);
  const pieces = LANGUAGES.map(
    ({ key, label, code: codeOf }) =>
      html`<section class="section" aria-labelledby="${key}"><div class="section-head d-flex justify-content-between align-items-center">
        <h2 id="${key}"><bdi dir="ltr">${label}</bdi></h2>${copyButton(
          t,
          `code-${key}`,
          t.webhooks.snippets.code(label),
        )}</div><pre class="code" id="code-${key}" tabindex="0">${codeOf(pathname)}</pre></section>`,
  );
  const docs = options.docsUrl !== null && html` <a href="${options.docsUrl}">${code(options.docsUrl)}</a>`;
  return page.show({
    title: t.webhooks.snippets.title,
    lead: t.webhooks.snippets.lead(code(SIGNATURE_HEADER)),
    crumbs: endpointCrumbs(page, endpoint),
    navigation: '/webhooks',
    main: html`<p class="muted">${t.webhooks.snippets.replays}${docs}</p>${pieces}
<section class="section" aria-labelledby="samples"><h2 id="samples" class="mb-1">${t.webhooks.samples}</h2>
  <p class="small muted mb-3">${t.webhooks.samplesText}</p>${sampleList(page, samples)}</section>`,
  });
}
