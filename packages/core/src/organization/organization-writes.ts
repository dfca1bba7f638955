import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyRow } from '../database/sql/company-scope.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { differingColumns } from '../database/sql/locked-row.ts';
import { updateOf } from '../database/sql/statement.ts';
import type { Table } from '../database/sql/table.ts';
import { isShaonError, orNotFound } from '../errors.ts';
import { type CreateOptions, createWithExternalId, removeExternalId } from '../external-ids/external-id-queries.ts';
import { validate } from '../input/validate.ts';
import { assertPossibleId } from '../possible-id.ts';
import { retry } from '../retry.ts';
import type { WriteParts } from '../service-parts.ts';
import { branchTable } from './branch.ts';
import { departmentTable } from './department.ts';
import { managerLimitTable } from './manager-limit.ts';
import {
  type BranchChange,
  branchChangeInput,
  type DepartmentChange,
  departmentChangeInput,
  type NewBranch,
  type NewDepartment,
  newBranchInput,
  newDepartmentInput,
} from './organization-input.ts';
import type { Branch, Department } from './organization-queries.ts';
import { assertUnused, type OrganizationReferences, type OrganizationUnit } from './organization-references.ts';
import { assertNameIsFree, lockUnitNames, type UniqueUnitName } from './unique-unit-name.ts';

/** Not both options: an external id locks the company more weakly first, so two such creations could deadlock. */
export type CreateUnitOptions =
  | (CreateOptions & { readonly uniqueName?: false | undefined })
  | (WriteOptions & UniqueUnitName & { readonly externalId?: null | undefined });

export interface RemoveOptions extends WriteOptions {
  /** Takes the employees out of the unit first, with an `employee.updated` for each (D:E3). */
  readonly clearReferences?: boolean | undefined;
}

/** How often a removal with `clearReferences` is tried if employees join the unit between clearing and locking. */
const REMOVAL_TRIES = 3;

const outOfLimits = (unit: OrganizationUnit) =>
  updateOf(managerLimitTable, { set: `${unit}_id = NULL`, where: `${unit}_id = $2` });
/** Takes a unit out of managers' limits, which stay without it (D:A112). */
const OUT_OF_LIMITS = { department: outOfLimits('department'), branch: outOfLimits('branch') };

/** Creates, changes and removes departments and branches. */
export interface OrganizationWrites {
  /** Throws `invalid_input`, and `state_conflict` for an external id that is taken. */
  createDepartment(actor: Actor, input: NewDepartment, options?: CreateUnitOptions): Promise<Department>;
  /** Throws `invalid_input`, `not_found`, `state_conflict` if it no longer has the expected `versionOf`. */
  updateDepartment(
    actor: Actor,
    id: number,
    change: DepartmentChange,
    options?: WriteOptions & ExpectedVersion & UniqueUnitName,
  ): Promise<Department>;
  /** Throws `not_found`, and `in_use` with `details.employees` while employees are in it (D:E3). */
  removeDepartment(actor: Actor, id: number, options?: RemoveOptions): Promise<void>;
  /** Throws `invalid_input`, and `state_conflict` for an external id that is taken. */
  createBranch(actor: Actor, input: NewBranch, options?: CreateUnitOptions): Promise<Branch>;
  /** Throws `invalid_input`, `not_found`, `state_conflict` if it no longer has the expected `versionOf`. */
  updateBranch(
    actor: Actor,
    id: number,
    change: BranchChange,
    options?: WriteOptions & ExpectedVersion & UniqueUnitName,
  ): Promise<Branch>;
  /** Throws `not_found`, and `in_use` with `details.employees` while employees are in it (D:E3). */
  removeBranch(actor: Actor, id: number, options?: RemoveOptions): Promise<void>;
}

export interface OrganizationWriteParts extends WriteParts {
  readonly references: OrganizationReferences;
}

