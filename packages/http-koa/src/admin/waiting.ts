import type { Page } from './visit.ts';

/** What waits for the reader, by the path of the navigation's item; nothing where nothing waits. */
export type Waiting = Readonly<Record<string, number>>;

/** How many leave requests wait for a decision; what was submitted together is one. */
export async function waitingOf(page: Page): Promise<Waiting> {
  if (!page.isManaging || !page.has('leave')) return {};
  return { '/leave': await page.core.leave.countGroups(page.actor, { status: 'pending' }) };
}
