import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/sql/delete-batches.ts';
import { clockReportTable } from './clock-report.ts';

/** Deletes reports that came before a time; the punches that they made stay. */
export function pruneClockReports(database: CompanyWrites, before: Date, batchSize: number): Promise<number> {
  const old = { table: clockReportTable, where: 'received_at < $2', values: [before], orderBy: 'id', returning: 'id' };
  return deleteInBatches(database, batchSize, old);
}
