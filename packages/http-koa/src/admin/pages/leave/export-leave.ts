import type { QueuedGroup } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { csvDownload } from '../../csv-download.ts';
import type { Page } from '../../page.ts';
import { askedStatus, groupFilter } from './leave-query.ts';

/** The requests of the queue's filter as a file. */
export function exportLeave(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const { file, statuses } = t.leave;
  const filter = groupFilter(page, askedStatus(page));
  return csvDownload<QueuedGroup>(page, {
    name: 'leave',
    columns: [
      [file.name, ({ employee }) => employee.name],
      [file.department, ({ employee }) => employee.department?.name ?? null],
      [file.type, ({ type }) => type],
      [file.first, ({ first_date }) => first_date],
      [file.last, ({ last_date }) => last_date],
      [file.days, ({ dates }) => dates],
      [statuses.pending, ({ by_status }) => by_status.pending],
      [statuses.approved, ({ by_status }) => by_status.approved],
      [statuses.rejected, ({ by_status }) => by_status.rejected],
      [file.document, ({ has_document }) => (has_document ? file.yes : file.no)],
      [file.asked, ({ created_at }) => created_at.toISOString()],
    ],
    read: (request) => core.leave.groups(actor, filter, request),
    disclose: (people) => page.disclosed({ what: 'leave', people }),
  });
}
