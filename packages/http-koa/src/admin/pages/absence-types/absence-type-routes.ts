import { admins, get, type PageRoute, post } from '../../page-route.ts';
import { addAbsenceType, listAbsenceTypes } from './list-absence-types.ts';
import { renameAbsenceType, showRename } from './rename-absence-type.ts';
import { askRetire, restoreAbsenceType, retireAbsenceType } from './retire-absence-type.ts';

/** The kinds of leave that people can request. */
export const absenceTypeRoutes: readonly PageRoute[] = [
  get('/absence-types', admins, listAbsenceTypes),
  post('/absence-types', admins, addAbsenceType),
  get('/absence-types/:id/rename', admins, showRename),
  post('/absence-types/:id/rename', admins, renameAbsenceType),
  get('/absence-types/:id/retire', admins, askRetire),
  post('/absence-types/:id/retire', admins, retireAbsenceType),
  post('/absence-types/:id/restore', admins, restoreAbsenceType),
];
