import { get, managers, type PageRoute, post } from '../../page-route.ts';
import { approveDays, askApproval } from './approve-days.ts';
import { addPunch, correctDay, showCorrection } from './correct-day.ts';
import { decideDay } from './decide-day.ts';
import { recordAbsence } from './record-absence.ts';
import { showDay } from './show-day.ts';
import { showMonth } from './show-month.ts';
import { showPersonDay } from './show-person-day.ts';
import { askVoidDay, voidDay } from './void-day.ts';
import { askVoidPunch, voidPunch } from './void-punch.ts';

/** Everybody's days, for managers and admins. A person's day is named by `?date=`, because it may have no record. */
export const attendanceRoutes: readonly PageRoute[] = [
  get('/attendance', managers, showMonth),
  get('/attendance/day', managers, showDay),
  get('/attendance/approve', managers, askApproval),
  post('/attendance/approve', managers, approveDays),
  get('/attendance/people/:id', managers, showPersonDay),
  post('/attendance/people/:id/decide', managers, decideDay),
  post('/attendance/people/:id/punches', managers, addPunch),
  get('/attendance/people/:id/punches/:punch/void', managers, askVoidPunch),
  post('/attendance/people/:id/punches/:punch/void', managers, voidPunch),
  get('/attendance/people/:id/correct', managers, showCorrection),
  post('/attendance/people/:id/correct', managers, correctDay),
  post('/attendance/people/:id/absence', managers, recordAbsence),
  get('/attendance/people/:id/void', managers, askVoidDay),
  post('/attendance/people/:id/void', managers, voidDay),
];
