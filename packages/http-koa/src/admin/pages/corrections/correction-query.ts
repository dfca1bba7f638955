import type { CorrectionRequest, CorrectionRequestFilter } from '@shaon/core';
import type { Page } from '../../page.ts';
import { kept, sinceDate } from '../leave/leave-query.ts';

/** The tab of the queue in the address. */
export const askedState = ({ query }: Page): 'pending' | 'decided' =>
  query.get('state') === 'decided' ? 'decided' : 'pending';

/** All requests that wait, however old; decided ones from `since` on. */
export function correctionFilter(page: Page): CorrectionRequestFilter {
  const state = askedState(page);
  return { state, date_from: state === 'pending' ? null : sinceDate(page) };
}

/** At least as many as a month has requests that matter. */
const MOST = 100;

/** A person's requests between two dates, the latest day first; employees may ask for their own. */
export async function requestsOf(
  { core, actor }: Page,
  employee_id: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly CorrectionRequest[]> {
  const filter = { employee_id, date_from: from, date_to: to };
  return (await core.correctionRequests.list(actor, filter, { page: 1, per_page: MOST })).items;
}

/** The request of a day that waits: at most one (D:A105). */
export const openRequest = (requests: readonly CorrectionRequest[]): CorrectionRequest | null =>
  requests.find(({ state }) => state === 'pending') ?? null;

/** The address of a request in the queue, with the present tab and filter; for null that of the list. */
export function correctionPath({ query }: Page, id: number | null): string {
  return `/corrections${id === null ? '' : `/${id}`}${kept(query, ['state', 'since', 'page'])}`;
}

/** The queue's first page: after a decision the open page may no longer exist. */
export const firstCorrections = ({ query }: Page): string => `/corrections${kept(query, ['state', 'since'])}`;
