import type { Answer } from '../../answer.ts';
import { itemsAt } from '../../navigation.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { everyone, get, type PageRoute } from '../../page-route.ts';

export const homeRoutes: readonly PageRoute[] = [get('/', everyone, showFirstPage)];

/** Shows the first page of the person's navigation. */
function showFirstPage(page: Page): Answer {
  const places = page.isManaging ? (['daily', 'connections', 'foot'] as const) : (['phone'] as const);
  const [first] = places.flatMap((place) => itemsAt(page, place));
  if (first === undefined) throw new PageError('notFound');
  return page.redirect(first.path);
}
