import type { EndpointHealth, EndpointSummary } from '@shaon/webhooks';
import { badge } from '../../components/badge.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

export function endpointBadge({ t }: Page, { enabled, failing }: EndpointSummary): Html {
  const { states } = t.webhooks;
  if (!enabled) return badge('off', 'pause', states.disabled);
  return failing ? badge('bad', 'alert', states.failing) : badge('ok', 'check', states.enabled);
}

/** `94.1%` and "96 of 102"; a remark if no delivery has ended. */
export function deliveredShare(page: Page, { delivered, failed }: EndpointHealth['last24Hours']): Html {
  const { t, format } = page;
  const all = delivered + failed;
  if (all === 0) return html`<span class="muted">${t.webhooks.nothingLately}</span>`;
  const counts = t.webhooks.outOf(format.number(delivered), format.number(all));
  return html`<bdi dir="ltr" class="t">${percent(page, delivered, all)}</bdi> <small class="muted">${counts}</small>`;
}

/** One decimal; 100 only if nothing failed. */
export function percent({ locale }: Page, part: number, all: number): string {
  const share = part === all ? 1 : Math.min(part / all, 0.999);
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}
