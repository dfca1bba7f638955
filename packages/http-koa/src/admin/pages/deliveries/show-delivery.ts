import { isShaonError } from '@shaon/core';
import type { DeliverySummary, EndpointSummary, ShownRequest } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { copyButton } from '../../components/copy.ts';
import { addressWith } from '../../components/pager.ts';
import { postForm } from '../../components/post-form.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { endpointName, webhooksOf } from '../webhooks/endpoint-name.ts';
import { attemptList, attemptsTitle } from './attempt-list.ts';
import { deliveryBadge, shownState } from './delivery-state.ts';
import { keptDays } from './kept-days.ts';
import { requestAsCurl, requestHeaders } from './request-parts.ts';

export async function showDelivery(page: Page): Promise<Answer> {
  const { actor, t } = page;
  const { deliveries, endpoints, policy } = webhooksOf(page);
  const delivery = await deliveries.get(actor, page.id());
  const [attempts, listed, request] = await Promise.all([
    deliveries.attempts(actor, delivery.id),
    endpoints.list(actor),
    requestOf(page, delivery),
  ]);
  const endpoint = listed.find(({ id }) => id === delivery.endpointId) ?? null;
  disclose(page, delivery);
  const main = html`${isOpen(delivery) && liveMark(page, delivery)}<div class="two"><div>
<section aria-labelledby="attempts"><h2 id="attempts" class="mb-3">${attemptsTitle(page, delivery)}</h2>${attemptList(
    page,
    delivery,
    attempts,
    policy.waitsMs,
  )}</section>
<section class="section" aria-labelledby="body-title"><div class="section-head d-flex justify-content-between align-items-center">
  <h2 id="body-title">${t.deliveries.body}</h2>${copyButton(t, 'body', t.deliveries.bodyCopy)}</div><pre class="code code-wrap" id="body"
  tabindex="0">${delivery.body}</pre></section>
${request === null ? html`<p class="section muted">${t.deliveries.noRequest}</p>` : html`${requestHeaders(page, request)}${requestAsCurl(page, request)}`}
</div><div class="aside">${details(page, delivery)}
<section><h2>${t.deliveries.whatTitle}</h2><p class="muted">${t.deliveries.what[shownState(delivery)]}</p></section>
<section><h2>${t.deliveries.keptTitle}</h2><p class="muted">${t.webhooks.kept(...keptDays(page, policy))}</p></section></div></div>`;
  return page.show({
    title: t.deliveries.delivery(`#${delivery.id}`),
    heading: html`<bdi dir="ltr" class="mono fs-5">${delivery.eventType}</bdi>${deliveryBadge(page, delivery)}`,
    lead: lead(page, endpoint),
    actions: actions(page, delivery, endpoint, request),
    crumbs: [{ href: addressWith(page, {}, '/deliveries'), label: t.deliveries.title }],
    navigation: '/deliveries',
    ...(isOpen(delivery) && { scripts: ['live.js'] }),
    main,
  });
}

/** The progress of the delivery, for the script that reloads its page. */
export async function getLiveState(page: Page): Promise<Answer> {
  const delivery = await webhooksOf(page).deliveries.get(page.actor, page.id());
  return { kind: 'text', status: 200, body: liveStateOf(delivery) };
}

/** Whether further changes will come by themselves. */
const isOpen = ({ state }: DeliverySummary): boolean => state === 'pending' || state === 'in_flight';

const liveStateOf = ({ state, attempts }: DeliverySummary): string => `${state} ${attempts}`;

function liveMark(page: Page, delivery: DeliverySummary): Html {
  const address = page.path(`/deliveries/${delivery.id}/state`);
  return html`<div data-live="${address}" data-live-state="${liveStateOf(delivery)}" hidden></div>`;
}

/** Sends the same body again, as a delivery of its own. */
export async function resend(page: Page): Promise<Answer> {
  const { t } = page;
  const id = page.id();
  try {
    const again = await webhooksOf(page).deliveries.resend(page.actor, id, page.once);
    return page.redirect(`/deliveries/${again}`, t.deliveries.resent);
  } catch (error) {
    const isRemoved = isShaonError(error, 'not_found') && error.details.thing === 'webhook endpoint';
    if (!isRemoved && !isShaonError(error, 'state_conflict')) throw error;
    return page.redirect(`/deliveries/${id}`, { tone: 'bad', text: t.deliveries.resendOff });
  }
}

/** The last request, or the next one; null if there is neither. */
async function requestOf(page: Page, { id, attempts, state }: DeliverySummary): Promise<ShownRequest | null> {
  const isToCome = state === 'pending' || state === 'held';
  if (attempts === 0 && !isToCome) return null;
  try {
    return await webhooksOf(page).deliveries.request(page.actor, id, Math.max(attempts, 1));
  } catch (error) {
    // The delivery changed between the two reads.
    if (isShaonError(error, 'not_found')) return null;
    throw error;
  }
}

function lead(page: Page, endpoint: EndpointSummary | null): Html {
  const { t } = page;
  if (endpoint === null) return html`${t.deliveries.removedEndpoint}`;
  const name = html`<a href="${page.path(`/webhooks/${endpoint.id}`)}">${endpointName(endpoint)}</a>`;
  return html`<span class="wrap-any">${t.deliveries.to(name, code(endpoint.url))}</span>`;
}

function actions(
  page: Page,
  delivery: DeliverySummary,
  endpoint: EndpointSummary | null,
  request: ShownRequest | null,
): Html[] {
  const { t } = page;
  const here = `/deliveries/${delivery.id}`;
  const refresh = linkButton(page, here, t.deliveries.refresh, { icon: 'retry' });
  const curl = html`<a class="btn btn-quiet" href="#curl">${t.deliveries.curl}</a>`;
  const again = postForm(page, `${here}/resend`, submitButton(t.deliveries.resend), { once: true });
  return [
    ...(isOpen(delivery) ? [refresh] : []),
    ...(request === null ? [] : [curl]),
    ...(endpoint?.enabled ? [again] : []),
  ];
}

function details(page: Page, delivery: DeliverySummary): Html {
  const { t, format } = page;
  const texts = t.deliveries.details;
  const at = (time: Date) => html`${value(format.shortDate(time))}, ${value(format.seconds(time))}`;
  return html`<section><h2>${t.deliveries.detailsTitle}</h2><dl class="pairs small"><dt>${texts.delivery}</dt><dd>${code(`#${delivery.id}`)}</dd>
    <dt>${texts.event}</dt><dd>${code(`#${delivery.eventId}`)}</dd><dt>${texts.created}</dt>
    <dd>${at(delivery.createdAt)}</dd>${
      delivery.finishedAt !== null &&
      html`<dt>${texts.finished}</dt>
    <dd>${at(delivery.finishedAt)}</dd>`
    }<dt>${texts.trigger}</dt><dd>${t.deliveries.triggers[delivery.trigger]}</dd><dt>${texts.run}</dt>
    <dd>${format.number(delivery.run)}</dd></dl><p class="small muted mt-2">${format.zoneName()}</p></section>`;
}

/** A body contains a person's data; a sample contains nobody's (D:A16). */
function disclose(page: Page, { trigger, body }: DeliverySummary & { readonly body: string }): void {
  if (trigger === 'test') return;
  const { data } = JSON.parse(body) as { readonly data?: { readonly employee_id?: unknown } };
  const id = data?.employee_id;
  page.disclosed({ what: 'webhook.delivery', ...(typeof id === 'number' && { employee_id: id }) });
}
