import type { Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';
import { requirePeer } from './optional-peers.ts';

/** Whether the shared store of the rate limit answers, read at each scrape (D:A19). */
export async function addLimitMetrics(
  { registry }: Pick<Metrics, 'registry'>,
  limitHealth: { readonly isDegraded: boolean },
): Promise<void> {
  const { Gauge } = await requirePeer('prom-client');
  new Gauge({
    name: 'shaon_limit_store_away',
    help: '1 while the shared store of the rate limit does not answer and the process counts by itself',
    registers: [registry as Registry],
    collect() {
      this.set(limitHealth.isDegraded ? 1 : 0);
    },
  });
}
