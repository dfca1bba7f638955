import type { Database } from '../database/database.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import { FOLD_PARTS, rewriteTotals, wrongTotals } from '../database/totals/attendance-total.ts';
import { attendanceTable } from './attendance.ts';

/** Operator's acts on the totals of days, from which lists take their lengths. */
export interface AttendanceTotals {
  /** How many totals differ from the days, all of which are read. */
  countWrongTotals(): Promise<number>;
  /** Counts all days of all companies anew; other writers of days wait meanwhile. */
  rewriteTotals(): Promise<void>;
}

export const createAttendanceTotals = (database: Database): AttendanceTotals => ({
  async countWrongTotals() {
    const [row] = await database.allCompanies().run(wrongTotals(database.dialect));
    return Number(row?.wrong);
  },
  rewriteTotals: () =>
    database.writeAllCompanies('attendance.rewrite_totals', {}, async (all, manager) => {
      const { holdWriters } = DIFFERENCES[database.dialect];
      if (holdWriters !== null) await manager.query(holdWriters(attendanceTable));
      for (const statement of rewriteTotals(database.dialect)) await all.run(statement);
    }),
});

/** On SQLite a number has one part. */
export async function foldTotals(database: Pick<Database, 'dialect' | 'writeAllCompanies'>): Promise<void> {
  if (database.dialect === 'sqlite') return;
  await database.writeAllCompanies('prune.totals', {}, (all) => all.run(FOLD_PARTS));
}
