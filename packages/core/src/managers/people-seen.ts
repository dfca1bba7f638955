import type { UnitIds } from '../organization/manager-limit.ts';

/* Whom managers see, without a database. */

/** Where a person belongs. */
export interface Person {
  readonly id: number;
  readonly departmentId: number | null;
  readonly branchId: number | null;
}

/** A manager who may sign in. */
export interface Manager {
  readonly id: number;
  readonly name: string;
  readonly employeeId: number | null;
  readonly limit: UnitIds;
}

/** Whether a person is within a limit: in one of its departments and in one of its branches. */
export function isWithin({ departments, branches }: UnitIds, { departmentId, branchId }: Person): boolean {
  const isOne = (ids: readonly number[] | null, id: number | null) => ids === null || (id !== null && ids.includes(id));
  return isOne(departments, departmentId) && isOne(branches, branchId);
}

/** What changes for people when a log-in gets another limit. */
export interface LimitChange {
  /** Whom the log-in sees then. */
  readonly seen: readonly Person[];
  /** Whom it sees now and not then. */
  readonly hidden: readonly Person[];
  /** Whom it sees then and not now. */
  readonly shown: readonly Person[];
  /** Those of `hidden` whom no other manager sees. */
  readonly unmanaged: readonly Person[];
  /** The other managers who see one of `hidden`, with the ids of those. */
  readonly others: readonly { readonly manager: Manager; readonly people: ReadonlySet<number> }[];
}

/**
 * A manager does not manage themselves: others decide on their records (D:A2, A23), and they see them whatever the limit
 * is. So their own row is neither hidden nor shown.
 */
export function limitChange(
  people: readonly Person[],
  managers: readonly Manager[],
  login: { readonly id: number; readonly employeeId: number | null },
  { before, after }: { readonly before: UnitIds; readonly after: UnitIds },
): LimitChange {
  const managed = people.filter(({ id }) => id !== login.employeeId);
  const hidden = managed.filter((person) => isWithin(before, person) && !isWithin(after, person));
  const others = managers
    .filter(({ id }) => id !== login.id)
    .map((manager) => {
      const own = hidden.filter((person) => person.id !== manager.employeeId && isWithin(manager.limit, person));
      return { manager, people: new Set(own.map(({ id }) => id)) };
    });
  return {
    seen: people.filter((person) => isWithin(after, person)),
    hidden,
    shown: managed.filter((person) => isWithin(after, person) && !isWithin(before, person)),
    unmanaged: hidden.filter(({ id }) => others.every((other) => !other.people.has(id))),
    others: others.filter((other) => other.people.size > 0),
  };
}
