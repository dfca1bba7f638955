import type { Page } from './page.ts';

/** The numbers of waiting items for the reader, by the path of their navigation item; empty if nothing waits. */
export type WaitingCounts = Readonly<Record<string, number>>;

/** The number of leave requests that wait for a decision; requests submitted together count as one. */
export async function waitingCounts(page: Page): Promise<WaitingCounts> {
  if (!page.isManaging || !page.has('leave')) return {};
  return { '/leave': await page.core.leave.countGroups(page.actor, { status: 'pending' }) };
}
