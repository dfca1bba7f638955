import type { Employee } from '@shaon/core';
import { name } from '../../components/texts.ts';
import type { Page } from '../../page.ts';

/** The person of the path, for a page about them. Throws `not_found`. */
export async function personOf(page: Page): Promise<Employee> {
  const employee = await page.core.employees.get(page.actor, page.id());
  page.disclosed({ what: 'employee', employee_id: employee.id });
  return employee;
}

/** Where a page about a person stands. */
export const personPlace = ({ t }: Page, employee: Employee) => ({
  navigation: '/people',
  crumbs: [
    { href: '/people', label: t.people.title },
    { href: `/people/${employee.id}`, label: name(employee.name) },
  ],
});
