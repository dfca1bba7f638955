import type { NavigationItem } from './navigation.ts';
import type { Page } from './page.ts';

/** The items whose pages exist and are open to the reader. */
export function itemsFor(page: Page, items: readonly NavigationItem[]): NavigationItem[] {
  return items.filter(
    ({ group, roles, needsWebhooks = false }) =>
      page.has(group) &&
      roles.includes(page.actor.role) &&
      (!needsWebhooks || page.webhooks !== null) &&
      // People without a staff row have no day of their own.
      (group !== 'my-day' || page.actor.employeeId !== null),
  );
}
