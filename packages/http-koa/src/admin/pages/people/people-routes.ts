import {
  admins,
  confirmedGet,
  confirmedPost,
  confirmedPostWhen,
  get,
  managers,
  type PageRoute,
} from '../../page-route.ts';
import { addPerson, showNewPerson } from './add-person.ts';
import { changesContact, editPerson, showEditPerson } from './edit-person.ts';
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
  confirmedGet('/people/new', admins, showNewPerson),
  confirmedPost('/people', admins, addPerson),
  get('/people/:id', managers, showPerson),
  get('/people/:id/edit', admins, showEditPerson),
  confirmedPostWhen('/people/:id/edit', admins, changesContact, editPerson),
  confirmedGet('/people/:id/freeze', admins, askFreeze),
  confirmedPost('/people/:id/freeze', admins, freezePerson),
  confirmedGet('/people/:id/reactivate', admins, askReactivate),
  confirmedPost('/people/:id/reactivate', admins, reactivatePerson),
  confirmedGet('/people/:id/role', admins, showRole),
  confirmedPost('/people/:id/role', admins, saveRole),
  confirmedGet('/people/:id/id-number', admins, openIdNumber),
  confirmedGet('/people/:id/welcome', admins, askWelcome),
  confirmedPost('/people/:id/welcome', admins, sendWelcome),
  confirmedGet('/people/:id/link', admins, askLink),
  confirmedPost('/people/:id/link', admins, makeLink),
];
