import type { Page } from '../../page.ts';
import type { AdminWebhooksPolicy } from '../../webhooks-port.ts';

/** How long deliveries are kept: those that succeeded, and those that failed. */
export function keptDays(
  { t, format }: Page,
  { keepSucceededDays, keepFailedDays }: Pick<AdminWebhooksPolicy, 'keepSucceededDays' | 'keepFailedDays'>,
): [succeeded: string, failed: string] {
  const words = (days: number) => t.leave.days(days, format.number(days));
  return [words(keepSucceededDays), words(keepFailedDays)];
}
