import { EVENT_TYPES } from '@shaon/core';
import type { EndpointSummary, WebhooksPolicy } from '@shaon/webhooks';
import { tag } from '../../components/badge.ts';
import { author, code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { keptDays } from '../deliveries/kept-days.ts';
import { LANGUAGES } from './snippets.ts';

/** An endpoint's events, secrets, settings, and the actions on it. */
export function endpointAside(page: Page, endpoint: EndpointSummary, policy: WebhooksPolicy): Html {
  return html`<div class="aside">${eventsPart(page, endpoint)}${secretsPart(page, endpoint)}${detailsPart(
    page,
    endpoint,
    policy,
  )}${snippetsPart(page, endpoint)}${actsPart(page, endpoint)}</div>`;
}

function eventsPart({ t, format }: Page, { events }: EndpointSummary): Html {
  const missing = EVENT_TYPES.filter((type) => !events.includes(type));
  const wanted = EVENT_TYPES.filter((type) => events.includes(type));
  const rest =
    missing.length === 0
      ? t.webhooks.eventsAll
      : html`${t.webhooks.eventsNot(format.number(wanted.length), format.number(EVENT_TYPES.length))} ${missing.map(
          (type, index) => html`${index > 0 && ', '}${code(type)}`,
        )}`;
  return html`<section><h2>${t.webhooks.eventsTitle}</h2><ul class="plain">${wanted.map((type) => html`<li>${tag(type)}</li>`)}</ul>
    <p class="small muted mt-2">${rest}</p></section>`;
}

function secretsPart(page: Page, { id, secrets }: EndpointSummary): Html {
  const { t } = page;
  const isWaiting = secrets.some(({ state }) => state === 'pending');
  const lines = secrets.flatMap((secret) => {
    const text = secretLine(page, secret);
    return text === null ? [] : [html`<p class="small muted mt-1">${text}</p>`];
  });
  const way = (to: string, label: string) =>
    html`<li><a href="${page.path(`/webhooks/${id}/${to}`)}">${label}</a></li>`;
  return html`<section><h2>${t.webhooks.secretsTitle}</h2><p>${code('whsec_••••••••••••')}</p>${lines}<ul class="plain small mt-2">${
    isWaiting ? way('switch', t.webhooks.switchNow) : way('rotate', t.webhooks.rotate)
  }${way('revoke', t.webhooks.revokeOld)}${way('signature', t.webhooks.checkSignature)}</ul></section>`;
}

function secretLine(
  { t, format }: Page,
  { state, createdAt, expiresAt }: EndpointSummary['secrets'][number],
): Html | null {
  const texts = t.webhooks.secretStates;
  const at = (time: Date) => html`${value(format.shortDate(time))}, ${value(format.time(time))}`;
  if (state === 'current') return texts.current(value(format.shortDate(createdAt)));
  if (expiresAt === null || state === 'revoked') return null;
  return state === 'pending' ? texts.pending(at(expiresAt)) : texts.previous(at(expiresAt));
}

function detailsPart(page: Page, endpoint: EndpointSummary, policy: WebhooksPolicy): Html {
  const { t, format } = page;
  const texts = t.webhooks.details;
  const { maxInflight, createdAt, createdBy, updatedAt } = endpoint;
  const kept = t.webhooks.kept(...keptDays(page, policy));
  const isEdited = updatedAt.getTime() !== createdAt.getTime();
  return html`<section><h2>${t.webhooks.detailsTitle}</h2><dl class="pairs small"><dt>${texts.inflight}</dt>
    <dd>${texts.inflightCount(maxInflight, format.number(maxInflight))}</dd><dt>${texts.created}</dt>
    <dd>${value(format.shortDate(createdAt))}, ${author(t, createdBy)}</dd>${
      isEdited &&
      html`<dt>${texts.edited}</dt>
    <dd>${value(format.shortDate(updatedAt))}</dd>`
    }<dt>${texts.kept}</dt><dd>${kept}</dd></dl></section>`;
}

function snippetsPart(page: Page, { id }: EndpointSummary): Html {
  const links = LANGUAGES.map(
    ({ key, label }, index) =>
      html`${index > 0 && ' · '}<a href="${page.path(`/webhooks/${id}/verify`)}#${key}"><bdi dir="ltr">${label}</bdi></a>`,
  );
  return html`<section><h2>${page.t.webhooks.snippetsTitle}</h2><p class="small">${links}</p></section>`;
}

function actsPart(page: Page, { id, enabled }: EndpointSummary): Html {
  const { t } = page;
  const way = (to: string, label: string) =>
    html`<li><a href="${page.path(`/webhooks/${id}/${to}`)}">${label}</a></li>`;
  return html`<section><h2>${t.webhooks.actionsTitle}</h2><ul class="plain small">${way('replay', t.webhooks.replay)}${
    enabled ? way('disable', t.webhooks.disable) : way('enable', t.webhooks.enable)
  }${way('remove', t.webhooks.remove)}</ul></section>`;
}
