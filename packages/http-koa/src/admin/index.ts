export type { AdminCore } from './admin-parts.ts';
export { adminRequestListener, createAdminRoutes } from './create-admin-routes.ts';
export type { AdminOptions, Brand } from './options.ts';
export type { PageGroup } from './page-groups.ts';
export type { AdminWebhooks } from './webhooks-port.ts';
