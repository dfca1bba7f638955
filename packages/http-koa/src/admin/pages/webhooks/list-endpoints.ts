import type { EndpointHealth, EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { recordTable } from '../../components/record-table.ts';
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
        : await table(page, listed, healths),
  });
}

function table(page: Page, listed: readonly EndpointSummary[], healths: readonly EndpointHealth[]): Promise<Html> {
  const { t, format } = page;
  const { columns, caption } = t.webhooks;
  const healthOf = ({ id }: EndpointSummary) => healths.find(({ endpointId }) => endpointId === id);
  const delivered = (endpoint: EndpointSummary) => {
    const health = healthOf(endpoint);
    return health !== undefined && deliveredShare(page, health.last24Hours);
  };
  const lastSuccess = (endpoint: EndpointSummary) => {
    const at = healthOf(endpoint)?.lastSuccessAt ?? null;
    return at === null ? t.common.never : format.ago(at);
  };
  const waiting = (endpoint: EndpointSummary) => {
    const { pending = 0, held = 0 } = healthOf(endpoint) ?? {};
    return pending + held === 0 ? html`<span class="muted">0</span>` : format.number(pending + held);
  };
  return recordTable<EndpointSummary>(
    caption,
    [
      { head: columns.endpoint, cell: (endpoint) => nameCell(page, endpoint) },
      { head: columns.state, cell: (endpoint) => endpointBadge(page, endpoint), className: 'nowrap' },
      { head: columns.delivered, cell: delivered, from: 'md' },
      { head: columns.lastSuccess, cell: lastSuccess, from: 'lg' },
      { head: columns.waiting, cell: waiting, from: 'sm', className: 'num' },
    ],
    listed,
  );
}

const nameCell = (page: Page, endpoint: EndpointSummary): Html =>
  html`<a class="name" href="${page.path(`/webhooks/${endpoint.id}`)}">${endpointName(endpoint)}</a><span class="sub wrap-any">${code(endpoint.url)}</span>`;
