export { createDocsRoutes, type DocsOptions, docsRequestListener } from './docs/docs-routes.ts';
export { createV1Routes, v1RequestListener } from './v1/create-v1-routes.ts';
export { LimitHealth } from './v1/limit-health.ts';
export type { V1Options } from './v1/options.ts';
export type { LimitStore } from './v1/rate-limit.ts';
export { memoryLimitStore } from './v1/rate-limit.ts';
export type { EmployeePort, V1Services } from './v1/v1-parts.ts';
