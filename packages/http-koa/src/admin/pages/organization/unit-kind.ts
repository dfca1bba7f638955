import type { ExpectedVersion, RemoveOptions, WriteOptions } from '@shaon/core';
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
  update(page: Page, id: number, values: Partial<UnitValues>, options: ExpectedVersion): Promise<Unit>;
  remove(page: Page, id: number, options: RemoveOptions): Promise<void>;
}

/** D:O5: people cannot tell two units of one name apart. */
const UNIQUE = { uniqueName: true } as const;

export const departments: UnitKind = {
  path: 'departments',
  hasAddress: false,
  list: async ({ core, actor, format }) => format.byName(await core.organization.departments(actor)),
  people: ({ core, actor }) => core.organization.peopleByDepartment(actor),
  create: ({ core, actor }, { name }, options) =>
    core.organization.createDepartment(actor, { name }, { ...options, ...UNIQUE }),
  update: ({ core, actor }, id, { name }, options) =>
    core.organization.updateDepartment(actor, id, { name }, { ...options, ...UNIQUE }),
  remove: ({ core, actor }, id, options) => core.organization.removeDepartment(actor, id, options),
};

export const branches: UnitKind = {
  path: 'branches',
  hasAddress: true,
  list: async ({ core, actor, format }) => format.byName(await core.organization.branches(actor)),
  people: ({ core, actor }) => core.organization.peopleByBranch(actor),
  create: ({ core, actor }, values, options) =>
    core.organization.createBranch(actor, values, { ...options, ...UNIQUE }),
  update: ({ core, actor }, id, values, options) =>
    core.organization.updateBranch(actor, id, values, { ...options, ...UNIQUE }),
  remove: ({ core, actor }, id, options) => core.organization.removeBranch(actor, id, options),
};

/** The unit of the path. Throws `notFound`. */
export async function unitOf(page: Page, kind: UnitKind): Promise<Unit> {
  const id = page.id();
  const unit = (await kind.list(page)).find((one) => one.id === id);
  if (unit === undefined) throw new PageError('notFound');
  return unit;
}
