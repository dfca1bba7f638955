export { readConfig } from './config.ts';
export type { Host, RunningHost } from './host.ts';
export { createHost } from './host.ts';
export type { HostLog } from './log.ts';
export { createLog } from './log.ts';
export type { MetricsRegistry } from './metrics.ts';
export type { RegisterMetricsOptions } from './register-metrics.ts';
export { registerMetrics } from './register-metrics.ts';
export type { HostConfig } from './settings.ts';
