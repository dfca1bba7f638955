import { admins, get, managers, type PageRoute, post } from '../../page-route.ts';
import { addPerson, showNewPerson } from './add-person.ts';
import { editPerson, showEditPerson } from './edit-person.ts';
import { askFreeze, askReactivate, freezePerson, reactivatePerson } from './freeze-person.ts';
import { listPeople } from './list-people.ts';
import { openIdNumber } from './person-id-number.ts';
import { askLink, makeLink } from './person-link.ts';
import { saveRole, showRole } from './person-role.ts';
import { askWelcome, sendWelcome } from './person-welcome.ts';
import { showPerson } from './show-person.ts';

/** The staff: search, adding, changing, freezing and letting in. */
export const peopleRoutes: readonly PageRoute[] = [
  get('/people', managers, listPeople),
  get('/people/new', admins, showNewPerson),
  post('/people', admins, addPerson),
  get('/people/:id', managers, showPerson),
  get('/people/:id/edit', admins, showEditPerson),
  post('/people/:id/edit', admins, editPerson),
  get('/people/:id/freeze', admins, askFreeze),
  post('/people/:id/freeze', admins, freezePerson),
  get('/people/:id/reactivate', admins, askReactivate),
  post('/people/:id/reactivate', admins, reactivatePerson),
  get('/people/:id/role', admins, showRole),
  post('/people/:id/role', admins, saveRole),
  get('/people/:id/id-number', admins, openIdNumber),
  get('/people/:id/welcome', admins, askWelcome),
  post('/people/:id/welcome', admins, sendWelcome),
  get('/people/:id/link', admins, askLink),
  post('/people/:id/link', admins, makeLink),
];
