import { admins, get, managers, type PageRoute, post } from '../../page-route.ts';
import { addUnit, showNewUnit } from './add-unit.ts';
import { editUnit, showEditUnit } from './edit-unit.ts';
import { askRemoveUnit, removeUnit } from './remove-unit.ts';
import { showOrganization } from './show-organization.ts';
import { branches, departments, type UnitKind } from './unit-kind.ts';

const routesOf = (kind: UnitKind): readonly PageRoute[] => [
  get(`/${kind.path}/new`, admins, (page) => showNewUnit(page, kind)),
  post(`/${kind.path}`, admins, (page) => addUnit(page, kind)),
  get(`/${kind.path}/:id/edit`, admins, (page) => showEditUnit(page, kind)),
  post(`/${kind.path}/:id/edit`, admins, (page) => editUnit(page, kind)),
  get(`/${kind.path}/:id/remove`, admins, (page) => askRemoveUnit(page, kind)),
  post(`/${kind.path}/:id/remove`, admins, (page) => removeUnit(page, kind)),
];

/** Departments and branches. */
export const organizationRoutes: readonly PageRoute[] = [
  get('/organization', managers, showOrganization),
  ...routesOf(departments),
  ...routesOf(branches),
];
