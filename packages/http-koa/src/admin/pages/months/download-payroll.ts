import { InvalidInputError, type PayrollFormat } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { askedPayroll } from './payroll-query.ts';

const TYPES: Readonly<Record<PayrollFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The file in pieces; it is audited before its first piece is sent. */
export async function downloadPayroll(page: Page): Promise<Answer> {
  const { core, actor, query } = page;
  const format = query.get('format');
  if (format !== 'csv' && format !== 'xlsx') throw new PageError('badRequest');
  const request = askedPayroll(page);
  const pieces = core.payroll.file(actor, request, format);
  // An error before the first piece can still be a page; after it, the file can only break off.
  const first = await pieces.next().catch((error: unknown) => {
    throw error instanceof InvalidInputError ? new PageError('notFound') : error;
  });
  const content = rest(first.done === true ? '' : first.value, pieces);
  return { kind: 'download', name: `hours-${request.month}.${format}`, type: TYPES[format], content };
}

async function* rest(
  first: string | Uint8Array,
  pieces: AsyncGenerator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  yield first;
  yield* pieces;
}
