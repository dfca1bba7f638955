import type { DeliverySummary, EndpointSummary } from '@shaon/webhooks';
import { hereWith } from '../../components/pager.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import { mapYielding } from '../../map-yielding.ts';
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
  const rows = await mapYielding(deliveries, (delivery) => row(page, delivery, endpoints));
  return html`<table class="list mid"><caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">${columns.event}</th><th scope="col" class="d-none d-xl-table-cell">${columns.delivery}</th>${endpoints !== null && html`<th scope="col" class="d-none d-lg-table-cell">${columns.endpoint}</th>`}<th scope="col">${columns.state}</th><th scope="col" class="d-none d-md-table-cell">${columns.attempts}</th><th scope="col" class="d-none d-sm-table-cell">${columns.answer}</th><th scope="col" class="d-none d-md-table-cell">${columns.created}</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function row(page: Page, delivery: DeliverySummary, endpoints: readonly EndpointSummary[] | null): Html {
  const { format } = page;
  const { id, eventType, attempts, createdAt } = delivery;
  const next = nextAttempt(page, delivery);
  return html`<tr><th scope="row"><a href="${hereWith(page, {}, `/deliveries/${id}`)}">${eventName(eventType)}</a></th>
<td class="d-none d-xl-table-cell"><span class="faint">${code(`#${id}`)}</span></td>
${endpoints !== null && html`<td class="d-none d-lg-table-cell">${endpointCell(page, delivery.endpointId, endpoints)}</td>`}
<td>${deliveryBadge(page, delivery)}${next !== null && html`<span class="sub">${next}</span>`}</td>
<td class="num d-none d-md-table-cell">${format.number(attempts)}</td>
<td class="d-none d-sm-table-cell">${lastAnswer(page, delivery)}</td>
<td class="d-none d-md-table-cell">${createdCell(page, createdAt)}</td></tr>`;
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
