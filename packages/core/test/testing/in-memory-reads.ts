import {
  type Actor,
  type AttendanceReads,
  type AttendanceRecord,
  authorize,
  type Branch,
  type Department,
  type Employee,
  type EmployeeReads,
  type LeaveReads,
  type LeaveRequest,
  type OrganizationReads,
  type Page,
  type PageRequest,
  ShaonError,
  type Shift,
  type ShiftReads,
} from '@shaon/core';

/** What a product keeps of each company, by company id. */
export interface Kept {
  readonly employees: ReadonlyMap<number, readonly Employee[]>;
  readonly attendance: ReadonlyMap<number, readonly AttendanceRecord[]>;
  readonly leave: ReadonlyMap<number, readonly LeaveRequest[]>;
  readonly departments: ReadonlyMap<number, readonly Department[]>;
  readonly branches: ReadonlyMap<number, readonly Branch[]>;
  readonly shifts: ReadonlyMap<number, readonly Shift[]>;
}

const own = <Item>(kept: ReadonlyMap<number, readonly Item[]>, actor: Actor): readonly Item[] =>
  kept.get(actor.companyId) ?? [];

/** Null and undefined look for nothing. */
const isEqual = (asked: unknown, value: unknown): boolean => (asked ?? null) === null || asked === value;

function pageOf<Item>(items: readonly Item[], { page, per_page }: PageRequest): Page<Item> {
  return { items: items.slice((page - 1) * per_page, page * per_page), total: items.length };
}

const byId = <Item extends { readonly id: number }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => a.id - b.id);

export function employeesInMemory(kept: Kept): EmployeeReads {
  return {
    async get(actor, id) {
      authorize(actor, 'employees.read');
      const employee = own(kept.employees, actor).find((candidate) => candidate.id === id);
      if (employee === undefined) throw new ShaonError('not_found', 'Not found.');
      return employee;
    },
    async list(actor, filter, page) {
      authorize(actor, 'employees.read');
      const found = own(kept.employees, actor).filter(
        ({ department, branch, status }) =>
          isEqual(filter.department_id, department?.id) &&
          isEqual(filter.branch_id, branch?.id) &&
          isEqual(filter.status, status),
      );
      return pageOf(byId(found), page);
    },
  };
}

export function leaveInMemory(kept: Kept): LeaveReads {
  return {
    async list(actor, filter, page) {
      authorize(actor, 'leave.list');
      const type = filter.type?.trim().normalize('NFC');
      const found = own(kept.leave, actor).filter(
        (request) =>
          request.date >= (filter.date_from ?? '') &&
          request.date <= (filter.date_to ?? '9999-12-31') &&
          isEqual(filter.employee_id, request.employee_id) &&
          isEqual(filter.status, request.status) &&
          isEqual(type, request.type.normalize('NFC')),
      );
      return pageOf(
        found.sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id),
        page,
      );
    },
  };
}

export function organizationInMemory(kept: Kept): OrganizationReads {
  return {
    async departments(actor) {
      authorize(actor, 'organization.read');
      return byId(own(kept.departments, actor));
    },
    async branches(actor) {
      authorize(actor, 'organization.read');
      return byId(own(kept.branches, actor));
    },
  };
}

export function shiftsInMemory(kept: Kept): ShiftReads {
  return {
    async list(actor) {
      authorize(actor, 'shifts.read');
      return byId(own(kept.shifts, actor));
    },
  };
}

export function attendanceInMemory(kept: Kept): AttendanceReads {
  return {
    async list(actor, filter, page, { withLocation = false } = {}) {
      authorize(actor, 'attendance.list');
      const isShown = withLocation && (actor.kind !== 'token' || actor.abilities.has('attendance:location:read'));
      const units = new Map(own(kept.employees, actor).map((employee) => [employee.id, employee]));
      const found = own(kept.attendance, actor).filter(
        ({ date, employee_id, status }) =>
          date >= (filter.date_from ?? '') &&
          date <= (filter.date_to ?? '9999-12-31') &&
          isEqual(filter.employee_id, employee_id) &&
          isEqual(filter.department_id, units.get(employee_id)?.department?.id) &&
          isEqual(filter.branch_id, units.get(employee_id)?.branch?.id) &&
          isEqual(filter.status, status),
      );
      const records = found.map((record) => (isShown ? record : { ...record, location: null }));
      return pageOf(
        records.sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id),
        page,
      );
    },
  };
}
