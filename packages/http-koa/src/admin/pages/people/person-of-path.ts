import type { Employee } from '@shaon/core';
import { name } from '../../components/texts.ts';
import type { View } from '../../layout/view.ts';
import type { Texts } from '../../locales/index.ts';
import type { Page } from '../../page.ts';

/** The person of the path, for a page about them. Throws `not_found`. */
export async function personOf(page: Page): Promise<Employee> {
  const employee = await page.core.employees.get(page.actor, page.id());
  page.disclosed({ what: 'employee', employee_id: employee.id });
  return employee;
}

/** The links to the pages above a page about a person. */
export function personCrumbs(t: Texts, employee: Employee): NonNullable<View['crumbs']> {
  return [
    { href: '/people', label: t.people.title },
    { href: `/people/${employee.id}`, label: name(employee.name) },
  ];
}

/** The frame of a question about a person: the form's target (`act` under their page) and the link back. */
export function personFrame({ t }: Page, employee: Employee, act: string) {
  const back = `/people/${employee.id}`;
  return { action: `${back}/${act}`, back, navigation: '/people', crumbs: personCrumbs(t, employee) };
}
