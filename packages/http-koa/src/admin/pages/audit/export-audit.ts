import type { AuditFormat } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { askedAudit } from './audit-query.ts';

const TYPES: Readonly<Record<AuditFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** All rows of the filter as a file, in pieces; the export is audited before its first piece is sent. */
export async function exportAudit(page: Page): Promise<Answer> {
  const { core, actor, query, format } = page;
  const asked = query.get('format');
  if (asked !== 'csv' && asked !== 'jsonl') throw new PageError('badRequest');
  const pieces = core.auditReads.export(actor, askedAudit(page).filter, asked);
  // An error before the first piece can still be a page; after it, the file can only break off.
  const first = await pieces.next();
  const content = rest(first.done === true ? null : first.value, pieces);
  return { kind: 'download', name: `audit-${format.calendarDate(page.now)}.${asked}`, type: TYPES[asked], content };
}

async function* rest(first: string | null, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first !== null) yield first;
  yield* pieces;
}