export function createOrganizationWrites(parts: OrganizationWriteParts): OrganizationWrites {
  const { database, audit, clock, references } = parts;

  async function remove<Row extends CompanyRow>(
    actor: Actor,
    unit: OrganizationUnit,
    table: Table<Row>,
    id: number,
    { clearReferences: isClearing = false, ...options }: RemoveOptions,
  ): Promise<void> {
    authorize(actor, 'organization.write');
    assertPossibleId(id, unit);
    await retry(
      isClearing ? REMOVAL_TRIES : 1,
      (error) => isShaonError(error, 'in_use'),
      () =>
        database.write(actor, `organization.remove ${unit}`, options, async (company) => {
          // Employees are locked before the unit, as in a change of an employee.
          const cleared = isClearing ? await references.clear(company, unit, id) : 0;
          const row = orNotFound(await company.lockOne(table, id), unit);
          // Nobody can join a locked unit, so this count holds until the commit.
          assertUnused(unit, await references.count(company, unit, id));
          await company.change(OUT_OF_LIMITS[unit], [id]);
          await company.remove(table, row);
          await removeExternalId(company, unit, id);
          await auditAct(audit, company, actor, `${unit}.remove`, { [`${unit}_id`]: id, employees: cleared });
        }),
    );
  }

  return {
    async createDepartment(actor, input, { uniqueName, ...options } = {}) {
      authorize(actor, 'organization.write');
      const { name } = validate(newDepartmentInput, input);
      return createWithExternalId(
        database,
        actor,
        'organization.createDepartment',
        options,
        'department',
        async (company) => {
          await lockUnitNames(company, uniqueName);
          await assertNameIsFree(company, uniqueName, 'department', name, null);
          const now = clock.now();
          const { id } = await company.insert(departmentTable, { name, createdAt: now, updatedAt: now });
          await auditAct(audit, company, actor, 'department.create', { department_id: id });
          return { id, name };
        },
      );
    },

    async updateDepartment(actor, id, input, { expectedVersion, uniqueName, ...options } = {}) {
      authorize(actor, 'organization.write');
      const change = validate(departmentChangeInput, input);
      return database.write(actor, 'organization.updateDepartment', options, async (company) => {
        await lockUnitNames(company, uniqueName);
        const row = orNotFound(await company.lockOne(departmentTable, id), 'department');
        assertVersion(expectedVersion, 'department', () => ({ id, name: row.name }));
        const name = change.name ?? row.name;
        await assertNameIsFree(company, uniqueName, 'department', name, row.name);
        if (name !== row.name) {
          await company.update(departmentTable, row, { name, updatedAt: clock.now() });
          await auditAct(audit, company, actor, 'department.update', {
            ...{ department_id: id, fields: ['name'] },
            ...changesOf(row, { name }),
          });
        }
        return { id, name };
      });
    },

    removeDepartment: async (actor, id, options = {}) => remove(actor, 'department', departmentTable, id, options),

    async createBranch(actor, input, { uniqueName, ...options } = {}) {
      authorize(actor, 'organization.write');
      const { name, address = null } = validate(newBranchInput, input);
      return createWithExternalId(database, actor, 'organization.createBranch', options, 'branch', async (company) => {
        await lockUnitNames(company, uniqueName);
        await assertNameIsFree(company, uniqueName, 'branch', name, null);
        const now = clock.now();
        const { id } = await company.insert(branchTable, { name, address, createdAt: now, updatedAt: now });
        await auditAct(audit, company, actor, 'branch.create', { branch_id: id });
        return { id, name, address };
      });
    },

    async updateBranch(actor, id, input, { expectedVersion, uniqueName, ...options } = {}) {
      authorize(actor, 'organization.write');
      const change = validate(branchChangeInput, input);
      return database.write(actor, 'organization.updateBranch', options, async (company) => {
        await lockUnitNames(company, uniqueName);
        const row = orNotFound(await company.lockOne(branchTable, id), 'branch');
        assertVersion(expectedVersion, 'branch', () => ({ id, name: row.name, address: row.address }));
        await assertNameIsFree(company, uniqueName, 'branch', change.name ?? row.name, row.name);
        const columns = differingColumns(row, { name: change.name, address: change.address });
        const fields = Object.keys(columns);
        if (fields.length > 0) {
          await company.update(branchTable, row, { ...columns, updatedAt: clock.now() });
          await auditAct(audit, company, actor, 'branch.update', { branch_id: id, fields, ...changesOf(row, columns) });
        }
        return { id, name: row.name, address: row.address, ...columns };
      });
    },

    removeBranch: async (actor, id, options = {}) => remove(actor, 'branch', branchTable, id, options),
  };
}
