import type { DeliverySummary, EndpointHealthDetail, EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { columnChart } from '../../components/chart.ts';
import { remark } from '../../components/flash.ts';
import { code, isolated, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { deliveryTable } from '../deliveries/delivery-table.ts';
import { fromNow } from '../deliveries/time-spans.ts';
import { endpointAside } from './endpoint-aside.ts';
import { endpointName, endpointText, webhooksOf } from './endpoint-name.ts';
import { endpointBadge, percent } from './endpoint-state.ts';
import { startOfDate } from './replay.ts';

const RECENT = 7;

export async function showEndpoint(page: Page): Promise<Answer> {
  const { actor, t } = page;
  const { endpoints, deliveries, policy } = webhooksOf(page);
  const endpoint = await endpoints.get(actor, page.id());
  const { id } = endpoint;
  const [health, recent] = await Promise.all([
    endpoints.health(actor, id),
    deliveries.list(actor, { endpointId: id }, { page: 1, per_page: RECENT }),
  ]);
  const test = linkButton(page, `/webhooks/${id}/test`, t.webhooks.test);
  const enable = linkButton(page, `/webhooks/${id}/enable`, t.webhooks.enable, { look: 'primary' });
  const edit = linkButton(page, `/webhooks/${id}/edit`, t.common.edit);
  return page.show({
    title: isolated(endpointText(endpoint)),
    heading: html`${endpointName(endpoint)}${endpointBadge(page, endpoint)}`,
    lead: html`<span class="wrap-any">${code(endpoint.url)}</span>`,
    actions: [endpoint.enabled ? test : enable, edit],
    crumbs: [{ href: '/webhooks', label: t.webhooks.title }],
    navigation: '/webhooks',
    main: html`${warning(page, endpoint, health)}${figures(page, health)}<div class="two section"><div>
<section aria-labelledby="chart"><div class="section-head"><h2 id="chart">${t.webhooks.chart.title}</h2></div>${chart(page, health)}</section>
${await recentPart(page, id, recent.items)}
</div>${endpointAside(page, endpoint, policy)}</div>`,
  });
}

/** The problem of the endpoint, shown first: it is off, or it keeps failing. */
function warning({ t, format }: Page, endpoint: EndpointSummary, health: EndpointHealthDetail): Html | null {
  const { enabled, disabledReason, failing } = endpoint;
  if (!enabled && disabledReason !== null) return remark('wait', t.webhooks.disabledReasons[disabledReason]);
  const { failingSince } = health;
  if (!failing || failingSince === null) return null;
  const since = html`${value(format.shortDate(failingSince))}, ${value(format.time(failingSince))}`;
  return remark('bad', html`<span class="strong">${t.webhooks.failingSince(since)}</span> ${t.webhooks.failingText}`);
}

function figures(page: Page, health: EndpointHealthDetail): Html {
  const { t, format, locale, now } = page;
  const texts = t.webhooks.figures;
  const { lastSuccess, lastSuccessAt, retrying, nextDueAt, held } = health;
  const status = lastSuccess?.status ?? null;
  const isToday = lastSuccessAt !== null && format.calendarDate(lastSuccessAt) === format.calendarDate(now);
  const success =
    lastSuccessAt !== null &&
    html`<small>${isToday ? value(format.seconds(lastSuccessAt)) : value(format.shortDate(lastSuccessAt))}${
      status !== null && html`, ${texts.status(code(String(status)))}`
    }</small>`;
  const next =
    nextDueAt !== null && retrying > 0 && html`<small>${texts.nextAt(value(format.seconds(nextDueAt)))}</small>`;
  return html`<dl class="figures"><div><dt>${texts.delivered}</dt><dd>${rate(page, health)}</dd></div>
<div><dt>${texts.lastSuccess}</dt><dd>${lastSuccessAt === null ? t.common.never : fromNow(locale, lastSuccessAt, now)}${success}</dd></div>
<div><dt>${held > 0 ? texts.held : texts.retrying}</dt><dd class="${(held > 0 ? held : retrying) > 0 && 'fg-wait'}">${format.number(
    held > 0 ? held : retrying,
  )}${held === 0 && next}</dd></div>
<div><dt>${texts.failedToday}</dt>${failedToday(page, health)}</div></dl>`;
}

function rate(page: Page, { last24Hours: day, last7Days: week }: EndpointHealthDetail): Html {
  const { t, format } = page;
  const [inDay, inWeek] = [day.delivered + day.failed, week.delivered + week.failed];
  const ofWeek = inWeek > 0 && html`<small>${t.webhooks.figures.week(percent(page, week.delivered, inWeek))}</small>`;
  if (inDay === 0)
    return html`–<small>${inWeek === 0 ? t.webhooks.nothingYet : t.webhooks.nothingLately}</small>${ofWeek}`;
  const counts = t.webhooks.outOf(format.number(day.delivered), format.number(inDay));
  return html`<bdi dir="ltr" class="t">${percent(page, day.delivered, inDay)}</bdi><small>${counts}</small>${ofWeek}`;
}

function failedToday(page: Page, { endpointId, days }: EndpointHealthDetail): Html {
  const { t, format } = page;
  const today = days.at(-1);
  const count = today?.failed ?? 0;
  if (today === undefined || count === 0) return html`<dd>0</dd>`;
  const shown = format.number(count);
  const since = page.path(`/webhooks/${endpointId}/replay?from=${startOfDate(page, today.date)}`);
  return html`<dd class="fg-bad">${shown}<small><a href="${since}">${t.webhooks.figures.resendFailed(count, shown)}</a></small></dd>`;
}

function chart(page: Page, { days }: EndpointHealthDetail): Html {
  const { t, format } = page;
  const texts = t.webhooks.chart;
  const isEmpty = days.every(({ atOnce, afterRetry, failed }) => atOnce + afterRetry + failed === 0);
  if (isEmpty) return html`<p class="muted">${t.webhooks.nothingYet}</p>`;
  const sum = (key: 'atOnce' | 'afterRetry' | 'failed') =>
    format.number(days.reduce((total, day) => total + day[key], 0));
  return columnChart(t, {
    sentence: texts.sentence(sum('atOnce'), sum('afterRetry'), sum('failed')),
    caption: texts.title,
    columnTitle: texts.day,
    columns: days.map(({ date, atOnce, afterRetry, failed }) => ({
      label: format.shortDate(date),
      counts: { atOnce, afterRetry, failed },
    })),
    series: [
      { key: 'atOnce', label: texts.atOnce, colour: 'ink' },
      { key: 'afterRetry', label: texts.afterRetry, colour: 'wait' },
      { key: 'failed', label: texts.failed, colour: 'bad' },
    ],
    format: (count) => format.number(count),
  });
}

async function recentPart(page: Page, id: number, recent: readonly DeliverySummary[]): Promise<Html> {
  const { t } = page;
  const all = html`<a class="small" href="${page.path(`/deliveries?endpoint=${id}`)}">${t.webhooks.allDeliveries}</a>`;
  const shown =
    recent.length === 0
      ? html`<p class="muted">${t.webhooks.noDeliveries}</p>`
      : await deliveryTable(page, recent, null);
  return html`<section class="section" aria-labelledby="recent"><div class="section-head d-flex justify-content-between align-items-baseline">
    <h2 id="recent">${t.webhooks.recent}</h2>${recent.length > 0 && all}</div>${shown}</section>`;
}
