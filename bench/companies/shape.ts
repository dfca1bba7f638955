/** A company among many: its people and units, and the ids that they have in a database filled from empty. */
export interface SeededCompany {
  readonly companyId: number;
  readonly people: number;
  readonly departments: number;
  readonly branches: number;
  readonly firstEmployee: number;
  readonly firstDepartment: number;
  readonly firstBranch: number;
}

export const LARGE_PEOPLE = 2_000;
export const SMALL_PEOPLE = 30;
const MIDDLE_PEOPLE = 200;
const TINY_PEOPLE = 4;

/** Of a thousand companies one has 2,000 people, ten have 200, a hundred have 30 and the others 4. */
export function peopleOfMany(companies: number): number[] {
  return Array.from({ length: companies }, (_, index) => {
    if (index % 1_000 === 0) return LARGE_PEOPLE;
    if (index % 100 === 1) return MIDDLE_PEOPLE;
    return index % 10 === 2 ? SMALL_PEOPLE : TINY_PEOPLE;
  });
}

/** Departments of about a hundred people and branches of four hundred. */
export function layOut(people: readonly number[]): SeededCompany[] {
  let next = { employee: 1, department: 1, branch: 1 };
  return people.map((count, index) => {
    const departments = Math.min(20, Math.ceil(count / 100));
    const branches = Math.min(5, Math.ceil(count / 400));
    const { employee: firstEmployee, department: firstDepartment, branch: firstBranch } = next;
    next = {
      employee: firstEmployee + count,
      department: firstDepartment + departments,
      branch: firstBranch + branches,
    };
    return { companyId: index + 1, people: count, departments, branches, firstEmployee, firstDepartment, firstBranch };
  });
}
