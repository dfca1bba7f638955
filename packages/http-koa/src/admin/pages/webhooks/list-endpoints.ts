import type { EndpointHealth, EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { code } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { endpointName, webhooksOf } from './endpoint-name.ts';
import { deliveredShare, endpointBadge } from './endpoint-state.ts';

export async function listEndpoints(page: Page): Promise<Answer> {
  const { actor, t } = page;
  const { endpoints } = webhooksOf(page);
  const [listed, healths] = await Promise.all([endpoints.list(actor), endpoints.healthOfAll(actor)]);
  const add = linkButton(page, '/webhooks/new', t.webhooks.new, { look: 'primary', icon: 'plus' });
  return page.show({
    title: t.webhooks.title,
    lead: t.webhooks.lead,
    actions: listed.length === 0 ? [] : [add],
    navigation: '/webhooks',
    main:
      listed.length === 0
        ? emptyState('hook', t.webhooks.none, t.webhooks.noneText, add)
        : table(page, listed, healths),
  });
}

function table(page: Page, listed: readonly EndpointSummary[], healths: readonly EndpointHealth[]): Html {
  const { columns, caption } = page.t.webhooks;
  return html`<table class="list"><caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">${columns.endpoint}</th><th scope="col">${columns.state}</th><th scope="col" class="d-none d-md-table-cell">${columns.delivered}</th><th scope="col" class="d-none d-lg-table-cell">${columns.lastSuccess}</th><th scope="col" class="d-none d-sm-table-cell">${columns.waiting}</th></tr></thead>
<tbody>${listed.map((endpoint) =>
    row(
      page,
      endpoint,
      healths.find(({ endpointId }) => endpointId === endpoint.id),
    ),
  )}</tbody></table>`;
}

function row(page: Page, endpoint: EndpointSummary, health: EndpointHealth | undefined): Html {
  const { t, format } = page;
  const last = health?.lastSuccessAt ?? null;
  const waiting = (health?.pending ?? 0) + (health?.held ?? 0);
  return html`<tr><th scope="row"><a class="name" href="${page.path(`/webhooks/${endpoint.id}`)}">${endpointName(endpoint)}</a><span class="sub wrap-any">${code(endpoint.url)}</span></th>
<td class="nowrap">${endpointBadge(page, endpoint)}</td>
<td class="d-none d-md-table-cell">${health !== undefined && deliveredShare(page, health.last24Hours)}</td>
<td class="d-none d-lg-table-cell">${last === null ? t.common.never : format.ago(last)}</td>
<td class="d-none d-sm-table-cell num">${waiting === 0 ? html`<span class="muted">0</span>` : format.number(waiting)}</td></tr>`;
}
