import { type ExpectedVersion, InvalidInputError, type RemoveOptions, type WriteOptions } from '@shaon/core';
import { issue } from '@shaon/core/extension';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';

/** A department or a branch; only a branch has an address. */
export interface Unit {
  readonly id: number;
  readonly name: string;
  readonly address?: string | null;
}

/** The content of a unit's form. */
export interface UnitValues {
  readonly name: string;
  readonly address: string | null;
}

/** Departments and branches differ in the address and in the services to call. */
export interface UnitKind {
  /** The path of its pages and the key of its texts in the catalogue. */
  readonly path: 'departments' | 'branches';
  readonly hasAddress: boolean;
  list(page: Page): Promise<readonly Unit[]>;
  /** The number of people in each unit, by id. */
  people(page: Page): Promise<ReadonlyMap<number, number>>;
  create(page: Page, values: UnitValues, options: WriteOptions): Promise<Unit>;
  update(page: Page, id: number, values: UnitValues, options: ExpectedVersion): Promise<Unit>;
  remove(page: Page, id: number, options: RemoveOptions): Promise<void>;
}

export const departments: UnitKind = {
  path: 'departments',
  hasAddress: false,
  list: ({ core, actor }) => core.organization.departments(actor),
  people: ({ core, actor }) => core.organization.peopleByDepartment(actor),
  create: ({ core, actor }, { name }, options) => core.organization.createDepartment(actor, { name }, options),
  update: ({ core, actor }, id, { name }, options) => core.organization.updateDepartment(actor, id, { name }, options),
  remove: ({ core, actor }, id, options) => core.organization.removeDepartment(actor, id, options),
};

export const branches: UnitKind = {
  path: 'branches',
  hasAddress: true,
  list: ({ core, actor }) => core.organization.branches(actor),
  people: ({ core, actor }) => core.organization.peopleByBranch(actor),
  create: ({ core, actor }, values, options) => core.organization.createBranch(actor, values, options),
  update: ({ core, actor }, id, values, options) => core.organization.updateBranch(actor, id, values, options),
  remove: ({ core, actor }, id, options) => core.organization.removeBranch(actor, id, options),
};

/** The unit of the path. Throws `notFound`. */
export async function unitOf(page: Page, kind: UnitKind): Promise<Unit> {
  const id = page.id();
  const unit = (await kind.list(page)).find((one) => one.id === id);
  if (unit === undefined) throw new PageError('notFound');
  return unit;
}

/**
 * D:O5: people cannot tell two units of one name apart. A unit may keep the name that it has. Throws `invalid_input`.
 *
 * @param unit the one to be renamed; null for a new one
 */
export async function assertNameIsFree(
  page: Page,
  kind: UnitKind,
  { name }: UnitValues,
  unit: Unit | null,
): Promise<void> {
  const key = nameKey(name);
  if (unit !== null && nameKey(unit.name) === key) return;
  const isTaken = (await kind.list(page)).some((one) => nameKey(one.name) === key);
  if (isTaken) throw new InvalidInputError({ name: [issue('unique')] });
}

/** Equal for names that differ only in case and spaces. */
const nameKey = (name: string): string => name.normalize().trim().replaceAll(/\s+/g, ' ').toLowerCase();
