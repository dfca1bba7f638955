import { authorize } from '../abilities-and-roles.ts';
import { lockLogin, readLogin } from '../accounts/account-queries.ts';
import type { LoginRow } from '../accounts/login.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { longReading } from '../database/readings/reading.ts';
import type { CompanyRow, CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { assertVersion, type ExpectedVersion, versionOf } from '../database/sql/expected-version.ts';
import { deleteOf } from '../database/sql/statement.ts';
import type { Table } from '../database/sql/table.ts';
import type { EmployeeSummary, OrgRef } from '../employees/employee-queries.ts';
import { stateConflict } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { validate } from '../input/validate.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { managerLimitTable, type UnitIds } from '../organization/manager-limit.ts';
import { listBranches, listDepartments } from '../organization/organization-queries.ts';
import { assertPossibleId } from '../possible-id.ts';
import type { ServiceParts } from '../service-parts.ts';
import { managerLimitInput, type NewManagerLimit } from './manager-input.ts';
import { activeManagers, activePeople, readLimit, summariesOf, waitingRequests } from './manager-queries.ts';
import { isWithin, limitChange } from './people-seen.ts';

/** To which people a manager's log-in is limited. */
export interface ManagerLimit {
  /** By id; null if they do not matter. Empty once all were removed: then the manager sees nobody. */
  readonly departments: readonly OrgRef[] | null;
  /** The same for branches. If both are given, both must hold. */
  readonly branches: readonly OrgRef[] | null;
  /** For `expectedVersion` of `setLimit`. */
  readonly version: string;
}

/** What a limit means for the active people of the company. */
export interface LimitPreview {
  /** How many there are. */
  readonly company: number;
  /** How many the manager would see. */
  readonly people: number;
  /** How many of these each department and branch has, by its id, and how many it has at all. */
  readonly departments: ReadonlyMap<number, UnitPeople>;
  readonly branches: ReadonlyMap<number, UnitPeople>;
  /** How many others the manager sees now and would no longer see, and how many would be new. */
  readonly hidden: number;
  readonly shown: number;
  /** The requests of hidden people that wait for a decision, and the names of the managers who would see one of them. */
  readonly waiting: number;
  readonly takers: readonly string[];
  /** How many hidden people no other manager would see, and the first of them by name. Admins decide about them. */
  readonly unmanaged: { readonly total: number; readonly first: readonly EmployeeSummary[] };
}

/** The active people of a department or branch. */
export interface UnitPeople {
  readonly people: number;
  readonly seen: number;
}

/**
 * The people whom managers see (D:A110): by their log-in's limit to departments and branches, which every scope of theirs
 * has. All three throw `not_found` for an unknown or foreign log-in, `not_permitted` except for admins and the product.
 */
export interface ManagerService {
  /** The limit of a log-in; one that is not limited has neither departments nor branches. */
  limit(actor: Actor, loginId: number): Promise<ManagerLimit>;
  /** What another limit would change, before it is set. Throws `invalid_input`. */
  preview(actor: Actor, loginId: number, limit: NewManagerLimit): Promise<LimitPreview>;
  /**
   * Sets or ends a manager's limit, which holds from the next call on, also in open sessions. Throws `invalid_input`,
   * `state_conflict` for the log-in of somebody who is no manager, or if it no longer has the expected version.
   */
  setLimit(
    actor: Actor,
    loginId: number,
    limit: NewManagerLimit,
    options?: WriteOptions & ExpectedVersion,
  ): Promise<ManagerLimit>;
}

/** People without a manager that a preview names. */
const NAMED = 50;

const REMOVE_LIMIT = deleteOf(managerLimitTable, { where: 'login_id = $2' });

export function createManagerService({ database, audit }: ServiceParts): ManagerService {
  return {
    async limit(actor, loginId) {
      authorize(actor, 'accounts.manage');
      const scope = database.scope(actor);
      return shown(scope, await readLimit(scope, (await login(scope, loginId)).id));
    },

    async preview(actor, loginId, input) {
      authorize(actor, 'accounts.manage');
      const after = idsOf(validate(managerLimitInput, input));
      const scope = database.scope(actor, longReading('managers.preview'));
      const of = await login(scope, loginId);
      const before = await readLimit(scope, of.id);
      const people = await activePeople(scope);
      const change = limitChange(people, await activeManagers(scope), of, { before, after });
      const requests = await waitingRequests(scope);
      const moved = change.hidden.filter(({ id }) => requests.has(id));
      const unmanaged = change.unmanaged.slice(0, NAMED).map(({ id }) => id);
      const countBy = (unit: 'departmentId' | 'branchId') => {
        const counts = new Map<number, UnitPeople>();
        for (const person of people) {
          const id = person[unit];
          if (id === null) continue;
          const { people: all, seen } = counts.get(id) ?? { people: 0, seen: 0 };
          counts.set(id, { people: all + 1, seen: seen + (isWithin(after, person) ? 1 : 0) });
        }
        return counts;
      };
      return {
        ...{ company: people.length, people: change.seen.length },
        ...{ departments: countBy('departmentId'), branches: countBy('branchId') },
        ...{ hidden: change.hidden.length, shown: change.shown.length },
        waiting: moved.reduce((sum, { id }) => sum + (requests.get(id) ?? 0), 0),
        takers: change.others
          .filter((other) => moved.some(({ id }) => other.people.has(id)))
          .map(({ manager }) => manager.name),
        unmanaged: { total: change.unmanaged.length, first: await summariesOf(scope, unmanaged) },
      };
    },

    async setLimit(actor, loginId, input, { expectedVersion, ...options } = {}) {
      authorize(actor, 'accounts.manage');
      const after = idsOf(validate(managerLimitInput, input));
      return database.write(actor, 'managers.setLimit', options, async (company) => {
        const { id, role } = await lockLogin(company, loginId);
        if (role !== 'manager') throw stateConflict('Only the log-in of a manager has a limit.', { role });
        const before = await shown(company, await readLimit(company, id));
        assertVersion(expectedVersion, 'limit', () => versioned(before));
        await lockUnits(company, after);
        const limit = await shown(company, after);
        if (limit.version === before.version) return before;
        await company.change(REMOVE_LIMIT, [id]);
        const none = { departmentId: null, branchId: null };
        for (const departmentId of after.departments ?? [])
          await company.append(managerLimitTable, { ...none, loginId: id, kind: 'department', departmentId });
        for (const branchId of after.branches ?? [])
          await company.append(managerLimitTable, { ...none, loginId: id, kind: 'branch', branchId });
        const facts = { login_id: id, ...changesOf(namesOf(before), namesOf(limit)) };
        await auditAct(audit, company, actor, 'account.set_limit', facts);
        return limit;
      });
    },
  };
}

async function login(scope: CompanyScope, id: number): Promise<LoginRow> {
  assertPossibleId(id, 'account');
  return readLogin(scope, id);
}

const idsOf = ({ department_ids, branch_ids }: NewManagerLimit): UnitIds => ({
  departments: distinct(department_ids),
  branches: distinct(branch_ids),
});

const distinct = (ids: readonly number[] | null | undefined): number[] | null =>
  ids == null ? null : [...new Set(ids)].sort((a, b) => a - b);

/** Locks the departments and branches, so that none is removed before the commit. Throws `invalid_input` for unknown ones. */
async function lockUnits(company: CompanyTransaction, { departments, branches }: UnitIds): Promise<void> {
  const errors: InputErrors = {};
  const lock = async <Row extends CompanyRow>(table: Table<Row>, ids: readonly number[] | null, field: string) => {
    for (const id of ids ?? []) if ((await company.lockOne(table, id)) === null) errors[field] = [issue('in')];
  };
  await lock(departmentTable, departments, 'department_ids');
  await lock(branchTable, branches, 'branch_ids');
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
}

async function shown(scope: CompanyScope, { departments, branches }: UnitIds): Promise<ManagerLimit> {
  const named = (all: readonly OrgRef[], ids: readonly number[] | null) =>
    ids && all.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));
  const limit = {
    departments: departments && named(await listDepartments(scope), departments),
    branches: branches && named(await listBranches(scope), branches),
  };
  return { ...limit, version: versionOf(versioned(limit)) };
}

type Named = Pick<ManagerLimit, 'departments' | 'branches'>;

const versioned = ({ departments, branches }: Named) => ({
  departments: departments?.map(({ id }) => id).join() ?? null,
  branches: branches?.map(({ id }) => id).join() ?? null,
});

/** As the audit tells them, because a department may be renamed or removed later. */
const namesOf = ({ departments, branches }: Named) => ({
  departments: departments?.map(({ name }) => name).join(', ') ?? null,
  branches: branches?.map(({ name }) => name).join(', ') ?? null,
});
