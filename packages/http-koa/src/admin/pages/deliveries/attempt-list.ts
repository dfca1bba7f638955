import type { AttemptSummary, DeliverySummary } from '@shaon/webhooks';
import { icon } from '../../components/icon.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { errorText } from './delivery-state.ts';
import { fromNow, requestTime, span } from './time-spans.ts';

/** Every attempt with its outcome, and the next one. */
export function attemptList(
  page: Page,
  delivery: DeliverySummary,
  attempts: readonly AttemptSummary[],
  waitsMs: readonly number[],
): Html {
  const lines = attempts.map((attempt, index) => attemptLine(page, attempt, attempts[index + 1] ?? null));
  return html`<ol class="timeline">${lines}${delivery.state === 'pending' && nextLine(page, delivery, waitsMs)}</ol>`;
}

/** "Attempts: 4 failed, next in 6 minutes". */
export function attemptsTitle({ t, format, locale, now }: Page, { state, attempts, dueAt }: DeliverySummary): string {
  const texts = t.deliveries.attemptsTitle;
  const shown = format.number(attempts);
  if (attempts === 0) return texts.none;
  if (state === 'succeeded') return texts.delivered(shown);
  if (state === 'failed') return texts.failed(shown);
  return state === 'pending' && dueAt !== null ? texts.next(shown, fromNow(locale, dueAt, now)) : texts.other(shown);
}

function attemptLine(page: Page, attempt: AttemptSummary, next: AttemptSummary | null): Html {
  const { t, format, locale } = page;
  const { number, startedAt, finishedAt, status, durationMs, remoteIp, nextDueAt } = attempt;
  const until = next?.startedAt ?? nextDueAt;
  const wait = until === null || finishedAt === null ? null : until.getTime() - finishedAt.getTime();
  const isOtherDay = format.calendarDate(startedAt) !== format.calendarDate(page.now);
  return html`<li>${dot(attempt)}<div class="line"><span class="strong">${t.deliveries.attempt(format.number(number))}</span><span>${
    isOtherDay && html`${value(format.shortDate(startedAt))}, `
  }${value(format.seconds(startedAt))}</span>${outcome(page, attempt)}${status !== null && code(String(status))}${
    durationMs !== null && html`<span class="num">${value(requestTime(durationMs))}</span>`
  }${remoteIp !== null && html`<span class="num">${code(remoteIp)}</span>`}</div>${response(page, attempt, next === null)}${
    wait !== null && wait >= 1_000 && html`<span class="gap-word">${t.deliveries.later(span(locale, wait))}</span>`
  }</li>`;
}

function dot({ outcome: of }: AttemptSummary): Html {
  if (of === null) return html`<span class="dot s-open">${icon('send')}</span>`;
  if (of === 'success') return html`<span class="dot s-ok">${icon('check')}</span>`;
  return of === 'interrupted'
    ? html`<span class="dot s-off">${icon('pause')}</span>`
    : html`<span class="dot s-bad">${icon('cross')}</span>`;
}

function outcome(page: Page, { outcome: of, errorCode }: AttemptSummary): Html {
  if (of === null) return html`<span class="fg-open">${page.t.deliveries.running}</span>`;
  const colour = of === 'success' ? 'fg-ok' : of === 'interrupted' ? 'muted' : 'fg-bad';
  return html`<span class="${colour}">${errorText(page, errorCode ?? of)}</span>`;
}

/** The first 4 kB of the response: hostile text, shown as text and never as HTML. */
function response({ t, format }: Page, { excerpt, status, outcome: of }: AttemptSummary, isLast: boolean): Html | null {
  if (status === null) return null;
  if (excerpt === null || excerpt === '') return html`<p class="small muted">${t.deliveries.responseEmpty}</p>`;
  const { length } = [...excerpt];
  return html`<details class="data"${isLast && of !== 'success' && html` open`}>
    <summary>${t.deliveries.response(length, format.number(length))}</summary><pre class="code code-wrap mt-1" tabindex="0">${excerpt}</pre></details>`;
}

function nextLine(page: Page, delivery: DeliverySummary, waitsMs: readonly number[]): Html {
  const { t, format, locale, now } = page;
  const { attempts, failures, dueAt } = delivery;
  const wait = waitsMs[failures];
  const following = format.number(attempts + 2);
  const ifItFails =
    wait === undefined
      ? t.deliveries.lastOne
      : (failures + 1 === waitsMs.length ? t.deliveries.ifItFailsLast : t.deliveries.ifItFails)(
          following,
          span(locale, wait),
        );
  const when = dueAt === null ? now : dueAt;
  return html`<li class="next"><span class="dot">${icon('retry')}</span><div class="line"><span class="strong">${t.deliveries.attempt(
    format.number(attempts + 1),
  )}</span><span>${t.deliveries.at(value(format.seconds(when)))}</span><span class="fg-wait">${t.deliveries.scheduled(
    fromNow(locale, when, now),
  )}</span></div><span class="gap-word">${ifItFails}</span></li>`;
}
