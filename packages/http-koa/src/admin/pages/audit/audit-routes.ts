import { admins, get, type PageRoute } from '../../page-route.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';
import { showAuditRow } from './show-audit-row.ts';

/** Company settings, API: audit. */
// biome-ignore format: a table is read by its columns
export const auditRoutes: readonly PageRoute[] = [
  get('/audit',                     admins, listAudit),
  get('/audit/export', admins, exportAudit, { asksPassword: true, isFile: true }),
  get('/audit/:id',                 admins, showAuditRow),
];
