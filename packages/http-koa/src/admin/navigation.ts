import type { NavigationItem, NavigationPlace } from './admin-parts.ts';
import type { Page } from './page.ts';

/** The items of a place of the navigation that are for the reader. */
export function itemsAt(page: Page, place: NavigationPlace): NavigationItem[] {
  return page.admin.navigation.filter(
    ({ at, path, roles }) =>
      at === place &&
      roles.includes(page.actor.role) &&
      // People without a staff row have no day of their own.
      (page.actor.employeeId !== null || !path.startsWith('/my-day')),
  );
}

/** The numbers of waiting items for the reader, by the path of their navigation item; empty if nothing waits. */
export async function waitingCounts(page: Page): Promise<Readonly<Record<string, number>>> {
  const counted = itemsAt(page, 'daily').map(async ({ path, waiting }) => [
    path,
    await (waiting?.(page.core, page.actor, page.options.groups) ?? 0),
  ]);
  return Object.fromEntries(await Promise.all(counted));
}
