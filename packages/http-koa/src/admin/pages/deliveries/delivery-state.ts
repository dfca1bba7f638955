import type { DeliverySummary } from '@shaon/webhooks';
import { badge } from '../../components/badge.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Texts } from '../../locales/index.ts';
import type { Page } from '../../page.ts';
import { fromNow } from './time-spans.ts';

/** The state of a delivery in the reader's terms: a delivery that waits after a failure is being retried. */
export function shownState({ state, attempts }: DeliverySummary): keyof Texts['deliveries']['states'] {
  return state === 'pending' && attempts > 0 ? 'retrying' : state;
}

export function deliveryBadge({ t }: Page, delivery: DeliverySummary): Html {
  const state = shownState(delivery);
  const word = t.deliveries.states[state];
  switch (state) {
    case 'succeeded':
      return badge('ok', 'check', word);
    case 'retrying':
      return badge('wait', 'retry', word);
    case 'failed':
      return badge('bad', 'cross', word);
    case 'held':
      return badge('off', 'pause', word);
    case 'cancelled':
      return badge('off', 'slash', word);
    case 'in_flight':
      return badge('open', 'send', word);
    default:
      return badge('open', 'ring', word);
  }
}

/** "Next: 11:53:54, in 6 minutes", under the state of a waiting delivery; null for others. */
export function nextAttempt({ t, format, locale, now }: Page, { state, dueAt }: DeliverySummary): Html | null {
  if (state !== 'pending' || dueAt === null) return null;
  return t.deliveries.next(value(format.seconds(dueAt)), fromNow(locale, dueAt, now));
}

/** The class or code of an error in words. */
export function errorText({ t }: Page, error: string): string {
  const texts: Readonly<Record<string, string>> = t.deliveries.errors;
  return (Object.hasOwn(texts, error) ? texts[error] : undefined) ?? t.deliveries.otherError;
}

/** The last answer: its status, or in words why there was none. */
export function lastAnswer(page: Page, { lastStatus, lastError }: DeliverySummary): Html {
  if (lastStatus !== null) return code(String(lastStatus));
  return lastError === null ? html`<span class="muted">–</span>` : html`${errorText(page, lastError)}`;
}
