import type { ReplicaHealth } from '@shaon/core';
import type { Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';
import { requirePeer } from './optional-peers.ts';

/** Where this process reads, collected at each scrape. */
export async function addReplicaMetrics(
  { registry }: Pick<Metrics, 'registry'>,
  replicas: ReplicaHealth,
): Promise<void> {
  const { Counter, Gauge } = await requirePeer('prom-client');
  const registers = [registry as Registry];
  new Counter({
    name: 'shaon_database_readings_total',
    help: 'Statements of lists, long readings and snapshots, by where they were read',
    labelNames: ['kind', 'where'],
    registers,
    collect() {
      this.reset();
      for (const [kind, counts] of Object.entries(replicas.readings)) {
        for (const [where, count] of Object.entries(counts)) this.inc({ kind, where }, count);
      }
    },
  });
  new Gauge({
    name: 'shaon_database_replicas_away',
    help: 'Replicas that are dead, behind or no standby, in whose place the primary answers',
    registers,
    // With several processes: the maximum that any of them sees.
    aggregator: 'max',
    collect() {
      this.set(replicas.states.filter(({ state }) => state === 'away').length);
    },
  });
}
