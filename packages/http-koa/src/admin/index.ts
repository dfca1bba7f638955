export type { AdminCore } from './admin-parts.ts';
export { adminRequestListener, createAdminRoutes } from './create-admin-routes.ts';
export type { AdminOptions, Brand } from './options.ts';
export type { PageGroup } from './page-groups.ts';
