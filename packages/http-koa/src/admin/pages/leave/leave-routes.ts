import { partRoute } from '../../form-routes.ts';
import { get, managers, type PageRoute } from '../../page-route.ts';
import { decision } from './decide-leave.ts';
import { exportLeave } from './export-leave.ts';
import { openDocument } from './open-document.ts';
import { showCalendar } from './show-calendar.ts';
import { showQueue, showRequest } from './show-queue.ts';

/** Leave requests, for the people who decide. */
export const leaveRoutes: readonly PageRoute[] = [
  get('/leave', managers, showQueue),
  get('/leave/calendar', managers, showCalendar),
  get('/leave/export', managers, exportLeave, { asksPassword: true, isFile: true }),
  get('/leave/:id', managers, showRequest),
  partRoute('/leave/:id/decide', managers, decision),
  get('/leave/:id/document', managers, openDocument),
];
