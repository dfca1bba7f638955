import type { DeliverySummary, EndpointSummary } from '@shaon/webhooks';
import { hereWith } from '../../components/pager.ts';
import { recordTable } from '../../components/record-table.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { endpointName } from '../webhooks/endpoint-name.ts';
import { deliveryBadge, lastAnswer, nextAttempt } from './delivery-state.ts';

/**
 * A table of deliveries, one per row.
 *
 * @param endpoints for the column with each delivery's endpoint; null for a list of one endpoint
 */
export async function deliveryTable(
  page: Page,
  deliveries: readonly DeliverySummary[],
  endpoints: readonly EndpointSummary[] | null,
): Promise<Html> {
  const { columns, caption } = page.t.deliveries;
  return recordTable<DeliverySummary>(
    caption,
    [
      { head: columns.event, cell: ({ id, eventType }) => eventCell(page, id, eventType) },
      { head: columns.delivery, cell: ({ id }) => html`<span class="faint">${code(`#${id}`)}</span>`, from: 'xl' },
      endpoints !== null && {
        head: columns.endpoint,
        cell: ({ endpointId }) => endpointCell(page, endpointId, endpoints),
        from: 'lg',
      },
      { head: columns.state, cell: (delivery) => stateCell(page, delivery) },
      { head: columns.attempts, cell: ({ attempts }) => page.format.number(attempts), from: 'md', className: 'num' },
      { head: columns.answer, cell: (delivery) => lastAnswer(page, delivery), from: 'sm' },
      { head: columns.created, cell: ({ createdAt }) => createdCell(page, createdAt), from: 'md' },
    ],
    deliveries,
    { className: 'mid' },
  );
}

const eventCell = (page: Page, id: number, type: string): Html =>
  html`<a href="${hereWith(page, {}, `/deliveries/${id}`)}">${eventName(type)}</a>`;

function stateCell(page: Page, delivery: DeliverySummary): Html {
  const next = nextAttempt(page, delivery);
  return html`${deliveryBadge(page, delivery)}${next !== null && html`<span class="sub">${next}</span>`}`;
}

/** On a narrow screen the name may break after the dot rather than within a word. */
function eventName(type: string): Html {
  const [first = '', ...rest] = type.split('.');
  return html`<bdi dir="ltr" class="mono">${first}${rest.map((part) => html`.<wbr>${part}`)}</bdi>`;
}

function endpointCell(page: Page, id: number, endpoints: readonly EndpointSummary[]): Html {
  const endpoint = endpoints.find((one) => one.id === id);
  return endpoint === undefined
    ? html`<span class="muted">${page.t.deliveries.removedEndpoint}</span>`
    : endpointName(endpoint);
}

/** The time, and the date unless it is today. */
function createdCell({ format, now }: Page, at: Date): Html {
  const isToday = format.calendarDate(at) === format.calendarDate(now);
  return html`${value(format.seconds(at))}${!isToday && html`<span class="sub">${value(format.shortDate(at))}</span>`}`;
}
