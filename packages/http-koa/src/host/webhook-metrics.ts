import type { Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';
import { nullIfNoAnswer } from './null-if-no-answer.ts';
import { requirePeer } from './optional-peers.ts';
import { sameAnswerFor } from './same-answer.ts';

/** The functions of `@shaon/webhooks` that the figures use, declared here because that package is optional. */
export interface MeasuredWebhooks {
  /** The waiting deliveries of all companies. */
  backlog(): Promise<MeasuredBacklog>;
  /** Whether the sender keeps up; `stalled` depends on the limit in milliseconds. */
  health(boundMs: number): Promise<MeasuredHealth>;
  /** What this process has sent since its start. */
  metrics(): {
    readonly inFlight: number;
    readonly attempts: Readonly<Record<string, number>>;
    readonly durations: MeasuredDurations;
  };
}

interface MeasuredBacklog {
  readonly due: number;
  readonly oldestDueMs: number;
}

interface MeasuredHealth {
  readonly oldestSendableMs: number;
  readonly stalled: boolean;
}

interface MeasuredDurations {
  readonly buckets: readonly { readonly le: number; readonly count: number }[];
  readonly sumSeconds: number;
  readonly count: number;
}

/** Several figures of one scrape share one query. */
const SAME_SCRAPE_MS = 1_000;

/** Deliveries that are due or in flight, and the results of attempts, collected at each scrape. */
export async function addWebhookMetrics(
  { registry }: Pick<Metrics, 'registry'>,
  webhooks: MeasuredWebhooks,
  stalledAfterMs: number,
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
      help: '1 when the oldest sendable one is older than SHAON_WEBHOOK_STALLED_SECONDS although slots are free',
    },
    health,
    ({ stalled }) => (stalled ? 1 : 0),
  );
  new Gauge({
    name: 'shaon_webhook_attempts_in_flight',
    help: 'Attempts that are on their way from this process',
    registers,
    collect() {
      this.set(webhooks.metrics().inFlight);
    },
  });
  new Counter({
    name: 'shaon_webhook_attempts_total',
    help: 'Attempts of this process by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(webhooks.metrics().attempts)) this.inc({ outcome }, count);
    },
  });

  const name = 'shaon_webhook_attempt_duration_seconds';
  const help = 'Time of an attempt, from its start to the end of the answer';
  /** The package counts its own buckets, which are shown unchanged. */
  class Durations extends Histogram {
    /** The source of both the text format and `get`. */
    async getForPromString() {
      const values = histogramValues(name, webhooks.metrics().durations);
      return { name, help, type: 'histogram', aggregator: 'sum', values };
    }
  }
  new Durations({ name, help, registers });
}

function histogramValues(name: string, durations: MeasuredDurations) {
  const value = (suffix: string, labels: Record<string, string | number>, figure: number) => ({
    metricName: `${name}_${suffix}`,
    labels,
    sharedLabels: {},
    value: figure,
  });
  return [
    ...durations.buckets.map(({ le, count }) => value('bucket', { le }, count)),
    value('bucket', { le: '+Inf' }, durations.count),
    value('sum', {}, durations.sumSeconds),
    value('count', {}, durations.count),
  ];
}
