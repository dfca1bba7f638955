import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { filters } from '../../components/filters.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { webhooksOf } from '../webhooks/endpoint-name.ts';
import { deliveryFilter, deliveryFilters } from './delivery-query.ts';
import { deliveryTable } from './delivery-table.ts';
import { keptDays } from './kept-days.ts';

const PER_PAGE = 50;

export async function listDeliveries(page: Page): Promise<Answer> {
  const { actor, t, format, query } = page;
  const { deliveries, endpoints, policy } = webhooksOf(page);
  const number = pageNumber(query);
  const filter = deliveryFilter(page);
  const [{ items, total }, listed] = await Promise.all([
    deliveries.list(actor, filter, { page: number, per_page: PER_PAGE }),
    endpoints.list(actor),
  ]);
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  const isEmpty = total === 0 && Object.keys(filter).length === 0;
  const shown =
    items.length === 0
      ? emptyState('search', t.common.nothingFound, t.common.nothingFoundHelp)
      : html`${await deliveryTable(page, items, listed)}${pager(page, { page: number, perPage: PER_PAGE, total })}`;
  const kept = t.deliveries.kept(...keptDays(page, policy));
  const toEndpoints = linkButton(page, '/webhooks', t.deliveries.toEndpoints, { icon: 'hook' });
  return page.show({
    title: t.deliveries.title,
    lead: t.deliveries.lead,
    navigation: '/deliveries',
    main: isEmpty
      ? emptyState('send', t.deliveries.none, t.deliveries.noneText, toEndpoints)
      : html`${filters(page, deliveryFilters(page, listed))}${shown}<p class="small muted mt-3">${kept} ${format.zoneName()}</p>`,
  });
}
