import type { Webhooks } from '@shaon/webhooks';
import type { Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';
import { nullIfNoAnswer } from './null-if-no-answer.ts';
import { requirePeer } from './optional-peers.ts';
import { sameAnswerFor } from './same-answer.ts';

/** What the figures use of the webhooks. */
export type MeasuredWebhooks = Pick<Webhooks, 'backlog' | 'health' | 'inFlight' | 'onAttempt'>;

/** An attempt ends within 60 s. */
const SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Several figures of one scrape share one query. */
const SAME_SCRAPE_MS = 1_000;

/** Deliveries that are due or in flight, and the results of attempts, collected at each scrape. */
export async function addWebhookMetrics(
  { registry }: Pick<Metrics, 'registry'>,
  webhooks: MeasuredWebhooks,
  stalledAfterMs?: number,
): Promise<void> {
  const { Counter, Gauge, Histogram } = await requirePeer('prom-client');
  const registers = [registry as Registry];
  const backlog = sameAnswerFor(SAME_SCRAPE_MS, () => nullIfNoAnswer(webhooks.backlog()));
  const health = sameAnswerFor(SAME_SCRAPE_MS, () => nullIfNoAnswer(webhooks.health(stalledAfterMs)));

  /** A figure from the database, so the same in each process; not shown while the database is unavailable or silent. */
  const storedGauge = <Seen>(
    { name, help }: { readonly name: string; readonly help: string },
    read: () => Promise<Seen | null>,
    figureOf: (seen: Seen) => number,
  ): void => {
    new Gauge({
      name,
      help,
      registers,
      aggregator: 'max',
      async collect() {
        const seen = await read();
        if (seen === null) this.remove();
        else this.set(figureOf(seen));
      },
    });
  };
  storedGauge(
    { name: 'shaon_webhook_due', help: 'Deliveries that are due, over all companies' },
    backlog,
    ({ due }) => due,
  );
  storedGauge(
    { name: 'shaon_webhook_oldest_due_age_seconds', help: 'How long the oldest of them has been due' },
    backlog,
    ({ oldestDueMs }) => oldestDueMs / 1_000,
  );
  storedGauge(
    {
      name: 'shaon_webhook_oldest_sendable_age_seconds',
      help: 'The same over those whose endpoint has room for another attempt',
    },
    health,
    ({ oldestSendableMs }) => oldestSendableMs / 1_000,
  );
  storedGauge(
    {
      name: 'shaon_webhook_stalled',
      help: '1 when the oldest sendable one is older than a minute, or than `stalledAfterMs`, although slots are free',
    },
    health,
    ({ stalled }) => (stalled ? 1 : 0),
  );
  new Gauge({
    name: 'shaon_webhook_attempts_in_flight',
    help: 'Attempts that are on their way from this process',
    registers,
    collect() {
      this.set(webhooks.inFlight);
    },
  });
  const attempts = new Counter({
    name: 'shaon_webhook_attempts_total',
    help: 'Attempts of this process by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'shaon_webhook_attempt_duration_seconds',
    help: 'Time of an attempt, from its start to the end of the answer',
    buckets: SECONDS,
    registers,
  });
  const before = webhooks.onAttempt;
  webhooks.onAttempt = (outcome, seconds) => {
    attempts.inc({ outcome });
    durations.observe(seconds);
    before?.(outcome, seconds);
  };
}
