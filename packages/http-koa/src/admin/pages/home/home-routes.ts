import type { Answer } from '../../answer.ts';
import { CONNECTIONS, DAILY, EMPLOYEE, FOOT } from '../../navigation.ts';
import { itemsFor } from '../../navigation-items.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { everyone, get, type PageRoute } from '../../page-route.ts';

export const homeRoutes: readonly PageRoute[] = [get('/', everyone, showFirstPage)];

/** Shows the first page of the person's navigation. */
function showFirstPage(page: Page): Answer {
  const items = page.isManaging ? [...DAILY, ...CONNECTIONS, ...FOOT] : EMPLOYEE;
  const [first] = itemsFor(page, items);
  if (first === undefined) throw new PageError('notFound');
  return page.redirect(first.path);
}
