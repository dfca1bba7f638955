import type { Core, Page, SystemActor } from '@shaon/core';
import { MONTH } from '../v1/data/company.ts';

/** One list by a mix of filters. */
export interface Mix {
  readonly title: string;
  readonly list: ListPage;
}

type ListPage = (page: number) => Promise<Page<unknown>>;

/** Ids that the benchmark's company has. */
export interface Known {
  readonly department: number;
  readonly branch: number;
  readonly employee: number;
}

export const PER_PAGE = 50;

interface Named {
  readonly title: string;
  readonly filter: object;
}

const both = (one: Named, other: Named): Named => ({
  title: `${one.title}, ${other.title}`,
  filter: { ...one.filter, ...other.filter },
});

const statuses = ['pending', 'approved', 'rejected'].map((status) => ({ title: status, filter: { status } }));

export function attendanceMixes(core: Core, actor: SystemActor, { department, branch, employee }: Known): Mix[] {
  const [pending, approved, rejected] = statuses as [Named, Named, Named];
  const inDepartment = { title: 'department', filter: { department_id: department } };
  const inBranch = { title: 'branch', filter: { branch_id: branch } };
  const units = both(inDepartment, inBranch);
  const one = { title: 'employee', filter: { employee_id: employee } };
  const month = { title: 'a month', filter: { date_from: MONTH.from, date_to: MONTH.to } };
  const mixes = [
    { title: 'no filter', filter: {} },
    ...[inDepartment, inBranch, units, pending, approved, rejected],
    ...[pending, approved, rejected].flatMap((status) =>
      [inDepartment, inBranch, units].map((unit) => both(unit, status)),
    ),
    ...[one, both(one, rejected), both(one, inDepartment)],
  ];
  const all = [...mixes, ...mixes.map((mix) => both(mix, month))];
  return all.map(({ title, filter }) => ({
    title: `attendance: ${title}`,
    list: (page) => core.attendance.list(actor, filter, { page, per_page: PER_PAGE }),
  }));
}

export function leaveMixes(core: Core, actor: SystemActor, { employee }: Known): Mix[] {
  const type = { title: 'type', filter: { type: 'מחלה' } };
  const [pending, approved] = statuses as [Named, Named];
  const month = { title: 'a month', filter: { date_from: MONTH.from, date_to: MONTH.to } };
  const mixes = [
    { title: 'no filter', filter: {} },
    ...[type, pending, approved, both(type, pending), both(type, approved), both(type, both(pending, month)), month],
    { title: 'employee', filter: { employee_id: employee } },
  ];
  return mixes.map(({ title, filter }) => ({
    title: `leave: ${title}`,
    list: (page) => core.leave.list(actor, filter, { page, per_page: PER_PAGE }),
  }));
}

export function employeeMixes(core: Core, actor: SystemActor, { department, branch }: Known): Mix[] {
  const inDepartment = { title: 'department', filter: { department_id: department } };
  const inBranch = { title: 'branch', filter: { branch_id: branch } };
  const units = both(inDepartment, inBranch);
  const frozen = { title: 'frozen', filter: { status: 'frozen' } };
  const mixes = [
    { title: 'no filter', filter: {} },
    ...[inDepartment, inBranch, units, frozen],
    ...[inDepartment, inBranch, units].map((unit) => both(unit, frozen)),
  ];
  return mixes.map(({ title, filter }) => ({
    title: `employees: ${title}`,
    list: (page) => core.employees.list(actor, filter, { page, per_page: PER_PAGE }),
  }));
}
