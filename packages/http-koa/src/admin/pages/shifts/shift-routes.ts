import { admins, get, type PageRoute, post } from '../../page-route.ts';
import { addShift, showNewShift } from './add-shift.ts';
import { editShift, showEditShift } from './edit-shift.ts';
import { listShifts } from './list-shifts.ts';
import { askRemoveShift, removeShift } from './remove-shift.ts';

/** Wage-rate presets (SPEC 2, Shift). */
export const shiftRoutes: readonly PageRoute[] = [
  get('/shifts', admins, listShifts),
  get('/shifts/new', admins, showNewShift),
  post('/shifts', admins, addShift),
  get('/shifts/:id/edit', admins, showEditShift),
  post('/shifts/:id/edit', admins, editShift),
  get('/shifts/:id/remove', admins, askRemoveShift),
  post('/shifts/:id/remove', admins, removeShift),
];
