import { parseArgs } from 'node:util';
import type { DatabaseKind } from '../v1/settings.ts';

/** What one run measures. */
export interface Settings {
  readonly databases: readonly DatabaseKind[];
  readonly rounds: number;
  /** Due deliveries in a round of throughput. */
  readonly deliveries: number;
  /** Endpoints that they are for. */
  readonly endpoints: number;
  /** Attempts on their way to one endpoint. The default is that of the service. */
  readonly maxInflight: number;
  /** Who is changed in turn; few take less time to set up. */
  readonly employees: number;
  /** Events a second in a round of latency. */
  readonly rate: number;
  readonly seconds: number;
  /** A folder for CPU profiles of the sender. */
  readonly profile: string | null;
}

/** What one long load is. */
export interface LoadSettings {
  readonly databases: readonly DatabaseKind[];
  readonly rate: number;
  readonly seconds: number;
  /** Endpoints that every event goes to. */
  readonly endpoints: number;
  readonly maxInflight: number;
  readonly employees: number;
  readonly pruneSeconds: number;
  readonly profile: string | null;
}

const COMMON = {
  database: { type: 'string', default: 'sqlite,postgres' },
  employees: { type: 'string', default: '1000' },
  profile: { type: 'string' },
} as const;

/** Reads the command line of `webhooks`; throws on an unknown option. */
export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      ...COMMON,
      rounds: { type: 'string', default: '5' },
      'max-inflight': { type: 'string', default: '5' },
      deliveries: { type: 'string', default: '8000' },
      endpoints: { type: 'string', default: '10' },
      rate: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '10' },
    },
  });
  return {
    databases: values.database.split(',') as DatabaseKind[],
    rounds: Number(values.rounds),
    deliveries: Number(values.deliveries),
    endpoints: Number(values.endpoints),
    maxInflight: Number(values['max-inflight']),
    employees: Number(values.employees),
    rate: Number(values.rate),
    seconds: Number(values.seconds),
    profile: values.profile ?? null,
  };
}

/** Reads the command line of `webhooks:load`; throws on an unknown option. */
export function readLoadSettings(args: readonly string[]): LoadSettings {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      ...COMMON,
      minutes: { type: 'string', default: '10' },
      seconds: { type: 'string' },
      endpoints: { type: 'string', default: '3' },
      // With the service's own 5 each attempt would have 10 ms, to be claimed, sent and recorded, at 500 events/s.
      'max-inflight': { type: 'string', default: '20' },
      rate: { type: 'string', default: '500' },
      'prune-seconds': { type: 'string', default: '10' },
    },
  });
  return {
    databases: values.database.split(',') as DatabaseKind[],
    rate: Number(values.rate),
    seconds: values.seconds === undefined ? Number(values.minutes) * 60 : Number(values.seconds),
    endpoints: Number(values.endpoints),
    maxInflight: Number(values['max-inflight']),
    employees: Number(values.employees),
    pruneSeconds: Number(values['prune-seconds']),
    profile: values.profile ?? null,
  };
}
