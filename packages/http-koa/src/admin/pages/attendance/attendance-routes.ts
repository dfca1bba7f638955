import { confirmRoutes } from '../../confirm-routes.ts';
import { formRoutes, partRoute } from '../../form-routes.ts';
import { get, managers, type PageRoute } from '../../page-route.ts';
import { approval } from './approve-days.ts';
import { correction, newPunch } from './correct-day.ts';
import { decision } from './decide-day.ts';
import { absence } from './record-absence.ts';
import { showDay } from './show-day.ts';
import { showMonth } from './show-month.ts';
import { showPersonDay } from './show-person-day.ts';
import { voidDay, voidPunch } from './voiding.ts';

/** Everybody's days, for managers and admins. A person's day is named by `?date=`, because it may have no record. */
export const attendanceRoutes: readonly PageRoute[] = [
  get('/attendance', managers, showMonth),
  get('/attendance/day', managers, showDay),
  ...confirmRoutes('/attendance/approve', managers, approval),
  get('/attendance/people/:id', managers, showPersonDay),
  partRoute('/attendance/people/:id/decide', managers, decision),
  partRoute('/attendance/people/:id/punches', managers, newPunch),
  ...confirmRoutes('/attendance/people/:id/punches/:punch/void', managers, voidPunch),
  ...formRoutes('/attendance/people/:id/correct', managers, correction),
  partRoute('/attendance/people/:id/absence', managers, absence),
  ...confirmRoutes('/attendance/people/:id/void', managers, voidDay),
];
