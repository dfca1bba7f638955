import { generatedBigId, instant, integer, text } from '../database/sql/columns.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { deleteOf, insertOf } from '../database/sql/statement.ts';
import { defineTable } from '../database/sql/table.ts';
import { DAY_MS } from '../time/durations.ts';

/** What was told already, so that it is told once, by whatever process and after whatever restart. */
export const noticeMarkTable = defineTable({
  name: 'shaon_notice_mark',
  columns: {
    id: generatedBigId,
    companyId: integer,
    /** Such as `digest 12 2026-11-22`. */
    mark: text,
    createdAt: instant,
  },
  uniques: [['companyId', 'mark']],
  refersToCompany: true,
});

const INSERT_UNLESS_MARKED = insertOf(noticeMarkTable, {
  columns: ['mark', 'created_at'],
  values: ['$2', '$3'],
  onConflict: 'ON CONFLICT (company_id, mark) DO NOTHING',
  returning: 'id',
});

/** Marks something as told, with the transaction that tells it; false if it was told before. Of two at once one waits. */
export async function markOnce(company: CompanyTransaction, mark: string, now: Date): Promise<boolean> {
  return (await company.change(INSERT_UNLESS_MARKED, [mark, now])).length > 0;
}

/** Longer than the warning of a token's end, the longest time between a mark and what it prevents. */
const KEPT_MS = 60 * DAY_MS;

const DELETE_OLD = deleteOf(noticeMarkTable, { where: 'created_at < $2' });

export async function deleteOldMarks(company: CompanyTransaction, now: Date): Promise<void> {
  await company.change(DELETE_OLD, [new Date(now.getTime() - KEPT_MS)]);
}
