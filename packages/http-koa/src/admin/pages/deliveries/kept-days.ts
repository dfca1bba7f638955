import type { WebhooksPolicy } from '@shaon/webhooks';
import type { Page } from '../../page.ts';

/** How long deliveries are kept: those that succeeded, and those that failed. */
export function keptDays(
  { t, format }: Page,
  { keepSucceededDays, keepFailedDays }: Pick<WebhooksPolicy, 'keepSucceededDays' | 'keepFailedDays'>,
): [succeeded: string, failed: string] {
  const words = (days: number) => t.leave.days(days, format.number(days));
  return [words(keepSucceededDays), words(keepFailedDays)];
}
