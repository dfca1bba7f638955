import type { Employee } from '@shaon/core';
import { name } from '../../components/texts.ts';
import type { View } from '../../layout/view.ts';
import type { Texts } from '../../locales/index.ts';
import type { Page } from '../../visit.ts';

/** The person of the path, for a page about them. Throws `not_found`. */
export async function personOf(page: Page): Promise<Employee> {
  const employee = await page.core.employees.get(page.actor, page.id());
  page.disclosed({ what: 'employee', employee_id: employee.id });
  return employee;
}

/** The way to a page that stands under a person's. */
export function personCrumbs(t: Texts, employee: Employee): NonNullable<View['crumbs']> {
  return [
    { href: '/people', label: t.people.title },
    { href: `/people/${employee.id}`, label: name(employee.name) },
  ];
}

/** A question about a person: where its form goes (`act` under their page), and the way back. */
export function personFrame({ t }: Page, employee: Employee, act: string) {
  const back = `/people/${employee.id}`;
  return { action: `${back}/${act}`, back, navigation: '/people', crumbs: personCrumbs(t, employee) };
}
