import type { AbsenceType } from '@shaon/core';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';

/** The absence type of the path. Throws `notFound`. */
export async function absenceTypeOf(page: Page): Promise<AbsenceType> {
  const id = page.id();
  const found = (await page.core.absenceTypes.list(page.actor)).find((one) => one.id === id);
  if (found === undefined) throw new PageError('notFound');
  return found;
}

export function absenceTypeCrumbs({ t }: Page): NonNullable<View['crumbs']> {
  return [
    { href: '/company', label: t.company.title },
    { href: '/absence-types', label: t.absenceTypes.title },
  ];
}
